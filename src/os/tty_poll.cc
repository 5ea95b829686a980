#include "os/tty_poll.h"

#include <sys/ioctl.h>
#include <sys/select.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/errno_status.h"
#include "os/job_control.h"

namespace aii::os {

int PollTerminal(std::span<pollfd> waits, bool wait) {
#if defined(__APPLE__)
  timeval no_time = {};
  fd_set readable, writable;
  FD_ZERO(&readable);
  FD_ZERO(&writable);
  int highest = -1;
  for (pollfd& one : waits) {
    one.revents = 0;
    if (one.fd < 0) continue;
    if (one.fd >= FD_SETSIZE) {
      errno = EINVAL;
      return -1;
    }
    FD_SET(one.fd, one.events == POLLIN ? &readable : &writable);
    highest = std::max(highest, one.fd);
  }
  const int ready = ::select(highest + 1, &readable, &writable, nullptr,
                             wait ? nullptr : &no_time);
  for (pollfd& one : waits) {
    if (ready <= 0 || one.fd < 0) continue;
    if (FD_ISSET(one.fd, one.events == POLLIN ? &readable : &writable)) {
      one.revents = one.events;
    }
  }
  return ready;
#else
  return ::poll(waits.data(), waits.size(), wait ? -1 : 0);
#endif
}

TerminalWake WaitForTerminal(int fd, short events, const base::Cancel& cancel,
                             int resume_fd) {
  std::array<pollfd, 3> waits = {
      {{fd, events, 0}, {cancel.fd(), POLLIN, 0}, {resume_fd, POLLIN, 0}}};
  for (;;) {
    if (cancel.cancelled()) return TerminalWake::kCancelled;
    const bool foreground = !InBackground(fd);
    const int ready = PollTerminal(waits, foreground);
    if (ready < 0 && errno == EINTR) continue;
    if (ready < 0) return TerminalWake::kFailed;
    if (waits[1].revents != 0) continue;
    if (waits[2].revents != 0) return TerminalWake::kResumed;
    if (!foreground) errno = EIO;  // what reading there would say
    return foreground ? TerminalWake::kReady : TerminalWake::kFailed;
  }
}

absl::Status WriteToTerminal(int fd, absl::string_view text,
                             const base::Cancel& cancel) {
  const JobControlHeld held;
  const absl::Status cancelled = absl::CancelledError("cancelled");
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EINTR) {
      if (cancel.cancelled()) return cancelled;
    } else if (errno != EAGAIN) {
      return base::ErrnoStatus(errno, "cannot write to the terminal");
    } else {
      const TerminalWake wake = WaitForTerminal(fd, POLLOUT, cancel, -1);
      if (wake == TerminalWake::kCancelled) return cancelled;
      if (wake == TerminalWake::kFailed) {
        return base::ErrnoStatus(errno, "cannot wait for the terminal");
      }
    }
  }
  return absl::OkStatus();
}

int TerminalColumns(int fd) {
  struct winsize size = {};
  return ::ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace aii::os
