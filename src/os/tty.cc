#include "os/tty.h"

#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/errno_status.h"
#include "os/job_control.h"
#include "os/tty_poll.h"

namespace aii::os {
namespace {

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
  SetTerminalModes(state_->fd.get(), state_->found);
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
  if (SetTerminalModes(fd.get(), QuestionModes(state->found)) != 0) {
    return base::ErrnoStatus(errno, "cannot set the modes of", path);
  }
  state->fd = std::move(fd);
  return Tty(std::move(state));
}

absl::Status Tty::Write(absl::string_view text, const base::Cancel& cancel) {
  return WriteToTerminal(state_->fd.get(), text, cancel);
}

bool Tty::InForeground() const { return !InBackground(state_->fd.get()); }

int Tty::Columns() const { return TerminalColumns(state_->fd.get()); }

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
    switch (WaitForTerminal(fd, POLLIN, cancel, cancel.resume_fd())) {
      case TerminalWake::kCancelled:
        return TtyCancelled();
      case TerminalWake::kFailed:
        return TtyClosed();
      case TerminalWake::kResumed:
        cancel.ClearResumes();
        if (InForeground()) SetTerminalModes(fd, QuestionModes(state_->found));
        return TtyResumed();
      case TerminalWake::kReady:
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
