// SaveRule where disks are full, processes are killed, and many save at once.

#include <fcntl.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/unique_fd.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "policy/defaults.h"
#include "store/allow_file.h"
#include "store/allow_writer.h"
#include "tests/support/allow_files.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/killed_at.h"
#include "tests/support/temp_dir.h"

namespace aii::store {
namespace {

using ::testing::ElementsAre;
using testing::ExpectSeeded;
using testing::FileSizeLimit;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::kGitLog;
using testing::kGitStatus;
using testing::KilledAt;
using testing::NamesIn;
using testing::RunUntil;
using testing::Slurp;
using testing::TempDir;
using testing::Words;
using testing::WordsOf;
using testing::WriteAllow;

// config-file-026
TEST(SaveRule, LeavesTheFileAsItWasWhenTheDiskIsFullAtAnyByte) {
  const TempDir dir;
  for (const std::string before : {"ls\n", "ls"}) {
    const std::string after = "ls\ngit status\n";
    for (std::size_t size = before.size(); size < after.size(); ++size) {
      SCOPED_TRACE(size);
      const std::string path = WriteAllow(dir, before);
      std::optional<FileSizeLimit> full(size);
      const absl::Status status = SaveRule(path, kGitStatus);
      full.reset();
      EXPECT_THAT(std::string(status.message()), HasSubstr("cannot write"));
      EXPECT_EQ(Slurp(path), before);
    }
    const std::string path = WriteAllow(dir, before);
    const FileSizeLimit enough(after.size());
    EXPECT_TRUE(SaveRule(path, kGitStatus).ok());
    EXPECT_EQ(Slurp(path), after);
  }
}

// config-file-011, for a disk that is full
TEST(SaveRule, SeedsAllOrNothingWhenTheDiskIsFullAtAnyByte) {
  const TempDir whole;
  ASSERT_TRUE(SaveRule(whole.File("allow"), kGitStatus).ok());
  const std::string text = Slurp(whole.File("allow"));
  for (std::size_t size = 0; size < text.size(); ++size) {
    SCOPED_TRACE(size);
    const TempDir dir;
    std::optional<FileSizeLimit> full(size);
    EXPECT_FALSE(SaveRule(dir.File("allow"), kGitStatus).ok());
    full.reset();
    EXPECT_THAT(NamesIn(dir.path()), ElementsAre("allow.lock"));
  }
}

// A file system that really is full: one page is left, of which the allow file
// has taken all but `room` bytes. Returns what is wrong; "" where nothing is.
std::string SaveWithRoomFor(const std::string& path, std::size_t room) {
  constexpr std::size_t kPage = 4096;
  std::string before = "ls\n#";
  before.append(kPage - room - before.size() - 1, 'x').append("\n");
  if (::truncate(path.c_str(), 0) != 0) return "cannot truncate";
  base::UniqueFd file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (::write(file.get(), before.data(), before.size()) !=
      static_cast<ssize_t>(before.size())) {
    return "cannot prepare";
  }
  const absl::Status status = SaveRule(path, kGitStatus);
  const std::string after = Slurp(path);
  const std::string added = "git status\n";
  if (room >= added.size()) {
    return status.ok() && after == before + added ? "" : "not saved";
  }
  if (status.ok()) return "claims to have saved";
  return after == before ? "" : "left a part";
}

// Exit code 77: no file system can be mounted here.
int SaveOnAFullDisk(const std::string& mount_point) {
  if (::mount("tmpfs", mount_point.c_str(), "tmpfs", 0, "size=64k,mode=0700") !=
      0) {
    return 77;
  }
  const std::string path = mount_point + "/allow";
  if (!SaveRule(path, kGitStatus).ok()) return 1;
  base::UniqueFd filler(::open((mount_point + "/filler").c_str(),
                               O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  const std::string block(4096, 'x');
  while (::write(filler.get(), block.data(), block.size()) > 0) {
  }
  for (std::size_t room = 0; room < 20; ++room) {
    const std::string fault = SaveWithRoomFor(path, room);
    if (fault.empty()) continue;
    std::fprintf(stderr, "with room for %zu bytes: %s\n", room, fault.c_str());
    return 2;
  }
  // Nor can a first file be made, and nothing is left of it.
  if (::unlink(path.c_str()) != 0) return 3;
  while (::write(filler.get(), block.data(), block.size()) > 0) {
  }
  if (SaveRule(path, kGitStatus).ok()) return 4;
  return NamesIn(mount_point) == Words{"allow.lock", "filler"} ? 0 : 5;
}

TEST(SaveRule, SavesAllOrNothingOnAFileSystemThatIsFullAtAnyByte) {
  const TempDir dir;
  const pid_t child = ::fork();
  if (child == 0) {
    // A mount name space of its own: the mount is gone with the process.
    if (::unshare(CLONE_NEWNS) != 0 ||
        ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
      ::_exit(77);
    }
    ::_exit(SaveOnAFullDisk(dir.path()));
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 77) GTEST_SKIP() << "mounting is not permitted";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

// A part of "git status" would be "git", which allows more. Torn as by a kill
// within write(2): the disk is full there, and the process dies before it cuts
// the part off.
// spec A8
TEST(SaveRule, WidensNothingWhenItIsTornAtAnyByte) {
  const TempDir dir;
  const std::size_t length = std::string("git status\n").size();
  for (const std::string before : {"ls\n", "ls"}) {
    for (std::size_t room = 1; room <= length; ++room) {
      SCOPED_TRACE(room);
      const std::string path = WriteAllow(dir, before);
      std::optional<FileSizeLimit> full(before.size() + room);
      const bool whole = before == "ls\n" && room == length;
      const KilledAt end = RunUntil(whole ? SYS_pwrite64 : SYS_ftruncate,
                                    [&] { (void)SaveRule(path, kGitStatus); });
      full.reset();
      if (end == KilledAt::kUnsupported) GTEST_SKIP() << "no seccomp here";
      ASSERT_EQ(end, KilledAt::kKilled);
      EXPECT_GT(Slurp(path).size(), before.size());
      const LoadedRules loaded = LoadAllowFile(path);
      EXPECT_THAT(WordsOf(loaded.rules), ElementsAre(Words{"ls"}));
      EXPECT_THAT(loaded.warnings, IsEmpty());

      // Nor does the next one, who ends the torn line.
      ASSERT_TRUE(SaveRule(path, kGitLog).ok());
      EXPECT_THAT(WordsOf(LoadAllowFile(path).rules),
                  ElementsAre(Words{"ls"}, kGitLog));
    }
  }
}

TEST(SaveRule, RemovesWhatOneThatWasKilledAtSeedingLeft) {
  const TempDir dir;
  const std::string path = dir.File("allow");
  const KilledAt end =
      RunUntil(SYS_renameat2, [&] { (void)SaveRule(path, kGitStatus); });
  if (end == KilledAt::kUnsupported) GTEST_SKIP() << "no seccomp here";
  ASSERT_EQ(end, KilledAt::kKilled);
  ASSERT_EQ(NamesIn(dir.path()).size(), 2u);
  EXPECT_EQ(LoadAllowFile(path).source, AllowSource::kNoFile);
  ASSERT_TRUE(SaveRule(path, kGitLog).ok());
  ExpectSeeded(path, {"git log"});
  EXPECT_THAT(NamesIn(dir.path()), ElementsAre("allow", "allow.lock"));
}

// config-file-018
// spec A8
TEST(SaveRule, LosesNothingOfTwoProcesses) {
  const TempDir dir;
  const std::string path = WriteAllow(dir, "ls\n");
  const pid_t child = ::fork();
  if (child == 0) ::_exit(SaveRule(path, kGitStatus).ok() ? 0 : 1);
  EXPECT_TRUE(SaveRule(path, kGitLog).ok());
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  const std::string text = Slurp(path);
  EXPECT_TRUE(text == "ls\ngit status\ngit log\n" ||
              text == "ls\ngit log\ngit status\n")
      << text;
}

// A rule for the stress test, whose words vouch for each other.
Words StressRule(int number) {
  return {absl::StrCat("stress-", number), absl::StrCat(number)};
}

// Saves StressRule(number) and says each number that was confirmed on
// `confirm_fd`, until it is killed or has done `count` of them.
[[noreturn]] void SaveAway(const std::string& path, int confirm_fd, int first,
                           int count) {
  for (int number = first; number < first + count; ++number) {
    const Words words = StressRule(number);
    while (!SaveRule(path, words).ok()) {
    }
    // Less than PIPE_BUF: whole or not at all.
    const std::string line = absl::StrCat(number, "\n");
    if (::write(confirm_fd, line.data(), line.size()) < 0) ::_exit(1);
  }
  ::_exit(0);
}

// config-file-011
TEST(SaveRule, SeedsAllOrNothingWhenKilledAtAnyMoment) {
  const TempDir whole;
  ASSERT_TRUE(SaveRule(whole.File("allow"), kGitStatus).ok());
  const std::string text = Slurp(whole.File("allow"));
  int absent = 0;
  constexpr int kRounds = 60;
  for (int round = 0; round < kRounds; ++round) {
    const TempDir dir;
    const std::string path = dir.File("allow");
    const pid_t child = ::fork();
    if (child == 0) ::_exit(SaveRule(path, kGitStatus).ok() ? 0 : 1);
    ::usleep(static_cast<unsigned>(round) * 100);
    ::kill(child, SIGKILL);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    if (::access(path.c_str(), F_OK) != 0) {
      ++absent;
    } else {
      EXPECT_EQ(Slurp(path), text);
    }
    // What the killed one left is in nobody's way.
    EXPECT_TRUE(SaveRule(path, kGitStatus).ok());
    EXPECT_EQ(Slurp(path), text);
  }
  RecordProperty("killed_before_the_rename", absent);
}

int StressSize() {
  int saves = 0;
  const char* wanted = std::getenv("AII_STRESS_SAVES");
  return wanted != nullptr && absl::SimpleAtoi(wanted, &saves) ? saves : 10;
}

// Runs eight processes that save until each has had its `saves` numbers, and
// kills as many at random moments; a killed one is followed by the next, with
// fresh numbers. Returns what was confirmed.
std::set<int> RunStress(const std::string& path, int saves) {
  constexpr int kProcesses = 8;
  std::array<int, 2> ends = {-1, -1};
  EXPECT_EQ(::pipe(ends.data()), 0);
  const base::UniqueFd read_end(ends[0]);
  base::UniqueFd write_end(ends[1]);
  EXPECT_EQ(::fcntl(write_end.get(), F_SETPIPE_SZ, 1 << 20), 1 << 20);
  std::vector<pid_t> running;
  int started = 0;
  unsigned random = 1;
  const auto start = [&] {
    const int first = started++ * saves;
    const pid_t child = ::fork();
    if (child == 0) SaveAway(path, write_end.get(), first, saves);
    running.push_back(child);
  };
  for (int i = 0; i < kProcesses; ++i) start();
  int kills = saves;
  while (!running.empty()) {
    random = random * 1'103'515'245 + 12'345;
    ::usleep(1'000 + (random >> 16) % (static_cast<unsigned>(saves) * 3'000));
    if (kills-- > 0) {
      ::kill(running[(random >> 8) % running.size()], SIGKILL);
    }
    int status = 0;
    while (const pid_t ended = ::waitpid(-1, &status, WNOHANG)) {
      if (ended < 0) break;
      std::erase(running, ended);
      if (WIFSIGNALED(status)) start();
    }
  }
  write_end.Reset();
  std::string text;
  std::array<char, 4096> piece;
  for (ssize_t got; (got = ::read(read_end.get(), piece.data(), 4096)) > 0;) {
    text.append(piece.data(), static_cast<std::size_t>(got));
  }
  std::set<int> confirmed;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    int number = 0;
    if (absl::SimpleAtoi(line, &number)) confirmed.insert(number);
  }
  return confirmed;
}

// config-file-011 and config-file-018, with kills. AII_STRESS_SAVES sets how
// many rules each process saves.
TEST(SaveRule, LosesNoConfirmedRuleWhenManySaveAndSomeAreKilled) {
  const TempDir dir;
  const std::string path = dir.File("allow");
  const int saves = StressSize();
  const std::set<int> confirmed = RunStress(path, saves);
  EXPECT_GE(confirmed.size(), static_cast<std::size_t>(8 * saves));

  const LoadedRules loaded = LoadAllowFile(path);
  EXPECT_EQ(loaded.source, AllowSource::kFile);
  EXPECT_THAT(loaded.warnings, IsEmpty());
  for (const absl::string_view program : policy::DefaultPrograms()) {
    EXPECT_TRUE(loaded.rules.Contains(Words{std::string(program)}));
  }
  for (const int number : confirmed) {
    EXPECT_TRUE(loaded.rules.Contains(StressRule(number))) << number;
  }
  // What a killed one began is a comment, and every other line is a default or
  // a whole rule, each once.
  std::set<std::string> seen;
  const std::string text = Slurp(path);
  EXPECT_TRUE(absl::EndsWith(text, "\n"));
  for (const absl::string_view line :
       absl::StrSplit(absl::StripSuffix(text, "\n"), '\n')) {
    SCOPED_TRACE(line);
    if (absl::StartsWith(line, "#")) continue;
    EXPECT_TRUE(seen.emplace(line).second);
    if (policy::IsDefaultProgram(line)) continue;
    const std::vector<std::string> words = absl::StrSplit(line, ' ');
    int number = 0;
    EXPECT_TRUE(absl::SimpleAtoi(words.back(), &number));
    EXPECT_EQ(words, StressRule(number));
  }
  EXPECT_EQ(seen.size(), loaded.rules.rules().size());
  EXPECT_THAT(NamesIn(dir.path()), ElementsAre("allow", "allow.lock"));
}

}  // namespace
}  // namespace aii::store
