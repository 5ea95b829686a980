#include "os/terminate.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "base/unique_fd.h"
#include "os/terminate_platform.h"

namespace aii::os {
namespace {

// How many ends are waited for at once; any of them starts the next look.
constexpr std::size_t kWaitedFor = 64;

// Between two looks where there is nothing to wait for: a dead child that a
// debugger holds can't be reaped, or there is no descriptor to be had.
constexpr int kPauseMs = 10;

bool Contains(const std::vector<pid_t>& pids, pid_t pid) {
  return std::find(pids.begin(), pids.end(), pid) != pids.end();
}

// Whether there is any child; a zombie is one.
bool HasChildren() {
  siginfo_t info = {};
  return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

bool Reap(pid_t pid) { return ::waitpid(pid, nullptr, WNOHANG) != 0; }

// Ends `pid`, a child that was not reaped, and its group where it leads one:
// nobody of a group that is killed at once can fork out of it. Its number is
// its own until it is reaped, and so is the group's.
void Kill(pid_t pid) {
  ::kill(-pid, SIGKILL);
  ::kill(pid, SIGKILL);
}

// Waits until one of `pids`, which are children, has ended, or `deadline`.
void WaitForAny(const std::vector<pid_t>& pids, base::Instant deadline) {
  std::vector<base::UniqueFd> ends;
  std::vector<struct pollfd> waits;
  for (const pid_t pid : pids) {
    if (ends.size() == kWaitedFor) break;
    ends.push_back(OpenExitFd(pid));
    if (!ends.back().valid()) break;
    waits.push_back({.fd = ends.back().get(), .events = POLLIN, .revents = 0});
  }
  const int limit_ms = base::PollTimeoutMs(base::MonotonicClock(), deadline);
  // EINTR: a shorter wait; the caller looks again.
  (void)::poll(waits.data(), waits.size(),
               waits.empty() ? std::min(limit_ms, kPauseMs) : limit_ms);
}

std::vector<Descendant> Named(const std::vector<pid_t>& pids) {
  std::vector<Descendant> named;
  named.reserve(pids.size());
  for (const pid_t pid : pids) {
    named.push_back({.pid = pid, .name = ProcessName(pid)});
  }
  return named;
}

}  // namespace

OrphanWatch::OrphanWatch() : was_subreaper_(SetSubreaper(true)) {
  if (!HasChildren()) return;
  before_ = ListChildren();
  begun_ticks_ = BootTicks();
  sessions_before_.push_back(::getsid(0));
  for (const pid_t pid : before_) sessions_before_.push_back(::getsid(pid));
}

OrphanWatch::~OrphanWatch() { SetSubreaper(was_subreaper_); }

bool OrphanWatch::BelongsToBefore(pid_t pid) const {
  if (begun_ticks_ == 0) return false;
  // No process can join a session that exists: the command and all that comes
  // of it are in its session or in later ones.
  return Contains(sessions_before_, ::getsid(pid)) ||
         StartTicks(pid) < begun_ticks_;
}

OrphanWatch::Look OrphanWatch::LookAndKill(pid_t group, bool kill) const {
  Look look;
  for (const pid_t pid : ListChildren()) {
    if (pid == group || Contains(before_, pid)) continue;
    if (Reap(pid)) {
      look.reaped_any = true;
      continue;
    }
    if (BelongsToBefore(pid)) continue;
    look.alive.push_back(pid);
    if (!kill && ::getpgid(pid) != group) continue;
    Kill(pid);
    look.dying.push_back(pid);
  }
  return look;
}

std::vector<Descendant> OrphanWatch::Sweep(pid_t group, bool kill,
                                           absl::Duration limit) {
  const base::Clock& clock = base::MonotonicClock();
  const base::Instant deadline = clock.Now() + limit;
  for (bool first = true; HasChildren(); first = false) {
    const Look look = LookAndKill(group, kill);
    if (look.dying.empty() || clock.Now() >= deadline) return Named(look.alive);
    // Waited, and nothing came of it: the next wait would not last either.
    if (!first && !look.reaped_any) (void)::poll(nullptr, 0, kPauseMs);
    WaitForAny(look.dying, deadline);
  }
  return {};
}

}  // namespace aii::os
