#include "os/signals.h"

#include <sched.h>

#include <atomic>

#include "base/status_macros.h"

namespace aii::os {
namespace {

// A handler gets nothing but the number of its signal: what it works on can
// only be a global.
std::atomic<base::CancelSource*> watched_source = nullptr;
std::atomic<int> handlers_running = 0;
static_assert(std::atomic<base::CancelSource*>::is_always_lock_free);

void PassOn(int signal, base::CancelSource& source) {
  switch (signal) {
    case SIGINT:
      return source.Trigger(base::CancelReason::kInterrupt);
    case SIGTERM:
      return source.Trigger(base::CancelReason::kTerminate);
    case SIGHUP:
      return source.Trigger(base::CancelReason::kHangUp);
    default:
      return source.NoteResume();
  }
}

extern "C" void HandleSignal(int signal) {
  ++handlers_running;
  if (base::CancelSource* source = watched_source.load()) {
    PassOn(signal, *source);
  }
  --handlers_running;
}

constexpr std::array<int, 5> kWatched = {SIGINT, SIGTERM, SIGHUP, SIGCONT,
                                         SIGPIPE};

}  // namespace

SignalWatch::SignalWatch(base::CancelSource& source) {
  static_assert(kWatched.size() == kWatchedCount);
  AII_CHECK(watched_source.exchange(&source) == nullptr);
  for (std::size_t i = 0; i < kWatched.size(); ++i) {
    AII_CHECK(::sigaction(kWatched[i], nullptr, &before_[i]) == 0);
    if (before_[i].sa_handler == SIG_IGN) continue;
    struct sigaction action = {};
    action.sa_handler = kWatched[i] == SIGPIPE ? SIG_IGN : &HandleSignal;
    sigemptyset(&action.sa_mask);
    AII_CHECK(::sigaction(kWatched[i], &action, nullptr) == 0);
  }
}

SignalWatch::~SignalWatch() {
  for (std::size_t i = 0; i < kWatched.size(); ++i) {
    ::sigaction(kWatched[i], &before_[i], nullptr);
  }
  watched_source.store(nullptr);
  // One may still run on another thread; it is over in microseconds.
  while (handlers_running.load() != 0) ::sched_yield();
}

void DieBySignal(base::CancelReason reason) {
  if (reason != base::CancelReason::kTerminate &&
      reason != base::CancelReason::kHangUp) {
    return;
  }
  const int signal =
      reason == base::CancelReason::kTerminate ? SIGTERM : SIGHUP;
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  ::pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  ::raise(signal);
}

}  // namespace aii::os
