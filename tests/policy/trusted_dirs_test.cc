#include "policy/trusted_dirs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace aii::policy {
namespace {

using ::testing::Contains;
using ::testing::IsSupersetOf;
using ::testing::Not;

struct TrustCase {
  const char* says;  // reads after "Trusts"
  const char* path;
  bool trusted;
};

void ExpectTrust(const TrustedDirs& directories,
                 const std::vector<TrustCase>& cases) {
  for (const TrustCase& c : cases) {
    SCOPED_TRACE(c.says);
    EXPECT_EQ(directories.Trusts({.path = c.path}), c.trusted) << c.path;
  }
}

// spec R3
TEST(TrustedDirs, TrustsDirectChildrenOnly) {
  ExpectTrust(
      TrustedDirs::BuiltIn(),
      {
          {"a program of /bin", "/bin/ls", true},
          {"a program of /usr/bin", "/usr/bin/git", true},
          {"a program of /sbin", "/sbin/ip", true},
          {"a program of /usr/sbin", "/usr/sbin/lsof", true},
          {"a program of /usr/local/bin", "/usr/local/bin/x", true},
          {"a program of Homebrew (match-018)", "/opt/homebrew/bin/git", true},
          {"no nested one (match-021)", "/usr/local/bin/sub/ls", false},
          {"no longer name (match-020)", "/usr/binary/ls", false},
          {"no shorter one", "/usr/ls", false},
          {"no copy in a home (match-015)", "/home/user/bin/git", false},
          {"no copy below /tmp (match-016)", "/tmp/evil/ls", false},
          {"no trusted path below another root", "/tmp/usr/bin/ls", false},
          {"no other letter case", "/USR/BIN/ls", false},
          {"no other spelling of a volume (resolve-023)",
           "/System/Volumes/Data/usr/local/bin/tool", false},
          {"nothing in the root", "/ls", false},
      });
}

TEST(TrustedDirs, TrustsNoPathThatNeedsNormalisation) {
  ExpectTrust(
      TrustedDirs::BuiltIn(),
      {
          {"no .. through a link (match-023)", "/usr/bin/X11/../ls", false},
          {"no .. that cancels out", "/usr/lib/../bin/ls", false},
          {"no .. at the start", "/../bin/ls", false},
          {"no . component", "/usr/./bin/ls", false},
          {"no . before the name", "/usr/bin/./ls", false},
          {"no empty component", "/usr//bin/ls", false},
          {"no empty component before the name", "/usr/bin//ls", false},
          {"no doubled slash at the start", "//usr/bin/ls", false},
          {"no directory", "/usr/bin/", false},
          {"no . as the name", "/usr/bin/.", false},
          {"no .. as the name", "/usr/bin/..", false},
          {"no relative path", "usr/bin/ls", false},
          {"no bare name", "ls", false},
          {"no empty path", "", false},
          {"no root", "/", false},
          {"a name of three dots", "/usr/bin/...", true},
          {"a name that starts with dots", "/usr/bin/..ls", true},
      });
}

TEST(TrustedDirs, NeverTrustsWhatWasGivenAsRelative) {
  EXPECT_FALSE(TrustedDirs::BuiltIn().Trusts(
      {.path = "/usr/bin/ls", .given_relative = true}));
}

// spec R3
TEST(TrustedDirs, BuiltInHoldsTheSixOfTheSpec) {
  EXPECT_THAT(TrustedDirs::BuiltIn().directories(),
              IsSupersetOf({"/bin", "/usr/bin", "/sbin", "/usr/sbin",
                            "/usr/local/bin", "/opt/homebrew/bin"}));
}

// spec R3
TEST(TrustedDirs, BuiltInKnowsNixosOnLinuxOnly) {
  const TrustedDirs directories = TrustedDirs::BuiltIn();
#ifdef __linux__
  EXPECT_THAT(
      directories.directories(),
      IsSupersetOf({"/run/current-system/sw/bin", "/run/wrappers/bin"}));
#else
  EXPECT_THAT(directories.directories(), Not(Contains("/run/wrappers/bin")));
#endif
}

TEST(TrustedDirs, UsesTheListThatItWasGiven) {
  const TrustedDirs directories({"/root/one", "/root/two"});
  EXPECT_TRUE(directories.Trusts({.path = "/root/one/x"}));
  EXPECT_TRUE(directories.Trusts({.path = "/root/two/x"}));
  EXPECT_FALSE(directories.Trusts({.path = "/root/x"}));
  EXPECT_FALSE(directories.Trusts({.path = "/usr/bin/ls"}));
  EXPECT_FALSE(TrustedDirs({}).Trusts({.path = "/usr/bin/ls"}));
}

}  // namespace
}  // namespace aii::policy
