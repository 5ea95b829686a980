#include "os/job_control.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <functional>
#include <memory>
#include <utility>

#include "os/signals.h"
#include "tests/support/pseudo_terminal.h"

namespace aii::os {
namespace {

using testing::PseudoTerminal;
using testing::SetForeground;
using testing::StartJob;
using testing::StartSession;
using testing::WaitForChild;

constexpr int kInForeground = 1;
constexpr int kInterrupted = 2;
constexpr int kGivenUp = 3;

// Waits for the foreground as the program does; how that ended.
int Await(const PseudoTerminal& terminal) {
  const auto source = std::move(base::CancelSource::Create()).value();
  const SignalWatch watch(*source);
  if (AwaitForeground(terminal.slave(), source->token())) return kInForeground;
  return source->token().cancelled() ? kInterrupted : kGivenUp;
}

// A shell whose job waits in the background, is stopped there, and gets what
// `then` sends it. How the job ended, or was stopped again.
int RunShell(const PseudoTerminal& terminal,
             const std::function<void(pid_t job)>& then) {
  const pid_t session = StartSession(&terminal, [&] {
    const pid_t job = StartJob([&] { return Await(terminal); });
    if (WaitForChild(job, WUNTRACED) != 2000 + SIGTTIN) return 100;
    then(job);
    const int end = WaitForChild(job, WUNTRACED) % 256;
    ::kill(job, SIGKILL);
    return end;
  });
  return WaitForChild(session);
}

TEST(AwaitForeground, StopsUntilAShellBringsItBack) {
  const PseudoTerminal terminal;
  EXPECT_EQ(RunShell(terminal,
                     [&](pid_t job) {
                       SetForeground(terminal.slave(), job);
                       ::kill(-job, SIGCONT);
                     }),
            kInForeground);
}

TEST(AwaitForeground, StopsAgainWhereItGoesOnInTheBackground) {
  const PseudoTerminal terminal;
  EXPECT_EQ(RunShell(terminal, [](pid_t job) { ::kill(-job, SIGCONT); }),
            (2000 + SIGTTIN) % 256);
}

TEST(AwaitForeground, EndsWhenItIsCancelledWhileStopped) {
  const PseudoTerminal terminal;
  EXPECT_EQ(RunShell(terminal,
                     [](pid_t job) {
                       ::kill(-job, SIGTERM);
                       ::kill(-job, SIGCONT);
                     }),
            kInterrupted);
}

TEST(AwaitForeground, StopsAlsoWhereStopsAreHeld) {
  const PseudoTerminal terminal;
  const pid_t session = StartSession(&terminal, [&] {
    const pid_t job = StartJob([&] {
      const JobControlHeld held;
      return Await(terminal);
    });
    const int end = WaitForChild(job, WUNTRACED) % 256;
    ::kill(job, SIGKILL);
    return end;
  });
  EXPECT_EQ(WaitForChild(session), (2000 + SIGTTIN) % 256);
}

// The session's own group: nobody could continue it.
TEST(AwaitForeground, GivesUpInAnOrphanedGroup) {
  const PseudoTerminal terminal;
  const pid_t session = StartSession(&terminal, [&] {
    const pid_t job = StartJob([] {
      ::pause();
      return 0;
    });
    SetForeground(terminal.slave(), job);
    const int end = Await(terminal);
    ::kill(job, SIGKILL);
    return end;
  });
  EXPECT_EQ(WaitForChild(session), kGivenUp);
}

TEST(AwaitForeground, IsTrueOnATerminalWithoutJobs) {
  const PseudoTerminal terminal;
  EXPECT_FALSE(InBackground(terminal.slave()));
  EXPECT_TRUE(AwaitForeground(terminal.slave(), base::Cancel()));
}

TEST(SetTerminalModes, ReachesTheTerminalFromTheBackground) {
  PseudoTerminal terminal;
  terminal.SetRaw();
  const termios raw = terminal.Modes();
  ASSERT_FALSE(terminal.InLineMode());
  termios modes = raw;
  modes.c_lflag |= ICANON | ECHO | ISIG;
  const pid_t session = StartSession(&terminal, [&] {
    return WaitForChild(
               StartJob([&] {
                 return SetTerminalModes(terminal.slave(), modes) == 0 ? 0 : 1;
               }),
               WUNTRACED) %
           256;
  });
  EXPECT_EQ(WaitForChild(session), 0);
  EXPECT_TRUE(terminal.InLineMode());
}

}  // namespace
}  // namespace aii::os
