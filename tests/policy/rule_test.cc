#include "policy/rule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace aii::policy {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using Words = std::vector<std::string>;

TEST(RuleSet, IsEmptyAtFirst) {
  const RuleSet rules;
  EXPECT_THAT(rules.rules(), IsEmpty());
  EXPECT_THAT(rules.ForProgram("ls"), IsEmpty());
  EXPECT_FALSE(rules.Contains(Words{"ls"}));
}

TEST(RuleSet, KeepsTheOrderInWhichRulesWereAdded) {
  RuleSet rules;
  EXPECT_TRUE(rules.Add({.words = {"git", "status"}}));
  EXPECT_TRUE(rules.Add({.words = {"ls"}}));
  EXPECT_TRUE(rules.Add({.words = {"git", "log"}}));
  ASSERT_THAT(rules.rules(), SizeIs(3));
  EXPECT_THAT(rules.rules()[0].words, ElementsAre("git", "status"));
  EXPECT_THAT(rules.rules()[1].words, ElementsAre("ls"));
  EXPECT_THAT(rules.rules()[2].words, ElementsAre("git", "log"));
}

TEST(RuleSet, FindsTheRulesOfOneProgram) {
  RuleSet rules;
  rules.Add({.words = {"git", "status"}});
  rules.Add({.words = {"ls"}});
  rules.Add({.words = {"git", "log"}});
  EXPECT_THAT(rules.ForProgram("git"), ElementsAre(0U, 2U));
  EXPECT_THAT(rules.ForProgram("ls"), ElementsAre(1U));
  EXPECT_THAT(rules.ForProgram("gi"), IsEmpty());
  EXPECT_THAT(rules.ForProgram(""), IsEmpty());
}

TEST(RuleSet, RefusesADuplicateAndKeepsTheFirst) {
  RuleSet rules;
  EXPECT_TRUE(rules.Add({.words = {"ls"}, .origin = RuleOrigin::kDefault}));
  EXPECT_FALSE(rules.Add({.words = {"ls"}, .origin = RuleOrigin::kPerson}));
  ASSERT_THAT(rules.rules(), SizeIs(1));
  EXPECT_EQ(rules.rules()[0].origin, RuleOrigin::kDefault);
}

TEST(RuleSet, RefusesARuleWithoutWords) {
  RuleSet rules;
  EXPECT_FALSE(rules.Add({}));
  EXPECT_FALSE(rules.Contains({}));
  EXPECT_THAT(rules.rules(), IsEmpty());
}

TEST(RuleSet, ContainsOnlyExactlyTheSameWords) {
  RuleSet rules;
  rules.Add({.words = {"git", "status"}});
  EXPECT_TRUE(rules.Contains(Words{"git", "status"}));
  EXPECT_FALSE(rules.Contains(Words{"git"}));
  EXPECT_FALSE(rules.Contains(Words{"git", "status", ""}));
  EXPECT_FALSE(rules.Contains(Words{"git", "STATUS"}));
  EXPECT_FALSE(rules.Contains(Words{"git status"}));
}

TEST(RuleSet, KeepsOriginAndLine) {
  RuleSet rules;
  rules.Add({.words = {"ls"}, .origin = RuleOrigin::kFile, .line = 7});
  EXPECT_EQ(rules.rules()[0].origin, RuleOrigin::kFile);
  EXPECT_EQ(rules.rules()[0].line, 7);
}

}  // namespace
}  // namespace aii::policy
