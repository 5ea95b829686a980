#include "exec/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "os/resolve.h"
#include "tests/support/temp_dir.h"

namespace aii::exec {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class JudgeTest : public ::testing::Test {
 protected:
  JudgeTest() {
    std::ofstream(Path("git")) << "#!/bin/sh\ntouch " << Path("ran") << "\n";
    ::chmod(Path("git").c_str(), 0755);
  }

  std::string Path(const std::string& name) const {
    return directory_.path() + "/" + name;
  }

  std::variant<Judgement, Refusal> Judged(
      const std::string& executable, std::vector<std::string> arguments = {}) {
    return Judge({.executable = executable, .arguments = std::move(arguments)},
                 rules_, trusted_, [this](absl::string_view name) {
                   return os::Resolve(name, directory_.path());
                 });
  }

  testing::TempDir directory_;
  policy::RuleSet rules_;
  policy::TrustedDirs trusted_{{directory_.path()}};
};

// spec N1
TEST_F(JudgeTest, RunsNothing) {
  rules_.Add({.words = {"git"}});
  const auto judged = Judged("git");
  EXPECT_TRUE(std::holds_alternative<Judgement>(judged));
  EXPECT_FALSE(std::filesystem::exists(Path("ran")));
}

TEST_F(JudgeTest, AllowsWhatARuleCoversAndNamesTheRule) {
  rules_.Add({.words = {"git", "status"}, .line = 3});
  const auto judged = Judged("git", {"status", "-s"});
  ASSERT_TRUE(std::holds_alternative<Judgement>(judged));
  const auto& judgement = std::get<Judgement>(judged);
  EXPECT_EQ(judgement.shown.text(), "git status -s");
  const auto* allow = std::get_if<policy::Allow>(&judgement.decision);
  ASSERT_NE(allow, nullptr);
  EXPECT_THAT(allow->rule.words, ElementsAre("git", "status"));
  EXPECT_EQ(allow->rule.line, 3);
}

TEST_F(JudgeTest, AsksForTheRest) {
  const auto judged = Judged("git", {"push"});
  ASSERT_TRUE(std::holds_alternative<Judgement>(judged));
  const auto* ask =
      std::get_if<policy::Ask>(&std::get<Judgement>(judged).decision);
  ASSERT_NE(ask, nullptr);
  EXPECT_EQ(ask->reason, "no rule covers it");
}

TEST_F(JudgeTest, ShowsThePathWhereItIsNotTrusted) {
  trusted_ = policy::TrustedDirs({"/elsewhere"});
  const auto judged = Judged("git", {"push"});
  ASSERT_TRUE(std::holds_alternative<Judgement>(judged));
  EXPECT_EQ(std::get<Judgement>(judged).shown.text(), Path("git") + " push");
}

struct RefusalCase {
  const char* says;
  std::string executable;
  std::vector<std::string> arguments;
  std::string text;
  bool found;
};

TEST_F(JudgeTest, RefusesWhatCanNotRunWhateverTheRules) {
  rules_.Add({.words = {"git"}});
  const std::vector<RefusalCase> cases = {
      {"a program that is not there",
       "gti",
       {},
       "Error: executable not found: gti",
       false},
      {"a NUL in an argument",
       "git",
       {std::string("a\0b", 3)},
       "Error: could not launch git: argument contains a NUL character",
       true},
      {"a command that nobody can review",
       "git",
       {std::string(40000, 'x')},
       "Error: could not launch git: the command is too long to review "
       "(40004 bytes)",
       true},
  };
  for (const RefusalCase& c : cases) {
    SCOPED_TRACE(c.says);
    const auto judged = Judged(c.executable, c.arguments);
    const auto* refusal = std::get_if<Refusal>(&judged);
    ASSERT_NE(refusal, nullptr);
    EXPECT_EQ(refusal->text, c.text);
    EXPECT_EQ(refusal->candidate.argv.front(), c.executable);
    EXPECT_EQ(refusal->candidate.program.path, c.found ? Path("git") : "");
  }
}

}  // namespace
}  // namespace aii::exec
