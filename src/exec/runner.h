// Runs what a Grant says: the whole life of one child.
//
// Layer: exec.
// Spec:  SPEC-EXEC 7; docs/decisions.md 6 and 18 to 24.

#ifndef AII_EXEC_RUNNER_H_
#define AII_EXEC_RUNNER_H_

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "absl/time/time.h"
#include "base/cancel.h"
#include "base/clock.h"
#include "os/terminate.h"
#include "policy/grant.h"

namespace aii::exec {

struct Limits {
  absl::Duration timeout = absl::Seconds(30);
  absl::Duration grace = absl::Seconds(2);         // SIGTERM to SIGKILL
  absl::Duration drain = absl::Milliseconds(200);  // after the child's exit
};

struct Output {
  std::string retained;
  std::uint64_t total_bytes = 0;
};

struct Finished {
  int status = 0;  // exit status; 128+n for a signal; 255 where it was lost
  Output output;
};
struct TimedOut {
  Output output;
};
struct Interrupted {};
struct LaunchFailed {
  std::string reason;
};
using RunOutcome = std::variant<Finished, TimedOut, Interrupted, LaunchFailed>;

struct RunReport {
  RunOutcome outcome;
  absl::Duration elapsed;
  // Left running on purpose by a command that a person approved (decision 20).
  std::vector<os::Descendant> still_running;
};

// Runs `grant` to its end. Never throws, never waits without a bound: at most
// timeout + grace + drain and one second. What does not end by SIGKILL within
// that is in still_running. Not launched where `cancel` has fired already.
RunReport Run(policy::Grant grant, const Limits& limits,
              const base::Clock& clock, const base::Cancel& cancel);

}  // namespace aii::exec

#endif  // AII_EXEC_RUNNER_H_
