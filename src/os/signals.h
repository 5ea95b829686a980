// Signals become cancellation (docs/architecture.md).
//
// Layer: os.

#ifndef AII_OS_SIGNALS_H_
#define AII_OS_SIGNALS_H_

#include <signal.h>

#include <array>
#include <cstddef>

#include "base/cancel.h"

namespace aii::os {

// While it lives SIGINT, SIGTERM and SIGHUP cancel `source`, SIGCONT is noted
// in it, and SIGPIPE is ignored. A disposition that was inherited as ignored
// (nohup) stays so. System calls are not restarted: a wait ends with EINTR.
//
// One at a time in a process; made and destroyed on the main thread, where the
// handlers run as long as every other thread blocks these signals. Destroying
// it puts the earlier dispositions back; no handler touches `source` after.
class [[nodiscard]] SignalWatch {
 public:
  explicit SignalWatch(base::CancelSource& source);
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

 private:
  static constexpr std::size_t kWatchedCount = 5;
  std::array<struct sigaction, kWatchedCount> before_ = {};
};

// Ends this process by the signal behind `reason`, with the default
// disposition, so that the caller's shell sees it; returns where `reason` is
// kNone or kInterrupt (that one exits with 130), and in the first process of a
// container, which the kernel protects.
void DieBySignal(base::CancelReason reason);

}  // namespace aii::os

#endif  // AII_OS_SIGNALS_H_
