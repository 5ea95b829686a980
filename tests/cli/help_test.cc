#include "cli/help.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "cli/flag_table.h"

namespace aii::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

// spec F8
TEST(HelpText, NamesEveryFlagWithItsHelp) {
  const std::string help = HelpText();
  for (const Flag& flag : Flags()) {
    EXPECT_THAT(help, HasSubstr(absl::StrCat("--", flag.name)));
    EXPECT_THAT(help, HasSubstr(std::string(flag.help)));
  }
}

TEST(HelpText, HasExamplesAndTheExitStatusTable) {
  EXPECT_THAT(HelpText(), HasSubstr("\nexamples:\n  aii -x "));
  for (const char* status :
       {"  0 ", "  1 ", "  2 ", "  3 ", "  4 ", "  130 "}) {
    EXPECT_THAT(HelpText(), HasSubstr(absl::StrCat("\n", status)));
  }
}

TEST(HelpText, FitsATerminalOfEightyColumns) {
  for (const absl::string_view line : absl::StrSplit(HelpText(), '\n')) {
    EXPECT_LE(line.size(), 80u) << line;
  }
}

TEST(VersionText, IsOneLine) {
  EXPECT_THAT(VersionText(), MatchesRegex("aii [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

}  // namespace
}  // namespace aii::cli
