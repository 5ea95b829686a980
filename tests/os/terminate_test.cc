#include "os/terminate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "base/unique_fd.h"
#include "os/terminate_platform.h"

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

// A child from before the watch, and one of its own that it will leave.
class Elder {
 public:
  // late: its child starts when it is told to go, else at once; that one is in
  // a session of its own, so that its age alone tells where it comes from.
  explicit Elder(bool late) {
    std::array<int, 2> go;
    std::array<int, 2> told;
    EXPECT_EQ(::pipe(go.data()), 0);
    EXPECT_EQ(::pipe(told.data()), 0);
    go_.Reset(go[1]);
    told_.Reset(told[0]);
    const base::UniqueFd go_end(go[0]);
    const base::UniqueFd told_end(told[1]);
    pid_ = ::fork();
    if (pid_ != 0) return;
    char byte = 0;
    if (late && ::read(go[0], &byte, 1) != 1) ::_exit(1);
    const pid_t child = ::fork();
    if (child == 0) StayBehind(/*elsewhere=*/!late, told[1]);
    if (::write(told[1], &child, sizeof child) != sizeof child) ::_exit(1);
    if (!late && ::read(go[0], &byte, 1) != 1) ::_exit(1);
    ::_exit(0);
  }

  // Lets it end, and returns the child that it leaves once that has arrived.
  pid_t LeaveChild() {
    const char byte = 0;
    EXPECT_EQ(::write(go_.get(), &byte, 1), 1);
    siginfo_t info = {};
    EXPECT_EQ(
        ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT), 0);
    // One byte of the child's, and its pid of its parent's, in either order.
    std::array<char, 1 + sizeof(pid_t)> text{};
    std::size_t size = 0;
    while (size < text.size()) {
      const ssize_t got =
          ::read(told_.get(), text.data() + size, text.size() - size);
      if (got <= 0) break;
      size += static_cast<std::size_t>(got);
    }
    pid_t child = 0;
    const bool child_first = text[0] == 0 && text.back() == 0 && text[1] != 0;
    __builtin_memcpy(&child, text.data() + (child_first ? 1 : 0), sizeof child);
    return child;
  }

  void Reap() const { EXPECT_EQ(::waitpid(pid_, nullptr, 0), pid_); }

 private:
  pid_t pid_ = 0;
  base::UniqueFd go_;
  base::UniqueFd told_;
};

TEST(OrphanWatch, NeverTouchesWhatChildrenFromBeforeLeave) {
  for (const bool late : {true, false}) {
    SCOPED_TRACE(late ? "of a session from before" : "older than the watch");
    Elder elder(late);
    // More than a clock tick, in which start times are counted.
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    pid_t child = 0;
    {
      OrphanWatch watch;
      child = elder.LeaveChild();
      EXPECT_THAT(watch.Sweep(0, /*kill=*/true, kLimit), IsEmpty());
      ASSERT_FALSE(IsGone(child));
      elder.Reap();
    }
    EndChild(child);
  }
}

TEST(OrphanWatch, DoesNotTakeTheLeadersStatus) {
  OrphanWatch watch;
  const pid_t leader = ::fork();
  if (leader == 0) ::_exit(7);
  siginfo_t info = {};
  ASSERT_EQ(
      ::waitid(P_PID, static_cast<id_t>(leader), &info, WEXITED | WNOWAIT), 0);
  EXPECT_THAT(watch.Sweep(leader, /*kill=*/true, kLimit), IsEmpty());
  int status = 0;
  EXPECT_EQ(::waitpid(leader, &status, 0), leader);
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

// A tree of 2^depth processes, each leading a session.
[[noreturn]] void Multiply(int depth) {
  ::setsid();
  for (; depth > 0; --depth) {
    if (::fork() == 0) ::setsid();
  }
  for (;;) ::pause();
}

TEST(OrphanWatch, EndsAForkBombWhileItGrows) {
  OrphanWatch watch;
  if (::fork() == 0) Multiply(8);
  EXPECT_THAT(watch.Sweep(0, /*kill=*/true, absl::Seconds(60)), IsEmpty());
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
}

TEST(OrphanWatch, GivesUpAtItsLimitAndSaysWhatIsLeft) {
  OrphanWatch watch;
  const Left left = LeaveOneBehind(/*elsewhere=*/true);
  const auto alive =
      watch.Sweep(left.group, /*kill=*/true, absl::ZeroDuration());
  // It may have died at once; what is named is the one that was left.
  for (const Descendant& one : alive) EXPECT_EQ(one.pid, left.child);
  EXPECT_THAT(watch.Sweep(left.group, /*kill=*/true, kLimit), IsEmpty());
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

struct StatCase {
  const char* says;
  const char* stat;
  std::uint64_t ticks;
};

TEST(StartTicksIn, ReadsField22) {
  const std::vector<StatCase> cases = {
      {"as it is", "7 (sh) S 1 7 7 0 -1 4 0 0 0 0 0 0 0 0 20 0 1 0 4711 9 9\n",
       4711},
      {"a name with blanks, parentheses and a newline",
       "7 (a) R (\n) S 1 7 7 0 -1 4 0 0 0 0 0 0 0 0 20 0 1 0 4712 9 9\n", 4712},
      {"it is the last", "7 (sh) S 1 7 7 0 -1 4 0 0 0 0 0 0 0 0 20 0 1 0 4713",
       4713},
      {"too short", "7 (sh) S 1 7 7 0 -1 4 0 0 0 0 0 0 0 0 20 0 1 0", 0},
      {"no number", "7 (sh) S 1 7 7 0 -1 4 0 0 0 0 0 0 0 0 20 0 1 0 x", 0},
      {"no name", "7 sh", 0},
      {"nothing", "", 0},
  };
  for (const StatCase& c : cases) {
    SCOPED_TRACE(c.says);
    EXPECT_EQ(StartTicksIn(c.stat), c.ticks);
  }
}

TEST(StartTicks, IsBeforeNowAndAfterZero) {
  const std::uint64_t ticks = StartTicks(::getpid());
  EXPECT_GT(ticks, 0u);
  EXPECT_LE(ticks, BootTicks());
  EXPECT_EQ(StartTicks(0), 0u);
}

}  // namespace
}  // namespace aii::os
