#include "os/modes_guard.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <functional>

#include "tests/support/pseudo_terminal.h"

namespace aii::os {
namespace {

using testing::PseudoTerminal;
using testing::StartJob;
using testing::StartSession;
using testing::WaitForChild;

volatile sig_atomic_t continued = 0;
extern "C" void NoteContinued(int) { continued = 1; }

// A job that guards line mode, makes the terminal raw, and gets `signal`. 0
// where it goes on with SIGCONT noted.
int RunGuarded(const PseudoTerminal& terminal, int signal) {
  continued = 0;
  ::signal(SIGCONT, NoteContinued);
  const ModesGuard guard(terminal.slave(), terminal.Modes());
  ::signal(SIGTTOU, SIG_IGN);
  terminal.SetRaw();
  ::raise(signal);
  return continued == 1 ? 0 : 1;
}

// Runs `body` as a job of a shell that continues it where it stops, and wants
// line mode once it has stopped or ended. What the job exits with, or 0 where
// it ended as wanted.
int RunJob(const PseudoTerminal& terminal, const std::function<int()>& body,
           int wanted_first) {
  return WaitForChild(StartSession(&terminal, [&] {
    const pid_t job = StartJob(body);
    const int first = WaitForChild(job, WUNTRACED);
    if (first != wanted_first) return 100;
    if (!terminal.InLineMode()) return 101;
    if (first < 2000) return 0;
    ::kill(job, SIGCONT);
    return WaitForChild(job);
  }));
}

TEST(ModesGuard, PutsTheModesBackBeforeAStop) {
  const PseudoTerminal terminal;
  EXPECT_EQ(RunJob(
                terminal, [&] { return RunGuarded(terminal, SIGTSTP); },
                2000 + SIGTSTP),
            0);
}

TEST(ModesGuard, PutsTheModesBackBeforeAnEnd) {
  const PseudoTerminal terminal;
  EXPECT_EQ(RunJob(
                terminal, [&] { return RunGuarded(terminal, SIGQUIT); },
                1000 + SIGQUIT),
            0);
}

// There SIGTSTP stops nobody, and nobody sends a SIGCONT.
TEST(ModesGuard, SaysThatItGoesOnInAnOrphanedGroup) {
  const PseudoTerminal terminal;
  EXPECT_EQ(WaitForChild(StartSession(
                &terminal, [&] { return RunGuarded(terminal, SIGTSTP); })),
            0);
}

TEST(ModesGuard, StopsASecondTime) {
  const PseudoTerminal terminal;
  const pid_t session = StartSession(&terminal, [&] {
    const pid_t job = StartJob([&] {
      const ModesGuard guard(terminal.slave(), terminal.Modes());
      ::raise(SIGTSTP);
      ::raise(SIGTSTP);
      return 0;
    });
    for (int i = 0; i < 2; ++i) {
      if (WaitForChild(job, WUNTRACED) != 2000 + SIGTSTP) return 100;
      ::kill(job, SIGCONT);
    }
    return WaitForChild(job);
  });
  EXPECT_EQ(WaitForChild(session), 0);
}

TEST(ModesGuard, PutsTheDispositionsBackAndLeavesIgnoredOnesAlone) {
  const PseudoTerminal terminal;
  ::signal(SIGQUIT, SIG_IGN);
  struct sigaction now = {};
  {
    const ModesGuard guard(terminal.slave(), terminal.Modes());
    ::sigaction(SIGQUIT, nullptr, &now);
    EXPECT_EQ(now.sa_handler, SIG_IGN);
    ::sigaction(SIGTSTP, nullptr, &now);
    EXPECT_NE(now.sa_handler, SIG_DFL);
  }
  ::sigaction(SIGTSTP, nullptr, &now);
  EXPECT_EQ(now.sa_handler, SIG_DFL);
  ::sigaction(SIGQUIT, nullptr, &now);
  EXPECT_EQ(now.sa_handler, SIG_IGN);
  ::signal(SIGQUIT, SIG_DFL);
}

}  // namespace
}  // namespace aii::os
