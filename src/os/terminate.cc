#include "os/terminate.h"

#include <poll.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>

#include "base/unique_fd.h"
#include "os/terminate_platform.h"

namespace aii::os {
namespace {

// Children that were not there before.
std::vector<pid_t> NewChildren(const std::vector<pid_t>& before) {
  std::vector<pid_t> children = ListChildren();
  std::erase_if(children, [&](pid_t pid) {
    return std::find(before.begin(), before.end(), pid) != before.end();
  });
  return children;
}

// Whether there is any child; a zombie is one.
bool HasChildren() {
  siginfo_t info = {};
  return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

bool Reap(pid_t pid) { return ::waitpid(pid, nullptr, WNOHANG) != 0; }

// Waits for the end of the child `pid`, until `deadline`.
void WaitFor(pid_t pid, base::Instant deadline) {
  const base::Clock& clock = base::MonotonicClock();
  const base::UniqueFd exit_fd = OpenExitFd(pid);
  if (!exit_fd.valid()) return;
  struct pollfd exit = {.fd = exit_fd.get(), .events = POLLIN, .revents = 0};
  // EINTR: a shorter wait; the caller looks again.
  (void)::poll(&exit, 1, base::PollTimeoutMs(clock, deadline));
}

}  // namespace

OrphanWatch::OrphanWatch() : was_subreaper_(SetSubreaper(true)) {
  if (HasChildren()) before_ = ListChildren();
}

OrphanWatch::~OrphanWatch() { SetSubreaper(was_subreaper_); }

std::vector<Descendant> OrphanWatch::Sweep(pid_t group, bool kill,
                                           absl::Duration limit) {
  const base::Clock& clock = base::MonotonicClock();
  const base::Instant deadline = clock.Now() + limit;
  std::vector<Descendant> alive;
  while (HasChildren()) {
    alive.clear();
    pid_t dying = 0;
    for (const pid_t pid : NewChildren(before_)) {
      const bool ends = kill || ::getpgid(pid) == group;
      if (ends) ::kill(pid, SIGKILL);
      if (Reap(pid)) continue;
      alive.push_back({.pid = pid, .name = ProcessName(pid)});
      if (ends) dying = pid;
    }
    if (dying == 0 || clock.Now() >= deadline) break;
    WaitFor(dying, deadline);
  }
  return alive;
}

}  // namespace aii::os
