#include "os/child_signals.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace aii::os {
namespace {

constexpr SignalSet Bit(int signal) { return SignalSet{1} << (signal - 1); }

// Whether `check` holds in a process of its own, whose signals are its own.
template <typename Check>
bool HoldsInAChild(Check check) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(check() ? 0 : 1);
  int status = -1;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void (*HandlerOf(int signal))(int) {
  struct sigaction action = {};
  ::sigaction(signal, nullptr, &action);
  return action.sa_handler;
}

TEST(ChangedRealTimeSignals, NamesThoseThatAreIgnoredOrHandled) {
  EXPECT_TRUE(HoldsInAChild([] {
    const SignalSet before = ChangedRealTimeSignals();
    ::signal(SIGRTMIN + 3, SIG_IGN);
    ::signal(SIGRTMAX, [](int) {});
    return ChangedRealTimeSignals() ==
           (before | Bit(SIGRTMIN + 3) | Bit(SIGRTMAX));
  }));
}

TEST(SignalsToReset, HoldsEveryStandardSignalThatCanBe) {
  const SignalSet set = SignalsToReset();
  for (int signal = 1; signal < 32; ++signal) {
    const bool can_be = signal != SIGKILL && signal != SIGSTOP;
    EXPECT_EQ((set & Bit(signal)) != 0, can_be) << signal;
  }
}

TEST(ResetDispositions, MakesThoseSignalsDefaultAndNoOther) {
  EXPECT_TRUE(HoldsInAChild([] {
    ::signal(SIGINT, SIG_IGN);
    ::signal(SIGTERM, [](int) {});
    ::signal(SIGRTMIN + 3, SIG_IGN);
    ::signal(SIGUSR1, SIG_IGN);
    const int error =
        ResetDispositions(Bit(SIGINT) | Bit(SIGTERM) | Bit(SIGRTMIN + 3));
    return error == 0 && HandlerOf(SIGINT) == SIG_DFL &&
           HandlerOf(SIGTERM) == SIG_DFL &&
           HandlerOf(SIGRTMIN + 3) == SIG_DFL && HandlerOf(SIGUSR1) == SIG_IGN;
  }));
}

TEST(ResetDispositions, SaysWhyItCanNot) {
  EXPECT_EQ(ResetDispositions(Bit(SIGKILL)), EINVAL);
}

TEST(AllSignalsBlocked, PutsTheMaskBack) {
  EXPECT_TRUE(HoldsInAChild([] {
    sigset_t mask;
    ::sigemptyset(&mask);
    ::sigaddset(&mask, SIGUSR2);
    ::sigprocmask(SIG_SETMASK, &mask, nullptr);
    bool blocked = false;
    {
      const AllSignalsBlocked all;
      ::sigprocmask(SIG_SETMASK, nullptr, &mask);
      blocked = ::sigismember(&mask, SIGTERM) == 1;
    }
    ::sigprocmask(SIG_SETMASK, nullptr, &mask);
    return blocked && ::sigismember(&mask, SIGTERM) == 0 &&
           ::sigismember(&mask, SIGUSR2) == 1;
  }));
}

TEST(UnblockSignals, EmptiesTheMask) {
  EXPECT_TRUE(HoldsInAChild([] {
    sigset_t mask;
    ::sigfillset(&mask);
    ::sigprocmask(SIG_SETMASK, &mask, nullptr);
    if (UnblockSignals() != 0) return false;
    ::sigprocmask(SIG_SETMASK, nullptr, &mask);
    return ::sigismember(&mask, SIGTERM) == 0;
  }));
}

}  // namespace
}  // namespace aii::os
