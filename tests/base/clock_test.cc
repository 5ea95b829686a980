#include "base/clock.h"

#include <gtest/gtest.h>

#include <vector>

namespace aii::base {
namespace {

class FakeClock final : public Clock {
 public:
  Instant Now() const override { return now; }
  Instant now = {absl::Seconds(1000)};
};

TEST(Instant, AddsAndSubtractsDurations) {
  const Instant start = {absl::Seconds(5)};
  const Instant later = start + absl::Milliseconds(1500);
  EXPECT_EQ(later - start, absl::Milliseconds(1500));
  EXPECT_EQ(start - later, -absl::Milliseconds(1500));
  EXPECT_LT(start, later);
  EXPECT_EQ(start + absl::ZeroDuration(), start);
}

TEST(MonotonicClock, NeverGoesBack) {
  const Clock& clock = MonotonicClock();
  Instant last = clock.Now();
  for (int i = 0; i < 10'000; ++i) {
    const Instant now = clock.Now();
    ASSERT_GE(now, last);
    last = now;
  }
}

TEST(PollTimeoutMs, RoundsUpWithinItsBounds) {
  struct Case {
    const char* says;
    absl::Duration left;
    int timeout_ms;
  };
  const std::vector<Case> cases = {
      {"nothing left", absl::ZeroDuration(), 0},
      {"a deadline that is over", -absl::Seconds(5), 0},
      {"a deadline for ever ago", -absl::InfiniteDuration(), 0},
      {"a nanosecond", absl::Nanoseconds(1), 1},
      {"a whole millisecond", absl::Milliseconds(1), 1},
      {"a bit more than that", absl::Microseconds(1001), 2},
      {"half a minute", absl::Seconds(30), 30'000},
      {"more than an hour", absl::Hours(2), 3'600'000},
      {"no deadline", absl::InfiniteDuration(), 3'600'000},
  };
  const FakeClock clock;
  for (const Case& c : cases) {
    SCOPED_TRACE(c.says);
    EXPECT_EQ(PollTimeoutMs(clock, clock.now + c.left), c.timeout_ms);
  }
}

}  // namespace
}  // namespace aii::base
