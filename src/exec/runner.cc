#include "exec/runner.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <optional>
#include <utility>

#include "absl/status/statusor.h"
#include "base/pipe.h"
#include "base/status_macros.h"
#include "base/unique_fd.h"
#include "os/drain.h"
#include "os/resolve.h"
#include "os/spawn.h"

namespace aii::exec {
namespace {

// How much is read before the clock is looked at again.
constexpr std::size_t kReadShareBytes = std::size_t{1} << 20;

// A person who pressed ctrl-c waits for less than the spec's grace.
constexpr absl::Duration kInterruptGrace = absl::Milliseconds(500);

// After SIGKILL, or the child's end, for it and what it left together: one in
// uninterruptible sleep does not end even then.
constexpr absl::Duration kLastWait = absl::Seconds(1);

constexpr int kLostStatus = 255;

std::optional<std::string> Unlaunchable(const policy::Grant& grant) {
  for (const std::string& word : grant.argv()) {
    if (word.find('\0') != std::string::npos) {
      return "argument contains a NUL character";
    }
  }
  if (os::IdentityOf(grant.program().path) != grant.program().identity) {
    return "the program changed while waiting for an answer";
  }
  return std::nullopt;
}

enum class Wake { kExited, kCancelled, kDeadline };

// One running command.
class Running {
 public:
  Running(os::ChildProcess child, base::UniqueFd output,
          const base::Clock& clock)
      : child_(std::move(child)), output_(std::move(output)), clock_(clock) {}

  // Takes output until the child has ended, `cancel` fired or `deadline` came.
  Wake Wait(base::Instant deadline, const base::Cancel& cancel) {
    for (;;) {
      std::array<pollfd, 3> waits = {{{output_.get(), POLLIN, 0},
                                      {child_.exit_fd(), POLLIN, 0},
                                      {cancel.fd(), POLLIN, 0}}};
      // EINTR: looks again; the token says whether it was for us.
      const int ready = ::poll(waits.data(), waits.size(),
                               base::PollTimeoutMs(clock_, deadline));
      if (ready > 0) {
        if (waits[1].revents != 0) return Wake::kExited;
        if (waits[0].revents != 0) TakeOutput();
      }
      if (cancel.cancelled()) return Wake::kCancelled;
      if (clock_.Now() >= deadline) return Wake::kDeadline;
    }
  }

  // Ends the group: SIGTERM, the grace period, SIGKILL. A cancellation shortens
  // the grace period of a timeout. Returns why it ended, after all.
  Wake End(Wake why, absl::Duration grace, const base::Cancel& cancel) {
    child_.SignalGroup(SIGTERM);
    base::Instant kill_at = clock_.Now() + grace;
    Wake wake = Wake::kCancelled;
    if (why == Wake::kDeadline) wake = Wait(kill_at, cancel);
    if (wake == Wake::kCancelled) {
      why = Wake::kCancelled;
      kill_at = std::min(kill_at, clock_.Now() + kInterruptGrace);
      wake = Wait(kill_at, base::Cancel());
    }
    if (wake == Wake::kExited) return why;
    child_.SignalGroup(SIGKILL);
    last_ = clock_.Now() + kLastWait;
    Wait(*last_, base::Cancel());
    return why;
  }

  // Kills the rest of the group while its id can't be another's, and reaps the
  // child. False where it can't be: it is in uninterruptible sleep, or dead and
  // held by a debugger.
  bool Collect() {
    if (!last_.has_value()) last_ = clock_.Now() + kLastWait;
    child_.SignalGroup(SIGKILL);
    status_ = child_.Reap();
    return status_.has_value();
  }

  // After the sweep, which may have ended the debugger. False where the child
  // had to be left alone.
  bool CollectOrAbandon() {
    if (!status_.has_value()) status_ = child_.Reap();
    if (!status_.has_value()) child_.Abandon();
    return status_.has_value();
  }

  // Whether the child, which could not be reaped, is alive.
  bool IsAlive() const {
    struct pollfd exit = {
        .fd = child_.exit_fd(), .events = POLLIN, .revents = 0};
    return ::poll(&exit, 1, 0) == 0;
  }

  // What is left of the second after SIGKILL or the child's end.
  absl::Duration LastWait() const {
    return std::max(absl::ZeroDuration(),
                    last_.value_or(clock_.Now()) - clock_.Now());
  }

  // As a shell shows it; 255 where it could not be had.
  int status() const {
    return status_.has_value() ? os::ShellStatus(*status_) : kLostStatus;
  }

  // Takes what is in the pipe. Whoever still holds its other end is not waited
  // for; one that goes on writing is cut off at `limit`.
  Output Finish(absl::Duration limit) {
    const base::Instant deadline = clock_.Now() + limit;
    while (output_.valid() && clock_.Now() < deadline) {
      if (TakeOutput() == os::DrainState::kOpen) break;
    }
    return {.retained = head_.retained(), .total_bytes = head_.total_bytes()};
  }

  pid_t pid() const { return child_.pid(); }

 private:
  os::DrainState TakeOutput() {
    const os::DrainState state =
        os::DrainAvailable(output_.get(), kReadShareBytes, head_);
    if (state == os::DrainState::kClosed) output_.Reset();
    return state;
  }

  os::ChildProcess child_;
  base::UniqueFd output_;
  const base::Clock& clock_;
  os::OutputHead head_;
  std::optional<int> status_;
  std::optional<base::Instant> last_;  // when nothing is waited for any more
};

absl::StatusOr<Running> Launch(const policy::Grant& grant,
                               const base::Clock& clock) {
  AII_ASSIGN_OR_RETURN(base::Pipe output, base::OpenPipe());
  base::MakeBlocking(output.write_end);
  AII_ASSIGN_OR_RETURN(
      os::ChildProcess child,
      os::Spawn({.path = grant.program().path,
                 .argv = grant.argv(),
                 .output_fd = output.write_end.get(),
                 .limit_resources =
                     grant.source() == policy::GrantSource::kDefault}));
  return Running(std::move(child), std::move(output.read_end), clock);
}

RunOutcome OutcomeOf(Wake why, int status, Output output) {
  switch (why) {
    case Wake::kExited:
      return Finished{.status = status, .output = std::move(output)};
    case Wake::kDeadline:
      return TimedOut{.output = std::move(output)};
    case Wake::kCancelled:
      break;
  }
  return Interrupted{};
}

// The whole life, but for the time it took.
RunReport RunLaunched(Running& running, os::OrphanWatch& orphans,
                      const policy::Grant& grant, const Limits& limits,
                      const base::Clock& clock, const base::Cancel& cancel) {
  RunReport report;
  const pid_t pid = running.pid();
  Wake why = running.Wait(clock.Now() + limits.timeout, cancel);
  if (why != Wake::kExited) why = running.End(why, limits.grace, cancel);

  const bool alive = !running.Collect() && running.IsAlive();
  const bool sweep_all =
      why != Wake::kExited || grant.source() != policy::GrantSource::kPerson;
  report.still_running = orphans.Sweep(pid, sweep_all, running.LastWait());
  if (!running.CollectOrAbandon() && alive) {
    report.still_running.push_back({.pid = pid, .name = grant.program().name});
  }
  report.outcome =
      OutcomeOf(why, running.status(), running.Finish(limits.drain));
  return report;
}

RunReport Launched(const policy::Grant& grant, const Limits& limits,
                   const base::Clock& clock, const base::Cancel& cancel) {
  if (auto reason = Unlaunchable(grant)) {
    return {.outcome = LaunchFailed{*std::move(reason)}};
  }
  if (cancel.cancelled()) return {.outcome = Interrupted{}};
  os::OrphanWatch orphans;
  absl::StatusOr<Running> running = Launch(grant, clock);
  if (!running.ok()) {
    return {.outcome = LaunchFailed{std::string(running.status().message())}};
  }
  return RunLaunched(*running, orphans, grant, limits, clock, cancel);
}

}  // namespace

RunReport Run(policy::Grant grant, const Limits& limits,
              const base::Clock& clock, const base::Cancel& cancel) {
  const base::Instant begun = clock.Now();
  RunReport report = Launched(grant, limits, clock, cancel);
  report.elapsed = clock.Now() - begun;
  return report;
}

}  // namespace aii::exec
