#include "policy/decide.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <vector>

#include "policy/defaults.h"

namespace aii::policy {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::Not;

using Words = std::vector<std::string>;

// Only Decide can ask Permit for a grant.
template <typename Maker>
concept CanMakeGrants =
    requires(const Rule& rule, const Candidate& candidate, ProbeFile probe) {
      Maker::ForMatch(rule, candidate, probe);
    };
static_assert(!CanMakeGrants<Permit>);

base::FileKind Regular(const std::string&) { return base::FileKind::kRegular; }
base::FileKind Device(const std::string&) { return base::FileKind::kDevice; }

Candidate Command(const std::string& path, const Words& arguments) {
  const std::string name = path.substr(path.rfind('/') + 1);
  Candidate candidate = {
      .program = {.path = path, .name = name, .final_name = name},
      .argv = {name}};
  candidate.argv.insert(candidate.argv.end(), arguments.begin(),
                        arguments.end());
  return candidate;
}

RuleSet Rules(const std::vector<Words>& all) {
  RuleSet rules;
  int line = 0;
  for (const Words& words : all) rules.Add({.words = words, .line = ++line});
  return rules;
}

Decision DecideOn(const RuleSet& rules, const Candidate& candidate,
                  base::FileKind (*probe)(const std::string&) = Regular) {
  return Decide(rules, TrustedDirs::BuiltIn(), candidate, probe);
}

struct DecideCase {
  const char* says;  // reads after "Decide"
  std::vector<Words> rules;
  const char* path;
  Words arguments;
  bool allows;
  bool offers_always;
};

void ExpectDecisions(const std::vector<DecideCase>& cases) {
  for (const DecideCase& c : cases) {
    SCOPED_TRACE(c.says);
    const Decision decision =
        DecideOn(Rules(c.rules), Command(c.path, c.arguments));
    ASSERT_EQ(std::holds_alternative<Allow>(decision), c.allows);
    if (c.allows) continue;
    const Ask& ask = std::get<Ask>(decision);
    EXPECT_EQ(std::holds_alternative<AlwaysPrefix>(ask.always),
              c.offers_always);
  }
}

// spec P5
TEST(Decide, NeverLooksThroughAWrapper) {
  ExpectDecisions({
      {"wrapper-001: asks about env",
       {{"ls"}},
       "/usr/bin/env",
       {"ls"},
       false,
       false},
      {"wrapper-003: asks about nice",
       {{"git", "status"}},
       "/usr/bin/nice",
       {"-n", "5", "git", "status"},
       false,
       false},
      {"wrapper-025: asks about env with an assignment",
       {{"git", "status"}},
       "/usr/bin/env",
       {"FOO=1", "git", "status"},
       false,
       false},
      {"wrapper-013: asks about caffeinate",
       {{"rm"}},
       "/usr/bin/caffeinate",
       {"rm", "x"},
       false,
       false},
      {"match-025: allows an interpreter that a person wrote down",
       {{"python3"}},
       "/usr/bin/python3",
       {"-c", "print(1)"},
       true,
       false},
  });
}

TEST(Decide, AsksWhereNoRuleMatches) {
  ExpectDecisions({
      {"match-005: offers always for an option-first command",
       {{"git", "status"}},
       "/usr/bin/git",
       {"-C", "/srv/repo", "status"},
       false,
       true},
      {"match-015: offers no always for a copy in a home",
       {{"git", "status"}},
       "/home/user/bin/git",
       {"status"},
       false,
       false},
      {"match-016: offers no always for a copy below /tmp",
       {{"ls"}},
       "/tmp/evil/ls",
       {"-l"},
       false,
       false},
      {"asks about everything without rules", {}, "/bin/ls", {}, false, true},
  });
}

TEST(Decide, SaysWhetherTheProgramIsTrusted) {
  const Decision trusted = DecideOn({}, Command("/usr/bin/git", {"status"}));
  EXPECT_TRUE(std::get<Ask>(trusted).trusted);
  EXPECT_EQ(std::get<Ask>(trusted).reason, "no rule covers it");
  EXPECT_THAT(std::get<AlwaysPrefix>(std::get<Ask>(trusted).always),
              ElementsAre("git", "status"));

  const Decision other = DecideOn({}, Command("/tmp/git", {"status"}));
  EXPECT_FALSE(std::get<Ask>(other).trusted);
  EXPECT_EQ(std::get<NotOffered>(std::get<Ask>(other).always).reason,
            "not in a system directory");
}

TEST(Decide, GrantsExactlyTheCommand) {
  Candidate candidate = Command("/usr/bin/git", {"status", "--short"});
  candidate.program.identity.inode = 7;
  candidate.argv[0] = "/usr/bin/git";  // as the model gave it
  const Decision decision =
      DecideOn(Rules({{"ls"}, {"git", "status"}}), candidate);
  const Allow& allow = std::get<Allow>(decision);
  EXPECT_EQ(allow.grant.program().path, "/usr/bin/git");
  EXPECT_EQ(allow.grant.program().identity.inode, 7U);
  EXPECT_THAT(allow.grant.argv(), ElementsAreArray(candidate.argv));
  EXPECT_EQ(allow.grant.source(), GrantSource::kRule);
  EXPECT_THAT(allow.rule.words, ElementsAre("git", "status"));
  EXPECT_EQ(allow.rule.line, 2);
}

TEST(Decide, GrantsDefaultsAsDefaults) {
  const Decision decision =
      DecideOn(DefaultRules(), Command("/bin/cat", {"notes.txt"}));
  EXPECT_EQ(std::get<Allow>(decision).grant.source(), GrantSource::kDefault);
}

// spec P4
TEST(Decide, AsksWhereTheGuardHoldsADefaultBack) {
  const Decision decision =
      DecideOn(DefaultRules(), Command("/bin/cat", {"/dev/tty"}), Device);
  const Ask& ask = std::get<Ask>(decision);
  EXPECT_TRUE(ask.trusted);
  EXPECT_EQ(ask.reason, "'/dev/tty' is a device");
  EXPECT_THAT(std::get<AlwaysPrefix>(ask.always),
              ElementsAre("cat", "/dev/tty"));
}

TEST(Decide, GuardsALineOfTheFileThatEqualsADefault) {
  for (const RuleOrigin origin :
       {RuleOrigin::kDefault, RuleOrigin::kFile, RuleOrigin::kPerson}) {
    RuleSet rules;
    rules.Add({.words = {"tail"}, .origin = origin});
    EXPECT_TRUE(std::holds_alternative<Ask>(
        DecideOn(rules, Command("/usr/bin/tail", {"-f", "log"}))));
    const Decision harmless =
        DecideOn(rules, Command("/usr/bin/tail", {"log"}));
    EXPECT_EQ(std::get<Allow>(harmless).grant.source(), GrantSource::kDefault);
  }
}

TEST(Decide, DoesNotSecondGuessALongerRule) {
  RuleSet rules = DefaultRules();
  rules.Add({.words = {"tail", "-f"}, .origin = RuleOrigin::kPerson});
  const Decision decision =
      DecideOn(rules, Command("/usr/bin/tail", {"-f", "/dev/tty"}), Device);
  const Allow& allow = std::get<Allow>(decision);
  EXPECT_THAT(allow.rule.words, ElementsAre("tail", "-f"));
  EXPECT_EQ(allow.grant.source(), GrantSource::kRule);
}

TEST(Decide, ProbesNothingUnlessADefaultMatched) {
  int probes = 0;
  const auto counting = [&probes](const std::string&) {
    ++probes;
    return base::FileKind::kRegular;
  };
  const TrustedDirs trusted = TrustedDirs::BuiltIn();
  (void)Decide({}, trusted, Command("/bin/cat", {"x"}), counting);
  (void)Decide(Rules({{"cat", "x"}}), trusted, Command("/bin/cat", {"x"}),
               counting);
  (void)Decide(DefaultRules(), trusted, Command("/tmp/cat", {"x"}), counting);
  EXPECT_EQ(probes, 0);
  (void)Decide(DefaultRules(), trusted, Command("/bin/cat", {"x"}), counting);
  EXPECT_EQ(probes, 1);
}

TEST(Decide, BearsAnEmptyArgumentVector) {
  Candidate candidate = Command("/bin/ls", {});
  candidate.argv.clear();
  EXPECT_TRUE(
      std::holds_alternative<Allow>(DecideOn(DefaultRules(), candidate)));
}

}  // namespace
}  // namespace aii::policy
