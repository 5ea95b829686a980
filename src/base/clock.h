// Monotonic time, injectable.
//
// Layer: base.

#ifndef AII_BASE_CLOCK_H_
#define AII_BASE_CLOCK_H_

#include <compare>

#include "absl/time/time.h"

namespace aii::base {

// A point on the monotonic clock. Not affected by a change of the wall clock.
struct Instant {
  absl::Duration since_start;  // of the clock, which is arbitrary

  friend auto operator<=>(const Instant&, const Instant&) = default;
  friend Instant operator+(Instant i, absl::Duration d) {
    return {i.since_start + d};
  }
  friend absl::Duration operator-(Instant a, Instant b) {
    return a.since_start - b.since_start;
  }
};

class Clock {
 public:
  virtual ~Clock() = default;
  virtual Instant Now() const = 0;
};

// CLOCK_MONOTONIC. Lives for ever.
const Clock& MonotonicClock();

// Milliseconds for poll(2) until `deadline`: rounded up, so that a wait never
// ends early, at least 0 and at most one hour.
int PollTimeoutMs(const Clock& clock, Instant deadline);

}  // namespace aii::base

#endif  // AII_BASE_CLOCK_H_
