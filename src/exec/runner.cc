#include "exec/runner.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <utility>

#include "absl/status/statusor.h"
#include "base/errno_status.h"
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

// After SIGKILL: a child in uninterruptible sleep does not end even then.
constexpr absl::Duration kKillLimit = absl::Seconds(1);

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

struct Pipe {
  base::UniqueFd read_end;
  base::UniqueFd write_end;
};

absl::StatusOr<Pipe> OpenPipe() {
  int ends[2];
  if (::pipe(ends) != 0) return base::ErrnoStatus(errno, "cannot make a pipe");
  Pipe made{base::UniqueFd(ends[0]), base::UniqueFd(ends[1])};
  for (const int fd : ends) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return made;
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

  // Ends the group: SIGTERM, `grace`, SIGKILL. Whether the child is gone.
  bool End(absl::Duration grace) {
    const base::Cancel never;
    child_.SignalGroup(SIGTERM);
    if (Wait(clock_.Now() + grace, never) == Wake::kExited) return true;
    child_.SignalGroup(SIGKILL);
    return Wait(clock_.Now() + kKillLimit, never) == Wake::kExited;
  }

  // The child has ended: kills the rest of its group, while the group's id
  // can't be another's, and reaps it. Its raw wait status.
  int Collect() {
    child_.SignalGroup(SIGKILL);
    return child_.Reap().value_or(0);
  }

  void Abandon() { child_.Abandon(); }

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
};

absl::StatusOr<Running> Launch(const policy::Grant& grant,
                               const base::Clock& clock) {
  AII_ASSIGN_OR_RETURN(Pipe output, OpenPipe());
  AII_ASSIGN_OR_RETURN(
      os::ChildProcess child,
      os::Spawn({.path = grant.program().path,
                 .argv = grant.argv(),
                 .output_fd = output.write_end.get(),
                 .limit_resources =
                     grant.source() == policy::GrantSource::kDefault}));
  return Running(std::move(child), std::move(output.read_end), clock);
}

// The whole life, but for the time it took.
RunReport RunLaunched(Running& running, os::OrphanWatch& orphans,
                      const policy::Grant& grant, const Limits& limits,
                      const base::Clock& clock, const base::Cancel& cancel) {
  RunReport report;
  const pid_t group = running.pid();
  const Wake wake = running.Wait(clock.Now() + limits.timeout, cancel);
  if (wake != Wake::kExited &&
      !running.End(wake == Wake::kDeadline
                       ? limits.grace
                       : std::min(limits.grace, kInterruptGrace))) {
    running.Abandon();
    report.still_running.push_back(
        {.pid = group, .name = grant.program().name});
  }
  const int status = report.still_running.empty() ? running.Collect() : 0;
  const bool sweep_all =
      wake != Wake::kExited || grant.source() != policy::GrantSource::kPerson;
  for (os::Descendant& left : orphans.Sweep(group, sweep_all, kKillLimit)) {
    if (left.pid != group) report.still_running.push_back(std::move(left));
  }
  Output output = running.Finish(limits.drain);
  switch (wake) {
    case Wake::kExited:
      report.outcome = Finished{.status = os::ShellStatus(status),
                                .output = std::move(output)};
      break;
    case Wake::kDeadline:
      report.outcome = TimedOut{.output = std::move(output)};
      break;
    case Wake::kCancelled:
      report.outcome = Interrupted{};
      break;
  }
  return report;
}

}  // namespace

RunReport Run(policy::Grant grant, const Limits& limits,
              const base::Clock& clock, const base::Cancel& cancel) {
  const base::Instant begun = clock.Now();
  RunReport report;
  if (auto reason = Unlaunchable(grant)) {
    report.outcome = LaunchFailed{*std::move(reason)};
    return report;
  }
  os::OrphanWatch orphans;
  absl::StatusOr<Running> running = Launch(grant, clock);
  if (!running.ok()) {
    report.outcome = LaunchFailed{std::string(running.status().message())};
    return report;
  }
  report = RunLaunched(*running, orphans, grant, limits, clock, cancel);
  report.elapsed = clock.Now() - begun;
  return report;
}

}  // namespace aii::exec
