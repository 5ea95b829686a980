#include "cli/completions.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "cli/flag_table.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/golden.h"

namespace aii::cli {
namespace {

using ::aii::testing::ExpectGolden;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Completions, AreTheGoldenOnesForBash) {
  ExpectGolden("aii.bash", BashCompletion());
}

TEST(Completions, AreTheGoldenOnesForZsh) {
  ExpectGolden("_aii", ZshCompletion());
}

TEST(Completions, AreTheGoldenOnesForFish) {
  ExpectGolden("aii.fish", FishCompletion());
}

// spec F8
TEST(Completions, HaveEachFlagAndNothingLeftToReplace) {
  for (const std::string& script :
       {BashCompletion(), ZshCompletion(), FishCompletion()}) {
    EXPECT_THAT(script, Not(HasSubstr("@")));
  }
  for (const Flag& flag : Flags()) {
    const std::string name = absl::StrCat("--", flag.name);
    EXPECT_THAT(BashCompletion(), HasSubstr(name));
    EXPECT_THAT(ZshCompletion(), HasSubstr(name));
    EXPECT_THAT(FishCompletion(), HasSubstr(absl::StrCat(" -l ", flag.name)));
  }
}

}  // namespace
}  // namespace aii::cli
