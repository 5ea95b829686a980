#include "os/modes_guard.h"

#include <cerrno>

#include "base/status_macros.h"
#include "os/job_control.h"

namespace aii::os {
namespace {

// A handler gets nothing but the number of its signal. Both are set before the
// handlers are and not changed while those are.
int guarded_fd = -1;
termios guarded_modes = {};

constexpr std::array<int, 2> kGuarded = {SIGTSTP, SIGQUIT};

// Lets `signal`, whose handler this is, take its default effect.
void TakeEffect(int signal) {
  struct sigaction by_default = {};
  by_default.sa_handler = SIG_DFL;
  sigemptyset(&by_default.sa_mask);
  struct sigaction ours = {};
  ::sigaction(signal, &by_default, &ours);
  ::raise(signal);
  sigset_t only, before;
  sigemptyset(&only);
  sigaddset(&only, signal);
  ::pthread_sigmask(SIG_UNBLOCK, &only, &before);
  // Here it stops or ends, and here it goes on.
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::sigaction(signal, &ours, nullptr);
}

extern "C" void HandleGuardedSignal(int signal) {
  const int error = errno;
  SetTerminalModes(guarded_fd, guarded_modes);
  TakeEffect(signal);
  ::raise(SIGCONT);
  errno = error;
}

}  // namespace

ModesGuard::ModesGuard(int fd, const termios& modes) {
  static_assert(kGuarded.size() == kGuardedCount);
  AII_CHECK(guarded_fd == -1);
  guarded_fd = fd;
  guarded_modes = modes;
  for (std::size_t i = 0; i < kGuarded.size(); ++i) {
    AII_CHECK(::sigaction(kGuarded[i], nullptr, &before_[i]) == 0);
    if (before_[i].sa_handler == SIG_IGN) continue;
    struct sigaction action = {};
    action.sa_handler = &HandleGuardedSignal;
    sigemptyset(&action.sa_mask);
    AII_CHECK(::sigaction(kGuarded[i], &action, nullptr) == 0);
  }
}

ModesGuard::~ModesGuard() {
  for (std::size_t i = 0; i < kGuarded.size(); ++i) {
    ::sigaction(kGuarded[i], &before_[i], nullptr);
  }
  guarded_fd = -1;
}

}  // namespace aii::os
