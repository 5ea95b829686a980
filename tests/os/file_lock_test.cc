#include "os/file_lock.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/clock.h"
#include "base/unique_fd.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/temp_dir.h"
#include "tests/support/umask.h"

namespace aii::os {
namespace {

using ::testing::ElementsAre;
using testing::ModeOf;
using testing::NamesIn;
using testing::TempDir;
using testing::Umask;

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
