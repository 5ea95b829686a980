#include "base/pipe.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>

namespace aii::base {
namespace {

bool Has(const UniqueFd& fd, int get, int flag) {
  return (::fcntl(fd.get(), get) & flag) != 0;
}

TEST(OpenPipe, ClosesBothEndsOnExecAndNeverBlocks) {
  const auto pipe = OpenPipe();
  ASSERT_TRUE(pipe.ok()) << pipe.status();
  for (const UniqueFd* end : {&pipe->read_end, &pipe->write_end}) {
    EXPECT_TRUE(Has(*end, F_GETFD, FD_CLOEXEC));
    EXPECT_TRUE(Has(*end, F_GETFL, O_NONBLOCK));
  }
}

TEST(OpenPipe, SaysWhereThereIsNoDescriptorLeft) {
  struct rlimit before = {};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const struct rlimit none = {.rlim_cur = 0, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  const auto pipe = OpenPipe();
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(pipe.status().message().substr(0, 18), "cannot make a pipe");
}

TEST(MakeBlocking, ChangesOneEndOnly) {
  const auto pipe = OpenPipe();
  ASSERT_TRUE(pipe.ok());
  MakeBlocking(pipe->write_end);
  EXPECT_FALSE(Has(pipe->write_end, F_GETFL, O_NONBLOCK));
  EXPECT_TRUE(Has(pipe->read_end, F_GETFL, O_NONBLOCK));
}

TEST(Ring, IsHeardUntilItIsSilenced) {
  const auto pipe = OpenPipe();
  ASSERT_TRUE(pipe.ok());
  char byte = 1;
  EXPECT_EQ(::read(pipe->read_end.get(), &byte, 1), -1);
  Ring(pipe->write_end);
  Ring(pipe->write_end);
  EXPECT_EQ(::read(pipe->read_end.get(), &byte, 1), 1);
  Silence(pipe->read_end);
  EXPECT_EQ(::read(pipe->read_end.get(), &byte, 1), -1);
}

TEST(Ring, DoesNotWaitForRoomAndKeepsErrno) {
  const auto pipe = OpenPipe();
  ASSERT_TRUE(pipe.ok());
  errno = ENOTTY;
  for (int i = 0; i < (1 << 20); ++i) Ring(pipe->write_end);
  EXPECT_EQ(errno, ENOTTY);
}

}  // namespace
}  // namespace aii::base
