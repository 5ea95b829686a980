#include "os/tty.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/errno_status.h"
#include "os/tty_poll.h"

namespace aii::os {
namespace {

// While it lives this thread is not stopped for touching a terminal whose
// foreground another process group has: reading then fails with EIO.
class JobControlHeld {
 public:
  JobControlHeld() {
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGTTIN);
    sigaddset(&held, SIGTTOU);
    ::pthread_sigmask(SIG_BLOCK, &held, &before_);
  }
  ~JobControlHeld() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  JobControlHeld(const JobControlHeld&) = delete;
  JobControlHeld& operator=(const JobControlHeld&) = delete;

 private:
  sigset_t before_ = {};
};

// A terminal that is not the controlling one (ENOTTY) has no background.
bool InBackground(int fd) {
  const pid_t foreground = ::tcgetpgrp(fd);
  return foreground >= 0 && foreground != ::getpgrp();
}

// A disabled control character gets its usual key: a question without a way to
// erase, end or interrupt is none.
void Enable(cc_t& character, cc_t usual) {
  if (character == static_cast<cc_t>(_POSIX_VDISABLE)) character = usual;
}

// Line mode with echo, whatever an editor or a pager left behind.
termios QuestionModes(termios modes) {
  modes.c_iflag |= static_cast<tcflag_t>(ICRNL | BRKINT);
  modes.c_iflag &= ~static_cast<tcflag_t>(INLCR | IGNCR | ISTRIP);
  modes.c_oflag |= static_cast<tcflag_t>(OPOST | ONLCR);
  modes.c_lflag |=
      static_cast<tcflag_t>(ICANON | ECHO | ECHOE | ECHOK | ISIG | IEXTEN);
  modes.c_lflag &= ~static_cast<tcflag_t>(ECHONL | NOFLSH);
  Enable(modes.c_cc[VINTR], 0x03);
  Enable(modes.c_cc[VEOF], 0x04);
  Enable(modes.c_cc[VERASE], 0x7F);
  Enable(modes.c_cc[VKILL], 0x15);
  return modes;
}

// At once and not after the output drained: a terminal that ctrl-S stopped
// would never drain.
int SetModes(int fd, const termios& modes) {
  const JobControlHeld held;
  int result = 0;
  do {
    result = ::tcsetattr(fd, TCSANOW, &modes);
  } while (result != 0 && errno == EINTR);
  return result;
}

enum class Wake { kTerminal, kCancelled, kResumed, kFailed };

// Waits for `events` of the terminal; also with POLLHUP and the like, read(2)
// or write(2) then says what it is. In the background there is nothing to wait
// for: what is typed there is for somebody else. EINTR: looks again.
Wake WaitFor(int fd, short events, const base::Cancel& cancel, int resume_fd) {
  std::array<pollfd, 3> waits = {
      {{fd, events, 0}, {cancel.fd(), POLLIN, 0}, {resume_fd, POLLIN, 0}}};
  for (;;) {
    if (cancel.cancelled()) return Wake::kCancelled;
    const bool foreground = !InBackground(fd);
    const int ready = PollTerminal(waits, foreground);
    if (ready < 0 && errno == EINTR) continue;
    if (ready < 0) return Wake::kFailed;
    if (waits[1].revents != 0) continue;
    if (waits[2].revents != 0) return Wake::kResumed;
    if (!foreground) errno = EIO;  // what reading there would say
    return foreground ? Wake::kTerminal : Wake::kFailed;
  }
}

absl::Status Cancelled() { return absl::CancelledError("cancelled"); }

}  // namespace

struct Tty::State {
  base::UniqueFd fd;
  termios found = {};  // put back at the end
};

Tty::Tty(std::unique_ptr<State> state) : state_(std::move(state)) {}
Tty::Tty(Tty&&) noexcept = default;

Tty::~Tty() {
  // In the background they are the shell's to set.
  if (state_ == nullptr || InBackground(state_->fd.get())) return;
  SetModes(state_->fd.get(), state_->found);
}

absl::StatusOr<Tty> Tty::Open(const std::string& path) {
  // Not blocking: another process may take the line that poll(2) announced.
  base::UniqueFd fd(
      ::open(path.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK));
  if (!fd.valid()) return base::ErrnoStatus(errno, "cannot open", path);

  auto state = std::make_unique<State>();
  if (::tcgetattr(fd.get(), &state->found) != 0) {
    return absl::FailedPreconditionError(
        absl::StrCat("'", path, "' is not a terminal"));
  }
  if (InBackground(fd.get())) {
    return absl::FailedPreconditionError(
        absl::StrCat("this process is in the background of '", path, "'"));
  }
  if (SetModes(fd.get(), QuestionModes(state->found)) != 0) {
    return base::ErrnoStatus(errno, "cannot set the modes of", path);
  }
  state->fd = std::move(fd);
  return Tty(std::move(state));
}

absl::Status Tty::Write(absl::string_view text, const base::Cancel& cancel) {
  const JobControlHeld held;
  while (!text.empty()) {
    const ssize_t written = ::write(state_->fd.get(), text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EINTR) {
      if (cancel.cancelled()) return Cancelled();
    } else if (errno != EAGAIN) {
      return base::ErrnoStatus(errno, "cannot write to the terminal");
    } else {
      const Wake wake = WaitFor(state_->fd.get(), POLLOUT, cancel, -1);
      if (wake == Wake::kCancelled) return Cancelled();
      if (wake == Wake::kFailed) {
        return base::ErrnoStatus(errno, "cannot wait for the terminal");
      }
    }
  }
  return absl::OkStatus();
}

bool Tty::InForeground() const { return !InBackground(state_->fd.get()); }

int Tty::Columns() const {
  struct winsize size = {};
  return ::ioctl(state_->fd.get(), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void Tty::DiscardInput() {
  const JobControlHeld held;
  ::tcflush(state_->fd.get(), TCIFLUSH);
}

TtyAnswer Tty::ReadLine(const base::Cancel& cancel) {
  const JobControlHeld held;
  const int fd = state_->fd.get();
  std::string line;
  std::array<char, kMaxTtyLineBytes> piece;
  for (;;) {
    switch (WaitFor(fd, POLLIN, cancel, cancel.resume_fd())) {
      case Wake::kCancelled:
        return TtyCancelled();
      case Wake::kFailed:
        return TtyClosed();
      case Wake::kResumed:
        cancel.ClearResumes();
        if (InForeground()) SetModes(fd, QuestionModes(state_->found));
        return TtyResumed();
      case Wake::kTerminal:
        break;
    }
    const ssize_t got = ::read(fd, piece.data(), piece.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got <= 0) return TtyClosed();

    const absl::string_view bytes(piece.data(), static_cast<std::size_t>(got));
    const absl::string_view text = bytes.substr(0, bytes.find('\n'));
    line.append(text.substr(0, kMaxTtyLineBytes - line.size()));
    if (text.size() < bytes.size()) return TtyLine{std::move(line)};
  }
}

}  // namespace aii::os
