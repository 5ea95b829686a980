// Signals on both sides of a vfork-like clone.
//
// Layer: os. Linux only; for os/spawn.
// Spec:  docs/decisions.md 18, "signal mask empty and every disposition
//        default".
//
// All by the kernel's own calls: they reach every real signal, also the two
// that the C library keeps for itself.

#ifndef AII_OS_CHILD_SIGNALS_H_
#define AII_OS_CHILD_SIGNALS_H_

#include <cstdint>

namespace aii::os {

// A set of signals as the kernel has it: bit n-1 is signal n.
using SignalSet = std::uint64_t;

// What a child must reset: every standard signal, and the real-time ones that
// are not at their default. A system call a signal is a fiftieth of what a
// small program costs, and nothing in this program changes a real-time signal:
// those are looked at once, for what was inherited as ignored.
SignalSet SignalsToReset();

// The real-time signals whose disposition is not the default now.
SignalSet ChangedRealTimeSignals();

// In the child: sets the dispositions of `signals` to the default. Returns 0 or
// an errno.
int ResetDispositions(SignalSet signals);

// In the child: empties the mask. Returns 0 or an errno.
int UnblockSignals();

// Blocks every signal while it lives, so that no handler of this process runs
// in a child that shares its memory.
class [[nodiscard]] AllSignalsBlocked {
 public:
  AllSignalsBlocked();
  ~AllSignalsBlocked();
  AllSignalsBlocked(const AllSignalsBlocked&) = delete;
  AllSignalsBlocked& operator=(const AllSignalsBlocked&) = delete;

 private:
  SignalSet before_ = 0;
};

}  // namespace aii::os

#endif  // AII_OS_CHILD_SIGNALS_H_
