#include "os/atomic_file.h"

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/killed_at.h"
#include "tests/support/temp_dir.h"
#include "tests/support/umask.h"
#include "tests/support/without_root.h"

namespace aii::os {
namespace {

using ::testing::ElementsAre;
using testing::FileSizeLimit;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::KilledAt;
using testing::ModeOf;
using testing::NamesIn;
using testing::RunUntil;
using testing::Slurp;
using testing::TempDir;
using testing::Umask;

TEST(MakePrivateDirectories, SetsTheModeOfEachNewOneWhateverTheUmask) {
  for (const mode_t mask : {0000u, 0022u, 0077u, 0777u}) {
    SCOPED_TRACE(mask);
    const TempDir dir;
    const Umask umask(mask);
    ASSERT_TRUE(MakePrivateDirectories(dir.File("a/b/c")).ok());
    for (const char* made : {"a", "a/b", "a/b/c"}) {
      EXPECT_EQ(ModeOf(dir.File(made)), 0700u) << made;
    }
  }
}

TEST(MakePrivateDirectories, LeavesWhatIsThereAlone) {
  const TempDir dir;
  ASSERT_EQ(::mkdir(dir.File("shared").c_str(), 0755), 0);
  ASSERT_EQ(::symlink("shared", dir.File("link").c_str()), 0);
  ASSERT_TRUE(MakePrivateDirectories(dir.File("link/new")).ok());
  EXPECT_EQ(ModeOf(dir.File("shared")), 0755u);
  EXPECT_EQ(ModeOf(dir.File("shared/new")), 0700u);
  EXPECT_TRUE(MakePrivateDirectories(dir.File("link/new")).ok());
  EXPECT_TRUE(MakePrivateDirectories("/").ok());
}

TEST(MakePrivateDirectories, ToleratesSlashesTooMany) {
  const TempDir dir;
  ASSERT_TRUE(MakePrivateDirectories(dir.File("//a///b//")).ok());
  EXPECT_EQ(ModeOf(dir.File("a/b")), 0700u);
}

TEST(MakePrivateDirectories, RefusesRelativePaths) {
  for (const char* path : {"", "a", "./a", "~/a"}) {
    EXPECT_EQ(MakePrivateDirectories(path).code(),
              absl::StatusCode::kInvalidArgument)
        << path;
  }
}

TEST(MakePrivateDirectories, NamesWhatIsInTheWay) {
  const TempDir dir;
  dir.Write("file", "");
  const absl::Status status = MakePrivateDirectories(dir.File("file/a/b"));
  EXPECT_EQ(status.message(),
            "cannot create '" + dir.File("file") + "': Not a directory");
}

TEST(MakePrivateDirectories, NamesWhatCannotBeWritten) {
  const TempDir dir;
  ASSERT_EQ(::mkdir(dir.File("locked").c_str(), 0755), 0);
  ASSERT_EQ(::chmod(dir.path().c_str(), 0755), 0);
  ASSERT_EQ(::chmod(dir.File("locked").c_str(), 0555), 0);
  const testing::WithoutRoot nobody;
  const absl::Status status = MakePrivateDirectories(dir.File("locked/a/b"));
  EXPECT_EQ(status.message(),
            "cannot create '" + dir.File("locked/a") + "': Permission denied");
}

TEST(CreateFileAtomically, WritesTheContentPrivatelyWhateverTheUmask) {
  for (const mode_t mask : {0000u, 0077u, 0777u}) {
    SCOPED_TRACE(mask);
    const TempDir dir;
    const Umask umask(mask);
    ASSERT_TRUE(CreateFileAtomically(dir.File("f"), "one\ntwo\n").ok());
    EXPECT_EQ(ModeOf(dir.File("f")), 0600u);
    EXPECT_EQ(Slurp(dir.File("f")), "one\ntwo\n");
    EXPECT_THAT(NamesIn(dir.path()), ElementsAre("f"));
  }
}

TEST(CreateFileAtomically, NeverReplaces) {
  const TempDir dir;
  dir.Write("file", "mine");
  ASSERT_EQ(::mkdir(dir.File("directory").c_str(), 0700), 0);
  ASSERT_EQ(::symlink("nothing", dir.File("dangling").c_str()), 0);
  for (const char* name : {"file", "directory", "dangling"}) {
    EXPECT_EQ(CreateFileAtomically(dir.File(name), "x").code(),
              absl::StatusCode::kAlreadyExists)
        << name;
  }
  EXPECT_EQ(Slurp(dir.File("file")), "mine");
  EXPECT_THAT(NamesIn(dir.path()),
              ElementsAre("dangling", "directory", "file"));
}

TEST(CreateFileAtomically, LeavesNothingWhenTheDiskIsFullAtAnyByte) {
  const TempDir dir;
  const std::string content = "# header\nls\npwd\n";
  for (std::size_t room = 0; room < content.size(); ++room) {
    SCOPED_TRACE(room);
    std::optional<FileSizeLimit> full(room);
    const absl::Status status = CreateFileAtomically(dir.File("f"), content);
    full.reset();
    EXPECT_THAT(std::string(status.message()), HasSubstr("cannot write '"));
    EXPECT_THAT(NamesIn(dir.path()), IsEmpty());
  }
  const FileSizeLimit enough(content.size());
  EXPECT_TRUE(CreateFileAtomically(dir.File("f"), content).ok());
}

TEST(CreateFileAtomically, NamesAMissingDirectory) {
  const TempDir dir;
  EXPECT_EQ(
      CreateFileAtomically(dir.File("none/f"), "x").message(),
      "cannot create '" + dir.File("none/f") + "': No such file or directory");
}

TEST(CreateFileAtomically, LetsExactlyOneOfManyWin) {
  const TempDir dir;
  std::atomic<int> winners = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      if (CreateFileAtomically(dir.File("f"), std::string(100, char('0' + i)))
              .ok()) {
        ++winners;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(winners, 1);
  EXPECT_THAT(NamesIn(dir.path()), ElementsAre("f"));
  const std::string content = Slurp(dir.File("f"));
  EXPECT_EQ(content, std::string(100, content.front()));
}

TEST(RemoveUnfinished, RemovesWhatAKilledOneLeftAndNothingElse) {
  const TempDir dir;
  const std::string path = dir.File("f");
  const KilledAt end = RunUntil(
      SYS_renameat2, [&] { (void)CreateFileAtomically(path, "text\n"); });
  if (end == KilledAt::kUnsupported) GTEST_SKIP() << "no seccomp here";
  ASSERT_EQ(end, KilledAt::kKilled);
  ASSERT_EQ(NamesIn(dir.path()).size(), 1u);
  for (const char* other : {"f", "f.new", "f.new-notes", "g.new-abcdef"}) {
    dir.Write(other, "mine");
  }
  EXPECT_TRUE(RemoveUnfinished(path).ok());
  EXPECT_THAT(NamesIn(dir.path()),
              ElementsAre("f", "f.new", "f.new-notes", "g.new-abcdef"));
  EXPECT_TRUE(RemoveUnfinished(path).ok());
}

TEST(RemoveUnfinished, NamesWhatItCannotReadOrRemove) {
  const TempDir dir;
  EXPECT_EQ(
      RemoveUnfinished(dir.File("none/f")).message(),
      "cannot open '" + dir.File("none") + "': No such file or directory");
  const std::string in_the_way = dir.File("f.new-abcdef");
  ASSERT_EQ(::mkdir(in_the_way.c_str(), 0700), 0);
  EXPECT_THAT(std::string(RemoveUnfinished(dir.File("f")).message()),
              HasSubstr("cannot remove '" + in_the_way + "': "));
}

using RenameFunction = absl::Status (*)(const std::string&, const std::string&);

class Renaming : public ::testing::TestWithParam<RenameFunction> {};

TEST_P(Renaming, MovesTheFile) {
  const TempDir dir;
  const std::string from = dir.Write("from", "content");
  ASSERT_TRUE(GetParam()(from, dir.File("to")).ok());
  EXPECT_EQ(Slurp(dir.File("to")), "content");
  EXPECT_THAT(NamesIn(dir.path()), ElementsAre("to"));
}

TEST_P(Renaming, KeepsWhatIsThere) {
  const TempDir dir;
  const std::string from = dir.Write("from", "new");
  const std::string to = dir.Write("to", "old");
  EXPECT_EQ(GetParam()(from, to).code(), absl::StatusCode::kAlreadyExists);
  EXPECT_EQ(Slurp(to), "old");
  EXPECT_EQ(Slurp(from), "new");
}

TEST_P(Renaming, NamesTheTargetOfAFailure) {
  const TempDir dir;
  const absl::Status status = GetParam()(dir.File("none"), dir.File("to"));
  EXPECT_EQ(status.message(), "cannot create '" + dir.File("to") +
                                  "': No such file or directory");
}

INSTANTIATE_TEST_SUITE_P(BothWays, Renaming,
                         ::testing::Values(&RenameNoReplace, &LinkNoReplace));

}  // namespace
}  // namespace aii::os
