#include "base/unique_fd.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <type_traits>
#include <utility>

namespace aii::base {
namespace {

static_assert(!std::is_copy_constructible_v<UniqueFd>);
static_assert(!std::is_copy_assignable_v<UniqueFd>);
static_assert(std::is_nothrow_move_constructible_v<UniqueFd>);
static_assert(std::is_nothrow_move_assignable_v<UniqueFd>);
static_assert(!std::is_convertible_v<int, UniqueFd>);

int OpenNull() { return ::open("/dev/null", O_RDONLY | O_CLOEXEC); }

bool IsOpen(int fd) { return ::fcntl(fd, F_GETFD) >= 0; }

TEST(UniqueFd, HoldsNothingAtFirst) {
  const UniqueFd fd;
  EXPECT_FALSE(fd.valid());
  EXPECT_EQ(fd.get(), -1);
}

TEST(UniqueFd, ClosesAtTheEndOfItsLife) {
  int number = -1;
  {
    const UniqueFd fd(OpenNull());
    ASSERT_TRUE(fd.valid());
    number = fd.get();
    EXPECT_TRUE(IsOpen(number));
  }
  EXPECT_FALSE(IsOpen(number));
}

TEST(UniqueFd, MovesItsDescriptor) {
  UniqueFd from(OpenNull());
  const int number = from.get();
  UniqueFd to(std::move(from));
  EXPECT_EQ(to.get(), number);
  EXPECT_FALSE(from.valid());  // NOLINT(bugprone-use-after-move)
  EXPECT_TRUE(IsOpen(number));

  UniqueFd other(OpenNull());
  const int replaced = other.get();
  other = std::move(to);
  EXPECT_EQ(other.get(), number);
  EXPECT_FALSE(to.valid());  // NOLINT(bugprone-use-after-move)
  EXPECT_FALSE(IsOpen(replaced));
  EXPECT_TRUE(IsOpen(number));
}

TEST(UniqueFd, SurvivesMovingOntoItself) {
  UniqueFd fd(OpenNull());
  UniqueFd& same = fd;
  fd = std::move(same);
  ASSERT_TRUE(fd.valid());
  EXPECT_TRUE(IsOpen(fd.get()));
}

TEST(UniqueFd, ReleasesWithoutClosing) {
  UniqueFd fd(OpenNull());
  const int number = fd.Release();
  EXPECT_FALSE(fd.valid());
  EXPECT_TRUE(IsOpen(number));
  ::close(number);
}

TEST(UniqueFd, ResetClosesTheOldAndTakesTheNew) {
  UniqueFd fd(OpenNull());
  const int old = fd.get();
  const int next = OpenNull();
  fd.Reset(next);
  EXPECT_EQ(fd.get(), next);
  EXPECT_FALSE(IsOpen(old));
  fd.Reset(next);  // the one that it holds
  EXPECT_TRUE(IsOpen(next));
  fd.Reset();
  EXPECT_FALSE(fd.valid());
  EXPECT_FALSE(IsOpen(next));
}

TEST(UniqueFd, ResetKeepsErrno) {
  UniqueFd fd(OpenNull());
  ::close(fd.get());  // so that close(2) fails
  errno = EINTR;
  fd.Reset();
  EXPECT_EQ(errno, EINTR);
}

}  // namespace
}  // namespace aii::base
