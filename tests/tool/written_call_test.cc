#include "tool/written_call.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

namespace aii::tool {
namespace {

struct MessageCase {
  const char* says;
  std::string text;
};

// spec T8
TEST(WrittenCallWatch, TakesForACallWhatModelsWriteInsteadOfOne) {
  const std::vector<MessageCase> cases = {
      {"a tag",
       "<tool_call>\n{\"name\": \"run_command\", \"arguments\": "
       "{\"executable\": \"ls\"}}\n</tool_call>"},
      {"a tag with another name", "<tool_call>{\"name\": \"ls\"}</tool_call>"},
      {"a tag that is not closed", "<tool_call>\n{\"name\":"},
      {"an object with a name",
       R"({"name": "run_command", "arguments": {"executable": "df"}})"},
      {"an object with parameters",
       R"({"name": "shell", "parameters": {"executable": "df"}})"},
      {"the form of the protocol",
       R"({"type": "function", "function": {"name": "run_command"}})"},
      {"the arguments alone", R"({"executable": "df", "arguments": ["-h"]})"},
      {"the same in another order",
       R"({"arguments": ["-h"], "executable": "df"})"},
      {"the tool's name as a tool", R"({"tool": "run_command"})"},
      {"blanks around it", "\n  {\"executable\": \"df\"}\n\n"},
      {"a fence", "```json\n{\"executable\": \"df\"}\n```"},
      {"a fence without a language", "```\n{\"executable\": \"df\"}\n```\n"},
      {"a fence that is not closed", "```json\n{\"executable\": \"df\"}\n"},
  };
  for (const MessageCase& c : cases) {
    SCOPED_TRACE(c.says);
    WrittenCallWatch watch;
    std::string shown;
    for (const char byte : c.text) shown += watch.Feed({&byte, 1});
    EXPECT_EQ(shown, "");
    const WrittenCallWatch::End end = watch.Finish();
    EXPECT_TRUE(end.is_call);
    EXPECT_EQ(end.text, c.text);
  }
}

// spec T8
TEST(WrittenCallWatch, TakesNothingElseForACall) {
  const std::vector<MessageCase> cases = {
      {"an answer", "There are 3 files."},
      {"an empty message", ""},
      {"blanks", " \n"},
      {"other JSON", R"({"port": 80})"},
      {"JSON that begins as a call does", R"({"name": "Anna", "age": 3})"},
      {"a list of calls", R"([{"executable": "df"}])"},
      {"a call with text before it", R"(I run {"executable": "df"})"},
      {"a call with text after it", R"({"executable": "df"} shows it)"},
      {"JSON that is cut", R"({"executable": "df")"},
      {"a fence with text before it",
       "So:\n```json\n{\"executable\": \"df\"}\n```"},
      {"code", "```sh\ndf -h\n```"},
      {"a fence alone", "```"},
      {"another tag", "<b>bold</b>"},
      {"the beginning of a tag", "<tool"},
  };
  for (const MessageCase& c : cases) {
    SCOPED_TRACE(c.says);
    WrittenCallWatch watch;
    std::string shown;
    for (const char byte : c.text) shown += watch.Feed({&byte, 1});
    const WrittenCallWatch::End end = watch.Finish();
    EXPECT_FALSE(end.is_call);
    EXPECT_EQ(shown + end.text, c.text);
  }
}

struct HoldCase {
  const char* says;
  std::vector<std::string> fed;
  std::vector<std::string> shown;
};

TEST(WrittenCallWatch, HoldsBackOnlyWhatMayBeACall) {
  const std::vector<HoldCase> cases = {
      {"an answer at once", {"The", " disk"}, {"The", " disk"}},
      {"an object whose first name is a call's",
       {"{\"na", "me\": ", "\"x"},
       {"", "", ""}},
      {"other JSON once its name is known",
       {"{\"", "port", "\": 80}"},
       {"", "{\"port", "\": 80}"}},
      {"code once its first letter is there",
       {"``", "`sh", "\n", "df"},
       {"", "", "", "```sh\ndf"}},
      {"a tag that is another", {"<", "to", "p>"}, {"", "", "<top>"}},
  };
  for (const HoldCase& c : cases) {
    SCOPED_TRACE(c.says);
    WrittenCallWatch watch;
    std::vector<std::string> shown;
    for (const std::string& text : c.fed) shown.push_back(watch.Feed(text));
    EXPECT_EQ(shown, c.shown);
  }
}

TEST(WrittenCallWatch, HoldsNoMoreThanItSays) {
  WrittenCallWatch watch;
  const std::string begin = R"({"executable": ")";
  EXPECT_EQ(watch.Feed(begin), "");
  const std::string rest(kMaxHeldBytes - begin.size(), 'x');
  EXPECT_EQ(watch.Feed(rest), "");
  EXPECT_EQ(watch.Feed("\"}"), absl::StrCat(begin, rest, "\"}"));
  EXPECT_EQ(watch.Feed("more"), "more");
  EXPECT_FALSE(watch.Finish().is_call);
}

TEST(WrittenCallWatch, LooksAtEachMessageAnew) {
  WrittenCallWatch watch;
  EXPECT_EQ(watch.Feed("Hello"), "Hello");
  EXPECT_FALSE(watch.Finish().is_call);
  EXPECT_EQ(watch.Feed(R"({"executable": "df"})"), "");
  EXPECT_TRUE(watch.Finish().is_call);
  EXPECT_FALSE(watch.Finish().is_call);
}

}  // namespace
}  // namespace aii::tool
