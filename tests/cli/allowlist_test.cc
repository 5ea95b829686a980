#include "cli/allowlist.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>

namespace aii::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

store::LoadedRules Rules(const std::string& text) {
  return store::ParseAllowText(text, "/h/.config/aii/allow");
}

// spec A14
TEST(ListAllowedText, PrintsTheFileAndItsRulesAsTheyWouldStandThere) {
  EXPECT_EQ(ListAllowedText(Rules("git   status\nprintf 'a b'\n"),
                            "/h/.config/aii/allow"),
            "# source: /h/.config/aii/allow\ngit status\nprintf 'a b'\n");
}

// spec A14
TEST(ListAllowedText, PrintsTheDefaultsWhereThereIsNoFile) {
  const std::string text =
      ListAllowedText(store::LoadAllowFile("/nowhere/allow"), "/nowhere/allow");
  EXPECT_EQ(text,
            "# source: built-in defaults (no config file)\n"
            "ls\npwd\ncat\nhead\ntail\nwc\ndate\nwhoami\nuname\ndf\ndu\nstat\n"
            "file\nwhich\nps\nuptime\nsw_vers\n");
}

// spec A12
TEST(RuleWarnings, NamesRulesThatCannotMatchOrLetAnythingRun) {
  EXPECT_THAT(
      RuleWarnings(Rules("/usr/bin/git status\npython3\nls\ngit log\n")),
      ElementsAre(HasSubstr("'/usr/bin/git status' can never match"),
                  "the rule 'python3' lets anything run unasked"));
}

TEST(RuleWarnings, FindsNothingInTheDefaults) {
  EXPECT_THAT(RuleWarnings(store::LoadAllowFile("/nowhere/allow")), IsEmpty());
}

// spec A15
TEST(ResetAllowed, RemovesTheFileOnce) {
  const std::string path =
      ::testing::TempDir() + "aii-allow-" + std::to_string(::getpid());
  std::ofstream(path) << "ls\n";
  EXPECT_EQ(std::get<std::string>(ResetAllowed(path)),
            "aii: removed config; using built-in defaults\n");
  EXPECT_EQ(std::get<std::string>(ResetAllowed(path)),
            "aii: no config file; using built-in defaults\n");
}

TEST(ResetAllowed, HasNothingToDoWithoutAHome) {
  EXPECT_EQ(std::get<std::string>(ResetAllowed("")),
            "aii: no config file; using built-in defaults\n");
}

TEST(ResetAllowed, SaysWhyItFailed) {
  EXPECT_THAT(std::get<base::Failure>(ResetAllowed("/proc")).lines[0],
              HasSubstr("/proc"));
}

}  // namespace
}  // namespace aii::cli
