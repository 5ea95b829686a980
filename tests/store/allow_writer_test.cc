#include "store/allow_writer.h"

#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "os/file_lock.h"
#include "store/allow_file.h"
#include "tests/support/allow_files.h"
#include "tests/support/temp_dir.h"
#include "tests/support/umask.h"
#include "tests/support/without_root.h"

namespace aii::store {
namespace {

using ::testing::ElementsAre;
using testing::ExpectSeeded;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::kGitLog;
using testing::kGitStatus;
using testing::ModeOf;
using testing::NamesIn;
using testing::Slurp;
using testing::TempDir;
using testing::Umask;
using testing::Words;
using testing::WordsOf;
using testing::WriteAllow;

// config-file-010 and config-file-023
// spec A7
TEST(SaveRule, SeedsAMissingFilePrivatelyWhateverTheUmask) {
  for (const mode_t mask : {0000u, 0022u, 0777u}) {
    SCOPED_TRACE(mask);
    const TempDir home;
    const std::string path = AllowFilePath(home.path());
    {
      const Umask umask(mask);
      ASSERT_TRUE(SaveRule(path, kGitStatus).ok());
    }
    ExpectSeeded(path, {"git status"});
    EXPECT_EQ(ModeOf(path), 0600u);
    EXPECT_EQ(ModeOf(home.File(".config")), 0700u);
    EXPECT_EQ(ModeOf(home.File(".config/aii")), 0700u);
    EXPECT_THAT(NamesIn(home.File(".config/aii")),
                ElementsAre("allow", "allow.lock"));
    EXPECT_EQ(LoadAllowFile(path).rules.rules().size(), 18u);
  }
}

TEST(SaveRule, SeedsADefaultOnce) {
  const TempDir dir;
  ASSERT_TRUE(SaveRule(dir.File("allow"), Words{"ls"}).ok());
  ExpectSeeded(dir.File("allow"), {});
}

struct SaveCase {
  const char* says;  // reads after "SaveRule"
  std::string before;
  Words words;
  std::string after;
};

// spec A8
TEST(SaveRule, AppendsOneLineAndKeepsTheRest) {
  const std::vector<SaveCase> cases = {
      {"config-file-013: keeps comments and order",
       "# mine\nls\n\n# more\ncat\n", kGitLog,
       "# mine\nls\n\n# more\ncat\ngit log\n"},
      {"config-file-015: adds no duplicate", "'git' status\n", kGitStatus,
       "'git' status\n"},
      {"config-file-016: quotes", "ls\n", {"git", "a b"}, "ls\ngit 'a b'\n"},
      {"fills an empty file without the defaults", "", kGitLog, "git log\n"},
      {"ends the last line first", "ls", kGitLog, "ls\ngit log\n"},
      {"adds a longer rule", "git\n", kGitLog, "git\ngit log\n"},
      {"adds a shorter rule", "git log\n", {"git"}, "git log\ngit\n"},
      {"goes after a malformed line", "git 'x", kGitLog, "git 'x\ngit log\n"},
  };
  for (const SaveCase& c : cases) {
    SCOPED_TRACE(c.says);
    const TempDir dir;
    const std::string path = WriteAllow(dir, c.before, 0640);
    ASSERT_TRUE(SaveRule(path, c.words).ok());
    EXPECT_EQ(Slurp(path), c.after);
    EXPECT_EQ(ModeOf(path), 0640u);
    EXPECT_TRUE(LoadAllowFile(path).rules.Contains(c.words));
  }
}

TEST(SaveRule, StoresExactlyTheseWordsOrNothing) {
  const std::vector<Words> storable = {
      {"#x"},       {"a b"},          {"git", ""},
      {"git", "#"}, {"x", "it's"},    {"x", "\"", "\\", "$HOME", "~", "*"},
      {"x", "\r"},  {"x", "\xC3\xA9"}};
  for (const Words& words : storable) {
    SCOPED_TRACE(absl::StrJoin(words, "|"));
    const TempDir dir;
    const std::string path = WriteAllow(dir, "");
    ASSERT_TRUE(SaveRule(path, words).ok());
    EXPECT_THAT(WordsOf(LoadAllowFile(path).rules), ElementsAre(words));
  }
  const std::vector<Words> refused = {{},
                                      {""},
                                      {"", "x"},
                                      {"x", "a\nb"},
                                      {"x", std::string("a\0b", 3)},
                                      {"x", "\xFF"},
                                      {"x", std::string(5000, 'y')}};
  for (const Words& words : refused) {
    SCOPED_TRACE(absl::StrJoin(words, "|"));
    const TempDir dir;
    EXPECT_EQ(SaveRule(dir.File("allow"), words).code(),
              absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(NamesIn(dir.path()), IsEmpty());
  }
}

// config-file-020
TEST(SaveRule, DoesNotBringBackARuleThatThePersonRemoved) {
  const TempDir dir;
  const std::string path = WriteAllow(dir, "ls\ngit push\n");
  const LoadedRules loaded = LoadAllowFile(path);
  WriteAllow(dir, "ls\n");
  ASSERT_TRUE(SaveRule(path, kGitLog).ok());
  EXPECT_EQ(Slurp(path), "ls\ngit log\n");
}

// config-file-021
TEST(SaveRule, WritesThroughALinkAndKeepsIt) {
  const TempDir dir;
  ASSERT_EQ(::mkdir(dir.File("dotfiles").c_str(), 0755), 0);
  const std::string target = dir.Write("dotfiles/allow", "ls\n");
  ASSERT_EQ(::chmod(target.c_str(), 0644), 0);
  ASSERT_EQ(::symlink("dotfiles/allow", dir.File("allow").c_str()), 0);
  ASSERT_TRUE(SaveRule(dir.File("allow"), kGitStatus).ok());
  EXPECT_EQ(Slurp(target), "ls\ngit status\n");
  struct stat info = {};
  ASSERT_EQ(::lstat(dir.File("allow").c_str(), &info), 0);
  EXPECT_TRUE(S_ISLNK(info.st_mode));
}

TEST(SaveRule, KeepsALinkToNothing) {
  const TempDir dir;
  ASSERT_EQ(::symlink("nothing", dir.File("allow").c_str()), 0);
  EXPECT_EQ(LoadAllowFile(dir.File("allow")).source, AllowSource::kNoFile);
  EXPECT_EQ(SaveRule(dir.File("allow"), kGitStatus).code(),
            absl::StatusCode::kAlreadyExists);
  EXPECT_THAT(NamesIn(dir.path()), ElementsAre("allow", "allow.lock"));
}

// config-file-025
TEST(SaveRule, SaysWhyItCannotWrite) {
  const TempDir home;
  ASSERT_EQ(::chmod(home.path().c_str(), 0555), 0);
  const testing::WithoutRoot nobody;
  const absl::Status status = SaveRule(AllowFilePath(home.path()), kGitStatus);
  EXPECT_EQ(status.message(),
            "cannot create '" + home.File(".config") + "': Permission denied");
}

// Decision 26
TEST(SaveRule, NeverWritesToAnUntrustedFile) {
  const TempDir dir;
  const std::string path = WriteAllow(dir, "ls\n", 0620);
  ASSERT_EQ(::mkfifo(dir.File("fifo").c_str(), 0600), 0);
  for (const std::string& untrusted : {path, dir.File("fifo")}) {
    const absl::Status saved = SaveRule(untrusted, kGitStatus);
    EXPECT_EQ(saved.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_EQ(saved.message(), "'" + untrusted + "' is not private");
  }
  EXPECT_EQ(Slurp(path), "ls\n");
}

TEST(SaveRule, SaysWhyItCannotAppend) {
  const TempDir dir;
  ASSERT_EQ(::chmod(dir.path().c_str(), 0777), 0);
  const testing::WithoutRoot nobody;
  const std::string path = WriteAllow(dir, "ls\n", 0400);
  EXPECT_EQ(SaveRule(path, kGitStatus).message(),
            "cannot open '" + path + "': Permission denied");
}

TEST(SaveRule, NeedsAnAbsolutePath) {
  EXPECT_EQ(SaveRule("", kGitStatus).code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(SaveRule("allow", kGitStatus).code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(SaveRule, LetsNoFileGrowBeyondWhatIsRead) {
  const TempDir dir;
  std::string text(kMaxAllowFileBytes - 5, '\n');
  const std::string path = WriteAllow(dir, text);
  EXPECT_EQ(SaveRule(path, kGitStatus).code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(Slurp(path), text);
}

TEST(SaveRule, GivesUpWhenTheLockIsKept) {
  const TempDir dir;
  const std::string path = WriteAllow(dir, "ls\n");
  const auto lock = os::FileLock::Acquire(path + ".lock");
  ASSERT_TRUE(lock.ok());
  EXPECT_EQ(SaveRule(path, kGitLog).code(),
            absl::StatusCode::kDeadlineExceeded);
  EXPECT_EQ(Slurp(path), "ls\n");
}

// config-file-036
TEST(RemoveAllowFile, SaysWhetherThereWasOne) {
  const TempDir dir;
  const auto none = RemoveAllowFile(dir.File("none/allow"));
  ASSERT_TRUE(none.ok()) << none.status();
  EXPECT_FALSE(*none);
  EXPECT_FALSE(*RemoveAllowFile(""));
  EXPECT_THAT(NamesIn(dir.path()), IsEmpty());

  const std::string path = WriteAllow(dir, "rm\n");
  EXPECT_TRUE(*RemoveAllowFile(path));
  EXPECT_EQ(LoadAllowFile(path).source, AllowSource::kNoFile);
  EXPECT_FALSE(*RemoveAllowFile(path));
}

TEST(RemoveAllowFile, RemovesALinkAndNotItsTarget) {
  const TempDir dir;
  dir.Write("target", "ls\n");
  ASSERT_EQ(::symlink("target", dir.File("allow").c_str()), 0);
  EXPECT_TRUE(*RemoveAllowFile(dir.File("allow")));
  EXPECT_EQ(Slurp(dir.File("target")), "ls\n");
}

// Decision 28
TEST(RemoveAllowFile, NeverRemovesADirectory) {
  const TempDir dir;
  ASSERT_EQ(::mkdir(dir.File("allow").c_str(), 0700), 0);
  dir.Write("allow/file", "x");
  const auto removed = RemoveAllowFile(dir.File("allow"));
  EXPECT_FALSE(removed.ok());
  EXPECT_THAT(std::string(removed.status().message()),
              HasSubstr("cannot remove '"));
  EXPECT_EQ(Slurp(dir.File("allow/file")), "x");
}

}  // namespace
}  // namespace aii::store
