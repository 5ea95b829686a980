#include "os/child_signals.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>

#include "os/child_side.h"

namespace aii::os {
namespace {

constexpr std::size_t kSetBytes = sizeof(SignalSet);
constexpr std::size_t kActionBytes = 64;  // struct sigaction is 32
constexpr int kSignals = 64;
constexpr int kFirstRealTimeSignal = 32;

constexpr SignalSet Bit(int signal) { return SignalSet{1} << (signal - 1); }

constexpr SignalSet kStandardSignals =
    (Bit(kFirstRealTimeSignal) - 1) & ~Bit(SIGKILL) & ~Bit(SIGSTOP);

}  // namespace

SignalSet ChangedRealTimeSignals() {
  SignalSet changed = 0;
  for (int signal = kFirstRealTimeSignal; signal <= kSignals; ++signal) {
    // The handler is its first word.
    std::uintptr_t action[kActionBytes / sizeof(std::uintptr_t)] = {};
    ::syscall(SYS_rt_sigaction, signal, nullptr, action, kSetBytes);
    if (action[0] != 0) changed |= Bit(signal);
  }
  return changed;
}

SignalSet SignalsToReset() {
  static const SignalSet changed = ChangedRealTimeSignals();
  return kStandardSignals | changed;
}

AII_CHILD_SIDE int ResetDispositions(SignalSet signals) {
  // All zero is SIG_DFL without flags on every architecture.
  alignas(8) const char action[kActionBytes] = {};
  for (int signal = 1; signal <= kSignals; ++signal) {
    if ((signals & Bit(signal)) == 0) continue;
    if (::syscall(SYS_rt_sigaction, signal, action, nullptr, kSetBytes) != 0) {
      return errno;
    }
  }
  return 0;
}

AII_CHILD_SIDE int UnblockSignals() {
  const SignalSet none = 0;
  if (::syscall(SYS_rt_sigprocmask, SIG_SETMASK, &none, nullptr, kSetBytes) !=
      0) {
    return errno;
  }
  return 0;
}

AllSignalsBlocked::AllSignalsBlocked() {
  const SignalSet all = ~SignalSet{0};
  ::syscall(SYS_rt_sigprocmask, SIG_BLOCK, &all, &before_, kSetBytes);
}

AllSignalsBlocked::~AllSignalsBlocked() {
  ::syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before_, nullptr, kSetBytes);
}

}  // namespace aii::os
