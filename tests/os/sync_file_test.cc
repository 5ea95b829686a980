#include "os/sync_file.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "base/unique_fd.h"
#include "gtest/gtest.h"

// How many calls are interrupted yet, and how many were made.
static int interruptions = 0;
static int calls = 0;

// In place of the C library's.
extern "C" int fsync(int fd) {
  ++calls;
  if (interruptions > 0) {
    --interruptions;
    errno = EINTR;
    return -1;
  }
  return static_cast<int>(::syscall(SYS_fsync, fd));
}

namespace aii::os {
namespace {

TEST(SyncFile, GoesOnWhereItIsInterrupted) {
  const base::UniqueFd file(
      ::open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (!file.valid()) GTEST_SKIP() << "no O_TMPFILE here";
  interruptions = 2;
  calls = 0;
  EXPECT_EQ(SyncFile(file.get()), 0);
  EXPECT_EQ(calls, 3);
}

TEST(SyncFile, SaysWhatIsWrong) {
  calls = 0;
  EXPECT_EQ(SyncFile(-1), -1);
  EXPECT_EQ(errno, EBADF);
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace aii::os
