#include "os/atomic_file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/clock.h"
#include "base/unique_fd.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/killed_at.h"
#include "tests/support/temp_dir.h"
#include "tests/support/umask.h"
#include "tests/support/without_root.h"

// What happens when a file is synced, before the disk has it.
static std::function<void()> at_next_sync;

// In place of the C library's.
extern "C" int fsync(int fd) {
  if (at_next_sync) std::exchange(at_next_sync, nullptr)();
  return static_cast<int>(::syscall(SYS_fsync, fd));
}

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

base::UniqueFd OpenForAppend(const std::string& path) {
  return base::UniqueFd(::open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC));
}

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

struct AppendCase {
  const char* says;  // reads after "AppendLine"
  const char* before;
  const char* line;
  const char* after;
};

TEST(AppendLine, KeepsEveryByteThatWasThere) {
  const std::vector<AppendCase> cases = {
      {"starts an empty file", "", "git log", "git log\n"},
      {"goes after the last line", "ls\n", "git log", "ls\ngit log\n"},
      {"ends a last line that has no end", "ls", "git log", "ls\ngit log\n"},
      {"keeps blank lines", "\n\n", "x", "\n\nx\n"},
      {"keeps other line ends", "ls\r\npwd\r", "x", "ls\r\npwd\r\nx\n"},
  };
  for (const AppendCase& c : cases) {
    SCOPED_TRACE(c.says);
    const TempDir dir;
    const std::string path = dir.Write("f", c.before);
    const auto fd = OpenForAppend(path);
    ASSERT_TRUE(AppendLine(fd.get(), path, c.line, '#').ok());
    EXPECT_EQ(Slurp(path), c.after);
  }
}

TEST(AppendLine, CutsBackWhatDidNotFitAtAnyByte) {
  const TempDir dir;
  for (const std::string before : {"ls\n", "ls", ""}) {
    const std::string line = "git status --short";
    const std::size_t added =
        line.size() + 1 + (before == "ls" ? std::size_t{1} : 0);
    for (std::size_t room = 0; room < added; ++room) {
      SCOPED_TRACE(before + ", room for " + std::to_string(room));
      const std::string path = dir.Write("f", before);
      const auto fd = OpenForAppend(path);
      std::optional<FileSizeLimit> full(before.size() + room);
      const absl::Status status = AppendLine(fd.get(), path, line, '#');
      full.reset();
      EXPECT_THAT(std::string(status.message()),
                  HasSubstr("cannot write '" + path + "': "));
      EXPECT_EQ(Slurp(path), before);
    }
    const std::string path = dir.Write("f", before);
    const FileSizeLimit enough(before.size() + added);
    EXPECT_TRUE(AppendLine(OpenForAppend(path).get(), path, line, '#').ok());
  }
}

// The disk is full after each number of bytes, and the process dies before it
// can cut them back: so a write(2) looks that a kill tore.
TEST(AppendLine, LeavesOnlyInertTextWhenItIsTornAtAnyByte) {
  const TempDir dir;
  const std::string line = "git status --short";
  for (const std::string before : {"ls\n", "ls", ""}) {
    const std::string whole =
        std::string(before == "ls" ? "\n" : "") + "#it status --short\n";
    for (std::size_t room = 1; room < whole.size(); ++room) {
      SCOPED_TRACE(before + ", room for " + std::to_string(room));
      const std::string path = dir.Write("f", before);
      const auto fd = OpenForAppend(path);
      const FileSizeLimit full(before.size() + room);
      const KilledAt end = RunUntil(
          SYS_ftruncate, [&] { (void)AppendLine(fd.get(), path, line, '#'); });
      if (end == KilledAt::kUnsupported) GTEST_SKIP() << "no seccomp here";
      EXPECT_EQ(end, KilledAt::kKilled);
      EXPECT_EQ(Slurp(path), before + whole.substr(0, room));
    }
  }
}

TEST(AppendLine, SyncsTheInertLineBeforeItCounts) {
  const TempDir dir;
  const std::string path = dir.Write("f", "ls\n");
  const auto fd = OpenForAppend(path);
  for (const int call : {SYS_fsync, SYS_pwrite64}) {
    ASSERT_EQ(::truncate(path.c_str(), 3), 0);
    const KilledAt end = RunUntil(
        call, [&] { (void)AppendLine(fd.get(), path, "git log", '#'); });
    if (end == KilledAt::kUnsupported) GTEST_SKIP() << "no seccomp here";
    EXPECT_EQ(end, KilledAt::kKilled);
    EXPECT_EQ(Slurp(path), "ls\n#it log\n");
  }
}

struct MeddlingCase {
  const char* says;  // reads after "AppendLine leaves alone"
  const char* saved;
};

// Decision 25: an editor knows no lock.
TEST(AppendLine, LeavesAloneWhatAnEditorSavedMeanwhile) {
  const std::vector<MeddlingCase> cases = {
      {"a file without the new line", "ls\n"},
      {"an emptied file", ""},
      {"a changed line", "ls\n#it lag\n"},
      {"a line that moved", "lsof\n#it log\n"},
  };
  for (const MeddlingCase& c : cases) {
    SCOPED_TRACE(c.says);
    const TempDir dir;
    const std::string path = dir.Write("f", "ls\n");
    const auto fd = OpenForAppend(path);
    at_next_sync = [&] { dir.Write("f", c.saved); };
    const absl::Status status = AppendLine(fd.get(), path, "git log", '#');
    EXPECT_EQ(status.message(), "'" + path + "' was changed meanwhile");
    EXPECT_TRUE(absl::IsAborted(status));
    EXPECT_EQ(Slurp(path), c.saved);
  }
}

TEST(AppendLine, KeepsWhatIsAppendedMeanwhile) {
  const TempDir dir;
  const std::string path = dir.Write("f", "ls\n");
  const auto fd = OpenForAppend(path);
  at_next_sync = [&] { dir.Write("f", "ls\n#it log\n# mine\nps\n"); };
  EXPECT_TRUE(AppendLine(fd.get(), path, "git log", '#').ok());
  EXPECT_EQ(Slurp(path), "ls\ngit log\n# mine\nps\n");
}

TEST(AppendLine, AppendsAgainAfterwards) {
  const TempDir dir;
  const std::string path = dir.Write("f", "ls\n");
  const auto fd = OpenForAppend(path);
  ASSERT_TRUE(AppendLine(fd.get(), path, "a", '#').ok());
  ASSERT_EQ(::lseek(fd.get(), 0, SEEK_SET), 0);
  ASSERT_TRUE(AppendLine(fd.get(), path, "b", '#').ok());
  EXPECT_EQ(Slurp(path), "ls\na\nb\n");
}

TEST(AppendLine, RefusesAnEmptyLine) {
  const TempDir dir;
  const std::string path = dir.Write("f", "ls\n");
  EXPECT_EQ(AppendLine(OpenForAppend(path).get(), path, "", '#').code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Slurp(path), "ls\n");
}

TEST(AppendLine, SaysThatTheDiskIsFull) {
  const base::UniqueFd full(::open("/dev/full", O_RDWR | O_CLOEXEC));
  if (!full.valid()) GTEST_SKIP() << "no /dev/full here";
  const absl::Status status = AppendLine(full.get(), "f", "line", '#');
  EXPECT_EQ(status.message(), "cannot write 'f': No space left on device");
}

TEST(AppendLine, SaysWhatTheDescriptorCannotDo) {
  const TempDir dir;
  const std::string path = dir.Write("f", "ls\n");
  const base::UniqueFd reading(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  EXPECT_FALSE(AppendLine(reading.get(), path, "x", '#').ok());
  EXPECT_FALSE(AppendLine(-1, path, "x", '#').ok());
  EXPECT_EQ(Slurp(path), "ls\n");
}

TEST(FileLock, IsHeldByOneAtATime) {
  const TempDir dir;
  const std::string path = dir.File("f.lock");
  std::atomic<int> inside = 0;
  std::atomic<int> most = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      const auto lock = FileLock::Acquire(path);
      ASSERT_TRUE(lock.ok()) << lock.status();
      most = std::max<int>(most, ++inside);
      ::usleep(5'000);
      --inside;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(most, 1);
}

TEST(FileLock, GivesUpAfterItsPatience) {
  const TempDir dir;
  const std::string path = dir.File("f.lock");
  const auto held = FileLock::Acquire(path);
  ASSERT_TRUE(held.ok());
  const absl::Time start = absl::Now();
  const auto second = FileLock::Acquire(path);
  EXPECT_EQ(second.status().code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_EQ(second.status().message(),
            "another process keeps '" + path + "' locked");
  EXPECT_GE(absl::Now() - start, kLockPatience - absl::Milliseconds(100));
}

TEST(FileLock, IsFreedWhenItsHolderIsKilled) {
  const TempDir dir;
  const std::string path = dir.File("f.lock");
  std::array<int, 2> ends = {-1, -1};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const base::UniqueFd read_end(ends[0]);
  base::UniqueFd write_end(ends[1]);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto lock = FileLock::Acquire(path);
    if (::write(write_end.get(), lock.ok() ? "y" : "n", 1) == 1) ::pause();
    ::_exit(1);
  }
  char locked = 0;
  ASSERT_EQ(::read(read_end.get(), &locked, 1), 1);
  ASSERT_EQ(locked, 'y');
  ASSERT_EQ(::kill(child, SIGKILL), 0);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  EXPECT_TRUE(FileLock::Acquire(path).ok());
}

TEST(FileLock, MakesAPrivateFileWhateverTheUmaskAndUsesItAgain) {
  const TempDir dir;
  const std::string path = dir.File("f.lock");
  {
    const Umask umask(0777);
    ASSERT_TRUE(FileLock::Acquire(path).ok());
  }
  EXPECT_EQ(ModeOf(path), 0600u);
  EXPECT_TRUE(FileLock::Acquire(path).ok());
}

TEST(FileLock, FollowsNoLink) {
  const TempDir dir;
  ASSERT_EQ(::symlink("elsewhere", dir.File("f.lock").c_str()), 0);
  EXPECT_FALSE(FileLock::Acquire(dir.File("f.lock")).ok());
  EXPECT_THAT(NamesIn(dir.path()), ElementsAre("f.lock"));
}

TEST(FileLock, NamesAMissingDirectory) {
  const TempDir dir;
  EXPECT_EQ(FileLock::Acquire(dir.File("none/f.lock")).status().code(),
            absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace aii::os
