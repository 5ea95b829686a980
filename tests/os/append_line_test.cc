#include "os/append_line.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "base/unique_fd.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/killed_at.h"
#include "tests/support/temp_dir.h"

// What happens when a file is synced, before the disk has it.
static std::function<void()> at_next_sync;

// In place of the C library's.
extern "C" int fsync(int fd) {
  if (at_next_sync) std::exchange(at_next_sync, nullptr)();
  return static_cast<int>(::syscall(SYS_fsync, fd));
}

namespace aii::os {
namespace {

using testing::FileSizeLimit;
using ::testing::HasSubstr;
using testing::KilledAt;
using testing::RunUntil;
using testing::Slurp;
using testing::TempDir;

base::UniqueFd OpenForAppend(const std::string& path) {
  return base::UniqueFd(::open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC));
}

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

}  // namespace
}  // namespace aii::os
