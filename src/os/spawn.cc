#include "os/spawn.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "base/errno_status.h"
#include "os/spawn_platform.h"

namespace aii::os {
namespace {

// How long the destructor waits for a killed child. One in uninterruptible
// sleep is left to whoever reaps this process's children.
constexpr int kLastWaitMs = 1000;

// What is reported for a child whose status somebody else has taken.
constexpr int kLostStatus = 255 << 8;

}  // namespace

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      exit_fd_(std::move(other.exit_fd_)) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  if (this != &other) {
    Destroy();
    pid_ = std::exchange(other.pid_, -1);
    exit_fd_ = std::move(other.exit_fd_);
  }
  return *this;
}

ChildProcess::~ChildProcess() { Destroy(); }

void ChildProcess::Destroy() {
  if (pid_ <= 0) return;
  SignalGroup(SIGKILL);
  struct pollfd exit = {.fd = exit_fd_.get(), .events = POLLIN, .revents = 0};
  int ready = 0;
  do {  // EINTR: waits anew; a storm of signals is not to be expected here
    ready = ::poll(&exit, 1, kLastWaitMs);
  } while (ready < 0 && errno == EINTR);
  (void)Reap();  // nothing more can be done for one that did not die
  pid_ = -1;
}

void ChildProcess::Abandon() {
  SignalGroup(SIGKILL);
  pid_ = -1;
}

void ChildProcess::SignalGroup(int signal) const {
  // ESRCH is a group that is gone; EPERM one that has only changed its user,
  // about which nothing can be done.
  if (pid_ > 0) ::kill(-pid_, signal);
}

std::optional<int> ChildProcess::Reap() {
  if (pid_ <= 0) return kLostStatus;
  int status = 0;
  const pid_t reaped = ::waitpid(pid_, &status, WNOHANG);
  if (reaped == 0) return std::nullopt;
  pid_ = -1;
  return reaped > 0 ? status : kLostStatus;
}

bool ChildProcess::HasExited() const {
  if (pid_ <= 0) return true;
  siginfo_t info = {};
  const int result = ::waitid(P_PID, static_cast<id_t>(pid_), &info,
                              WEXITED | WNOHANG | WNOWAIT);
  return result != 0 || info.si_pid == pid_;
}

void KeepExitStatuses() {
  struct sigaction action = {};
  if (::sigaction(SIGCHLD, nullptr, &action) != 0) return;
  const bool ignored =
      (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == SIG_IGN;
  if (!ignored && (action.sa_flags & SA_NOCLDWAIT) == 0) return;
  if (ignored) action.sa_handler = SIG_DFL;
  action.sa_flags &= ~SA_NOCLDWAIT;
  ::sigaction(SIGCHLD, &action, nullptr);
}

absl::StatusOr<int> AboveStandardStreams(int fd, base::UniqueFd& holder) {
  if (fd < 0 || fd > STDERR_FILENO) return fd;
  holder.Reset(::fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  if (!holder.valid()) {
    return base::ErrnoStatus(errno, "cannot duplicate a descriptor");
  }
  return holder.get();
}

int ShellStatus(int wait_status) {
  if (WIFSIGNALED(wait_status)) return 128 + WTERMSIG(wait_status);
  return WEXITSTATUS(wait_status);
}

}  // namespace aii::os
