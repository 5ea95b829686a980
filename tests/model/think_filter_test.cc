#include "model/think_filter.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace aii::model {
namespace {

struct ThinkCase {
  const char* says;  // reads after "ThinkFilter"
  const char* reply;
  const char* text;
};

const std::vector<ThinkCase>& Cases() {
  static const std::vector<ThinkCase> cases = {
      {"leaves an answer alone", "hello\n", "hello\n"},
      {"takes thoughts out", "<think>hm\nhm</think>\n\nhello", "hello"},
      {"takes them out after blanks", "\n <think>hm</think>hello", "hello"},
      {"takes empty ones out", "<think>\n\n</think>\n\nhello", "hello"},
      {"keeps blanks where there are no thoughts", "\n hello", "\n hello"},
      {"leaves tags in the text alone", "a <think>b</think>",
       "a <think>b</think>"},
      {"takes out the first ones only", "<think>a</think><think>b</think>",
       "<think>b</think>"},
      {"shows nothing of thoughts that never end", "<think>hm", ""},
      {"shows nothing where there is nothing else", "<think>hm</think>\n", ""},
      {"keeps what only begins like a tag", "<thi", "<thi"},
      {"keeps what only begins like a tag, with more", "<thinner", "<thinner"},
      {"finds an end that begins like one", "<think>a </think </think>b", "b"},
  };
  return cases;
}

// spec B8
TEST(ThinkFilter, TakesOutWhatAReplyBeginsWith) {
  for (const ThinkCase& c : Cases()) {
    SCOPED_TRACE(c.says);
    ThinkFilter filter;
    std::string text = filter.Feed(c.reply);
    text += filter.End();
    EXPECT_EQ(text, c.text);
  }
}

TEST(ThinkFilter, DoesNotCareWhereThePiecesEnd) {
  for (const ThinkCase& c : Cases()) {
    SCOPED_TRACE(c.says);
    ThinkFilter filter;
    std::string text;
    for (const char* byte = c.reply; *byte != '\0'; ++byte) {
      text += filter.Feed(std::string(1, *byte));
    }
    text += filter.End();
    EXPECT_EQ(text, c.text);
  }
}

TEST(ThinkFilter, KeepsNoThoughts) {
  ThinkFilter filter;
  EXPECT_EQ(filter.Feed("<think>"), "");
  for (int i = 0; i < 100000; ++i) EXPECT_EQ(filter.Feed("hm, hm, hm "), "");
  EXPECT_EQ(filter.Feed("</think>x"), "x");
}

}  // namespace
}  // namespace aii::model
