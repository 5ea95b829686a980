#include "cli/man_page.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "cli/flag_table.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "policy/defaults.h"
#include "tests/support/golden.h"

namespace aii::cli {
namespace {

using ::aii::testing::ExpectGolden;
using ::aii::testing::ReadText;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

std::string Page() {
  return ManPage(ReadText(AII_SOURCE_DIR "/docs/man/aii.1.in"), "VERSION");
}

TEST(ManPage, IsTheGoldenOne) { ExpectGolden("aii.1", Page()); }

// spec F8
TEST(ManPage, HasEachFlagAndModelAndNothingLeftToReplace) {
  const std::string page = Page();
  for (const Flag& flag : Flags()) {
    EXPECT_THAT(page, HasSubstr(absl::StrCat("Fl \\-", flag.name)));
  }
  for (const ModelForm& model : ModelForms()) {
    EXPECT_THAT(page, HasSubstr(absl::StrCat(".It Cm ", model.form, "\n")));
  }
  EXPECT_THAT(page, Not(HasSubstr("@")));
}

TEST(ManPage, ReplacesItsMarks) {
  EXPECT_THAT(ManPage("@VERSION@\n@OPTIONS@\n", "7"),
              ::testing::MatchesRegex("7\n\\.Bl -tag -width Ds\n"
                                      "\\.It Fl x , Fl \\\\-exec\nLet .*"
                                      "\\.El\n"));
}

struct TextCase {
  const char* says;  // reads after "ManText"
  const char* text;
  const char* shown;
};

TEST(ManText, ShowsTextAsItIs) {
  const TextCase cases[] = {
      {"puts each sentence on a line", "One. Two.", "One.\nTwo.\n"},
      {"keeps hyphens that begin a word", "with -x or --exec, re-read",
       "with \\-x or \\-\\-exec, re-read\n"},
      {"begins no request", ".Sh NAME. .Pp. 'br",
       "\\&.Sh NAME.\n\\&.Pp.\n"
       "\\&\\(aqbr\n"},
      {"escapes what roff reads", "a\\b ~c", "a\\eb \\(tic\n"},
      {"breaks a long line at a blank",
       "123456789 123456789 123456789 123456789 123456789 123456789 12345 "
       ".6789 123456789",
       "123456789 123456789 123456789 123456789 123456789 123456789 12345\n"
       "\\&.6789 123456789\n"},
  };
  for (const TextCase& c : cases) {
    SCOPED_TRACE(c.says);
    EXPECT_EQ(ManText(c.text), c.shown);
  }
}

TEST(AllowPage, NamesEachBuiltInRule) {
  const std::vector<std::string> words = absl::StrSplit(
      ReadText(AII_SOURCE_DIR "/docs/man/aii-allow.5"), absl::ByAnyChar(" \n"));
  for (const absl::string_view program : policy::DefaultPrograms()) {
    EXPECT_THAT(words, Contains(std::string(program)));
  }
}

}  // namespace
}  // namespace aii::cli
