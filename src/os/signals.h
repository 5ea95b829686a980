// Signals become cancellation (docs/architecture.md).
//
// Layer: os.

#ifndef AII_OS_SIGNALS_H_
#define AII_OS_SIGNALS_H_

#include "base/cancel.h"

namespace aii::os {

// While it lives SIGINT, SIGTERM and SIGHUP cancel `source`, SIGCONT is noted
// in it, and SIGPIPE is ignored. A disposition that was inherited as ignored
// (nohup) stays so. One at a time in a process; made on the main thread.
// Destroying it puts the earlier dispositions back.
class [[nodiscard]] SignalWatch {
 public:
  explicit SignalWatch(base::CancelSource& source);
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;
};

// Ends this process by the signal behind `reason`, with the default
// disposition, so that the caller's shell sees it; returns where `reason` is
// kNone or kInterrupt (that one exits with 130).
void DieBySignal(base::CancelReason reason);

}  // namespace aii::os

#endif  // AII_OS_SIGNALS_H_
