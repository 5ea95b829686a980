#include "policy/defaults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace aii::policy {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

// spec A3
TEST(DefaultPrograms, AreTheListOfTheSpecInItsOrder) {
  EXPECT_THAT(DefaultPrograms(),
              ElementsAre("ls", "pwd", "cat", "head", "tail", "wc", "date",
                          "whoami", "uname", "df", "du", "stat", "file",
                          "which", "ps", "uptime", "sw_vers"));
}

TEST(IsDefaultProgram, ComparesWholeNames) {
  for (const absl::string_view name : DefaultPrograms()) {
    EXPECT_TRUE(IsDefaultProgram(name)) << name;
  }
  for (const char* name : {"", "l", "lsof", "LS", "git", "/bin/ls", "ls "}) {
    EXPECT_FALSE(IsDefaultProgram(name)) << name;
  }
}

// spec A3
TEST(DefaultRules, AreTheProgramsAlone) {
  const RuleSet rules = DefaultRules();
  ASSERT_THAT(rules.rules(), SizeIs(DefaultPrograms().size()));
  for (std::size_t i = 0; i < rules.rules().size(); ++i) {
    const Rule& rule = rules.rules()[i];
    EXPECT_THAT(rule.words, ElementsAre(std::string(DefaultPrograms()[i])));
    EXPECT_EQ(rule.origin, RuleOrigin::kDefault);
    EXPECT_EQ(rule.line, 0);
  }
}

}  // namespace
}  // namespace aii::policy
