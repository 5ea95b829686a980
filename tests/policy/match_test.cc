#include "policy/match.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/match_reference.h"

namespace aii::policy {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

using Words = std::vector<std::string>;

base::ResolvedProgram Program(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  return {.path = path, .name = name, .final_name = name};
}

RuleSet Rules(const std::vector<Words>& all) {
  RuleSet rules;
  for (const Words& words : all) rules.Add({.words = words});
  return rules;
}

struct MatchCase {
  const char* says;  // reads after "FindMatch"
  std::vector<Words> rules;
  const char* path;
  Words arguments;
  Words matched;  // the words of the rule found; empty: none
};

void ExpectMatches(const std::vector<MatchCase>& cases) {
  const TrustedDirs trusted = TrustedDirs::BuiltIn();
  for (const MatchCase& c : cases) {
    SCOPED_TRACE(c.says);
    const RuleSet rules = Rules(c.rules);
    const Rule* const found =
        FindMatch(rules, trusted, Program(c.path), c.arguments);
    EXPECT_THAT(found ? found->words : Words{}, ElementsAreArray(c.matched));
  }
}

// spec R2, P2
TEST(FindMatch, ComparesWordsAsAPrefix) {
  ExpectMatches({
      {"match-001: takes a rule as a prefix",
       {{"git", "status"}},
       "/usr/bin/git",
       {"status", "--short"},
       {"git", "status"}},
      {"takes a rule that is the whole command",
       {{"git", "status"}},
       "/usr/bin/git",
       {"status"},
       {"git", "status"}},
      {"takes a bare program with any arguments",
       {{"ls"}},
       "/bin/ls",
       {"-l", "/"},
       {"ls"}},
      {"takes a bare program without arguments",
       {{"ls"}},
       "/bin/ls",
       {},
       {"ls"}},
      {"refuses a command shorter than the rule",
       {{"git", "status"}},
       "/usr/bin/git",
       {},
       {}},
      {"match-003: compares the program name whole",
       {{"ls"}},
       "/usr/bin/lsof",
       {},
       {}},
      {"match-005: refuses an option before the subcommand",
       {{"git", "status"}},
       "/usr/bin/git",
       {"-C", "/srv/repo", "status"},
       {}},
      {"match-006: refuses a pager option before the subcommand",
       {{"git", "log"}},
       "/usr/bin/git",
       {"-p", "log"},
       {}},
      {"match-008: minds the order of words",
       {{"git", "status"}},
       "/usr/bin/git",
       {"--short", "status"},
       {}},
      {"match-010: does not split an argument",
       {{"git", "status"}},
       "/usr/bin/git",
       {"status --short"},
       {}},
      {"match-011: wants the empty argument of a rule",
       {{"git", ""}},
       "/usr/bin/git",
       {},
       {}},
      {"takes the empty argument of a rule",
       {{"git", ""}},
       "/usr/bin/git",
       {"", "x"},
       {"git", ""}},
      {"match-013: minds the letter case of arguments",
       {{"git", "status"}},
       "/usr/bin/git",
       {"STATUS"},
       {}},
      {"minds the letter case of the program",
       {{"git"}},
       "/usr/bin/GIT",
       {},
       {}},
      {"match-026: does not normalise Unicode",
       {{"caf\u00e9"}},
       "/usr/local/bin/cafe\u0301",
       {},
       {}},
      {"match-028: takes a star literally",
       {{"git", "*"}},
       "/usr/bin/git",
       {"push"},
       {}},
      {"does not take a prefix of a word",
       {{"git", "stat"}},
       "/usr/bin/git",
       {"status"},
       {}},
  });
}

// spec P2
TEST(FindMatch, NeedsATrustedDirectory) {
  ExpectMatches({
      {"match-015: refuses a copy in a home",
       {{"git", "status"}},
       "/home/user/bin/git",
       {"status"},
       {}},
      {"match-016: refuses a copy below /tmp",
       {{"ls"}},
       "/tmp/evil/ls",
       {"-l"},
       {}},
      {"match-018: takes Homebrew's",
       {{"git", "status"}},
       "/opt/homebrew/bin/git",
       {"status"},
       {"git", "status"}},
      {"match-020: refuses /usr/binary", {{"ls"}}, "/usr/binary/ls", {}, {}},
      {"match-021: refuses a nested directory",
       {{"ls"}},
       "/usr/local/bin/sub/ls",
       {},
       {}},
      {"match-023: refuses dot-dot", {{"ls"}}, "/usr/bin/X11/../ls", {}, {}},
      {"refuses a rule with a path: names have no slash",
       {{"/bin/ls"}},
       "/bin/ls",
       {},
       {}},
  });
}

// spec A11
TEST(FindMatch, HonoursWhatAPersonWrote) {
  ExpectMatches({
      {"match-025: takes a bare interpreter",
       {{"python3"}},
       "/usr/bin/python3",
       {"-c", "print(1)"},
       {"python3"}},
      {"match-030: takes a full command as a prefix",
       {{"tar", "-tf", "x.tar"}},
       "/usr/bin/tar",
       {"-tf", "x.tar", "--checkpoint=1", "--checkpoint-action=exec=touch y"},
       {"tar", "-tf", "x.tar"}},
      {"match-031: does not look into a subcommand's options",
       {{"git", "grep"}},
       "/usr/bin/git",
       {"grep", "-Otouch y", "pattern"},
       {"git", "grep"}},
  });
}

// spec P2
TEST(FindMatch, ReturnsTheLongestInAnyOrder) {
  ExpectMatches({
      {"takes the longest when it is last",
       {{"git"}, {"git", "log"}, {"git", "log", "-p"}},
       "/usr/bin/git",
       {"log", "-p", "x"},
       {"git", "log", "-p"}},
      {"takes the longest when it is first",
       {{"git", "log", "-p"}, {"git", "log"}, {"git"}},
       "/usr/bin/git",
       {"log", "-p", "x"},
       {"git", "log", "-p"}},
      {"passes over a longer one that does not match",
       {{"git", "log", "-q"}, {"git"}},
       "/usr/bin/git",
       {"log", "-p"},
       {"git"}},
  });
}

TEST(FindMatch, PointsIntoTheRuleSet) {
  const RuleSet rules = Rules({{"ls"}});
  EXPECT_EQ(FindMatch(rules, TrustedDirs::BuiltIn(), Program("/bin/ls"), {}),
            &rules.rules()[0]);
}

TEST(FindMatch, TakesNoProgramThatWasGivenAsRelative) {
  base::ResolvedProgram program = Program("/bin/ls");
  program.given_relative = true;
  EXPECT_EQ(FindMatch(Rules({{"ls"}}), TrustedDirs::BuiltIn(), program, {}),
            nullptr);
}

// All sequences of up to `most` words.
std::vector<Words> AllOf(const Words& alphabet, std::size_t most) {
  std::vector<Words> all = {{}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].size() == most) continue;
    for (const std::string& word : alphabet) {
      Words longer = all[i];
      longer.push_back(word);
      all.push_back(std::move(longer));
    }
  }
  return all;
}

// 5.3, by a reference whose author had not read the code.
TEST(FindMatch, AgreesWithTheReferenceOnAllSmallCommandsAndPairsOfRules) {
  const TrustedDirs trusted({"/bin", "/usr/bin", "/sbin", "/usr/sbin",
                             "/usr/local/bin", "/opt/homebrew/bin"});
  const std::vector<std::string> paths = {"/bin/ls",
                                          "/usr/bin/ls",
                                          "/usr/local/bin/ls",
                                          "/bin/l",
                                          "/bin/lss",
                                          "/bin/LS",
                                          "/bin//ls",
                                          "//bin/ls",
                                          "/bin/./ls",
                                          "/bin/../bin/ls",
                                          "bin/ls",
                                          "./ls",
                                          "ls",
                                          "/ls",
                                          "/bin/sub/ls",
                                          "/home/bin/ls",
                                          "/bin2/ls",
                                          "/usr/bin/ls/",
                                          "/bin/",
                                          "/bin/.",
                                          "/bin/..",
                                          "",
                                          "/",
                                          "/usr//bin/ls"};
  std::vector<Words> rules;
  for (const char* first : {"ls", "l", "/bin/ls", "", ".", ".."}) {
    for (const Words& rest : AllOf({"a", "-a", ""}, 2)) {
      rules.push_back({first});
      rules.back().insert(rules.back().end(), rest.begin(), rest.end());
    }
  }
  rules.push_back({});
  const std::vector<Words> commands = AllOf({"a", "-a", "", "ab"}, 3);

  for (std::size_t i = 0; i < rules.size(); ++i) {
    const std::vector<Words> pair = {rules[i],
                                     rules[(i * 7 + 3) % rules.size()]};
    const RuleSet set = Rules(pair);
    for (const std::string& path : paths) {
      const base::ResolvedProgram program = Program(path);
      for (const Words& arguments : commands) {
        const Rule* const found = FindMatch(set, trusted, program, arguments);
        ASSERT_EQ(found != nullptr ? found->words.size() : 0,
                  testing::LongestMatch(pair, path, arguments))
            << ::testing::PrintToString(pair) << " "
            << ::testing::PrintToString(path) << " "
            << ::testing::PrintToString(arguments);
      }
    }
  }
}

}  // namespace
}  // namespace aii::policy
