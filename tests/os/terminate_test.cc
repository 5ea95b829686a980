#include "os/terminate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <vector>

#include "base/unique_fd.h"

namespace aii::os {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr absl::Duration kLimit = absl::Seconds(10);

struct Left {
  pid_t group = 0;
  pid_t child = 0;
};

// The left child: out of the group where `elsewhere`, then asleep for ever.
[[noreturn]] void StayBehind(bool elsewhere, int ready_fd) {
  if (elsewhere) ::setsid();
  const char byte = 0;
  if (::write(ready_fd, &byte, 1) != 1) ::_exit(1);
  for (;;) ::pause();
}

// The leader: ends once its child is where it is to be.
[[noreturn]] void Lead(bool elsewhere, int pid_fd) {
  ::setpgid(0, 0);
  std::array<int, 2> ready;
  if (::pipe(ready.data()) != 0) ::_exit(1);
  const pid_t child = ::fork();
  if (child == 0) StayBehind(elsewhere, ready[1]);
  char byte = 1;
  const bool told = ::read(ready[0], &byte, 1) == 1 &&
                    ::write(pid_fd, &child, sizeof child) == sizeof child;
  ::_exit(told ? 0 : 1);
}

// A leader of its own group that has left a child and was reaped, as
// exec/runner does it: the group was sent SIGKILL before.
Left LeaveOneBehind(bool elsewhere) {
  std::array<int, 2> ends;
  EXPECT_EQ(::pipe(ends.data()), 0);
  const base::UniqueFd read_end(ends[0]);
  const base::UniqueFd write_end(ends[1]);
  Left left;
  left.group = ::fork();
  if (left.group == 0) Lead(elsewhere, ends[1]);
  EXPECT_EQ(::read(read_end.get(), &left.child, sizeof left.child),
            static_cast<ssize_t>(sizeof left.child));
  siginfo_t info = {};
  EXPECT_EQ(
      ::waitid(P_PID, static_cast<id_t>(left.group), &info, WEXITED | WNOWAIT),
      0);
  ::kill(-left.group, SIGKILL);
  EXPECT_EQ(::waitpid(left.group, nullptr, 0), left.group);
  return left;
}

bool IsGone(pid_t pid) { return ::kill(pid, 0) != 0; }

void EndChild(pid_t pid) {
  ::kill(pid, SIGKILL);
  EXPECT_EQ(::waitpid(pid, nullptr, 0), pid);
}

TEST(OrphanWatch, FindsNothingWhereNothingWasLeft) {
  OrphanWatch watch;
  EXPECT_THAT(watch.Sweep(0, true, kLimit), IsEmpty());
}

TEST(OrphanWatch, WaitsForTheGroupThatWasKilled) {
  OrphanWatch watch;
  const Left left = LeaveOneBehind(/*elsewhere=*/false);
  EXPECT_THAT(watch.Sweep(left.group, /*kill=*/false, kLimit), IsEmpty());
  EXPECT_TRUE(IsGone(left.child));
}

TEST(OrphanWatch, KillsWhatLeftTheGroup) {
  OrphanWatch watch;
  const Left left = LeaveOneBehind(/*elsewhere=*/true);
  EXPECT_THAT(watch.Sweep(left.group, /*kill=*/true, kLimit), IsEmpty());
  EXPECT_TRUE(IsGone(left.child));
}

TEST(OrphanWatch, KeepsAndNamesWhatLeftTheGroupOnPurpose) {
  OrphanWatch watch;
  const Left left = LeaveOneBehind(/*elsewhere=*/true);
  const auto alive = watch.Sweep(left.group, /*kill=*/false, kLimit);
  ASSERT_THAT(alive, SizeIs(1));
  EXPECT_EQ(alive[0].pid, left.child);
  EXPECT_NE(alive[0].name, "?");
  EXPECT_FALSE(IsGone(left.child));
  EndChild(left.child);
}

TEST(OrphanWatch, NeverTouchesChildrenFromBefore) {
  const pid_t living = ::fork();
  if (living == 0) {
    for (;;) ::pause();
  }
  const pid_t ended = ::fork();
  if (ended == 0) ::_exit(7);
  siginfo_t info = {};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(ended), &info, WEXITED | WNOWAIT),
            0);
  {
    OrphanWatch watch;
    const Left left = LeaveOneBehind(/*elsewhere=*/true);
    EXPECT_THAT(watch.Sweep(left.group, /*kill=*/true, kLimit), IsEmpty());
    EXPECT_TRUE(IsGone(left.child));
  }
  EXPECT_FALSE(IsGone(living));
  int status = 0;
  EXPECT_EQ(::waitpid(ended, &status, 0), ended) << "its status was taken";
  EXPECT_EQ(WEXITSTATUS(status), 7);
  EndChild(living);
}

TEST(OrphanWatch, EndsAChainThatArrivesOneByOne) {
  OrphanWatch watch;
  const pid_t first = ::fork();
  if (first == 0) {
    for (int depth = 0; depth < 20; ++depth) {
      ::setsid();
      if (::fork() != 0) break;
    }
    for (;;) ::pause();
  }
  EXPECT_THAT(watch.Sweep(0, /*kill=*/true, kLimit), IsEmpty());
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
}

TEST(OrphanWatch, PutsTheReaperBackAsItWas) {
  int reaper = -1;
  {
    const OrphanWatch watch;
    ::prctl(PR_GET_CHILD_SUBREAPER, &reaper, 0, 0, 0);
    EXPECT_EQ(reaper, 1);
  }
  ::prctl(PR_GET_CHILD_SUBREAPER, &reaper, 0, 0, 0);
  EXPECT_EQ(reaper, 0);
}

}  // namespace
}  // namespace aii::os
