#include "chat/repetition.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

namespace aii::chat {
namespace {

const char kLine[] = "The quick brown fox jumps over the lazy dog.\n";

std::string Times(int n, const std::string& text) {
  std::string all;
  for (int i = 0; i < n; ++i) all += text;
  return all;
}

std::string Numbered(int n, absl::string_view before, absl::string_view after) {
  std::string all;
  for (int i = 0; i < n; ++i) absl::StrAppend(&all, before, i, after, "\n");
  return all;
}

struct Case {
  const char* says;  // reads after "RepetitionWatch"
  std::string text;
  bool stops;
};

// spec O11, O12
TEST(RepetitionWatch, StopsCirclesAndNothingElse) {
  const std::string code = "    EXPECT_EQ(result.status().code(), kInvalid);\n";
  const std::string row = "| 10.0.0.1 | GET /index.html | 200 | 1024 bytes |\n";
  const std::string rule = "+----------------+----------------+-----------+\n";
  const std::string log =
      "2026-12-01 04:00:01 sshd[812]: Failed password for root\n";
  const std::vector<Case> cases = {
      {"lets a line recur once", Times(2, kLine), false},
      {"stops at the third time", Times(3, kLine), true},
      {"stops where others are between",
       Times(3, kLine + Numbered(5, "Something else that is quite as long, ",
                                 " of them")),
       true},
      {"forgets what is out of the window",
       kLine +
           Numbered(20, "Something else that is quite as long as it: ", "") +
           kLine +
           Numbered(20,
                    "Another thing that is about as long as the rest: ", "") +
           kLine,
       false},
      {"does not compare short lines", Times(50, "yes, indeed\n"), false},
      {"counts characters, not bytes",
       Times(9,
             "\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9"
             "\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9"
             " twenty and some\n"),
       false},
      {"lets a numbered list differ by its numbers",
       Numbered(30, "", ". The quick brown fox jumps over the lazy dog."),
       false},
      {"stops a list whose numbers do not change",
       Times(3, "1. The quick brown fox jumps over the lazy dog\n"), true},
      {"lets the rules of a table be", Times(8, rule + "| a | b |\n"), false},
      {"lets equal rows of a table be",
       Times(10, row) + "| 10.0.0.2 | GET /other.html | 200 | 99 bytes |\n",
       false},
      {"lets indented code be",
       Times(6,
             code + "    result = Parse(text + some_other_suffix, limits);\n") +
           Numbered(20, "    another.line_of_code_that_differs(", ");"),
       false},
      {"lets fenced code be", "```\n" + Times(8, kLine) + "```\n", false},
      {"lets fenced code of the other kind be",
       "~~~ cpp\n" + Times(8, kLine) + "```\n" + Times(8, kLine) + "~~~\n",
       false},
      {"sees prose again after a fence", "```\ncode\n```\n" + Times(3, kLine),
       true},
      {"lets a log be", Times(15, log), false},
      {"stops a fence that says nothing new", "```\n" + Times(20, kLine), true},
      {"stops a table that goes round", Times(10, row + rule), true},
      {"needs the end of a line",
       Times(2, kLine) + "The quick brown fox jumps "
                         "over the lazy dog.",
       false},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.says);
    RepetitionWatch watch;
    EXPECT_EQ(watch.Feed(c.text).has_value(), c.stops);
  }
}

TEST(RepetitionWatch, SaysHowMuchWasNew) {
  RepetitionWatch watch;
  const std::string text = Times(3, kLine);
  EXPECT_EQ(watch.Feed(text + "and more"), text.size());
}

TEST(RepetitionWatch, DoesNotCareWhereThePiecesEnd) {
  const std::string text = Times(3, kLine) + kLine;
  for (std::size_t size = 1; size < 50; ++size) {
    RepetitionWatch watch;
    std::size_t shown = 0;
    for (std::size_t at = 0; at < text.size(); at += size) {
      const auto end = watch.Feed(absl::string_view(text).substr(at, size));
      if (end.has_value()) {
        shown = at + *end;
        break;
      }
    }
    EXPECT_EQ(shown, 3 * (sizeof kLine - 1)) << size;
  }
}

TEST(RepetitionWatch, KeepsNoMoreThanItCompares) {
  RepetitionWatch watch;
  const std::string line = std::string(1 << 20, 'x') + "\n";
  EXPECT_FALSE(watch.Feed(line).has_value());
  EXPECT_FALSE(watch.Feed(line).has_value());
  EXPECT_TRUE(watch.Feed(line).has_value());
}

}  // namespace
}  // namespace aii::chat
