#include "cli/flag_table.h"

#include "absl/strings/match.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace aii::cli {
namespace {

TEST(Flags, HasEachNameAndLetterOnce) {
  for (const Flag& flag : Flags()) {
    for (const Flag& other : Flags()) {
      if (&flag == &other) continue;
      EXPECT_NE(flag.name, other.name);
      if (flag.letter != '\0') {
        EXPECT_NE(flag.letter, other.letter);
      }
    }
    EXPECT_NE(flag.set == nullptr, flag.value == nullptr) << flag.name;
    EXPECT_EQ(flag.value == nullptr, flag.argument.empty()) << flag.name;
  }
}

TEST(Flags, IsWordedAlike) {
  for (const Flag& flag : Flags()) {
    EXPECT_FALSE(flag.help.empty()) << flag.name;
    EXPECT_FALSE(absl::EndsWith(flag.help, ".")) << flag.name;
    EXPECT_TRUE(flag.more.empty() || absl::EndsWith(flag.more, "."))
        << flag.name;
  }
}

}  // namespace
}  // namespace aii::cli
