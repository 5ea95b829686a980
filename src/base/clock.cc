#include "base/clock.h"

#include <algorithm>
#include <cstdint>
#include <ctime>

namespace aii::base {
namespace {

class SystemMonotonicClock final : public Clock {
 public:
  Instant Now() const override {
    struct timespec now = {};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return {absl::DurationFromTimespec(now)};
  }
};

}  // namespace

const Clock& MonotonicClock() {
  static const SystemMonotonicClock clock;
  return clock;
}

int PollTimeoutMs(const Clock& clock, Instant deadline) {
  const absl::Duration left =
      std::clamp(deadline - clock.Now(), absl::ZeroDuration(), absl::Hours(1));
  return static_cast<int>(
      absl::ToInt64Milliseconds(absl::Ceil(left, absl::Milliseconds(1))));
}

}  // namespace aii::base
