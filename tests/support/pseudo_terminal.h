// A real terminal for tests: the person's side of it.

#ifndef AII_TESTS_SUPPORT_PSEUDO_TERMINAL_H_
#define AII_TESTS_SUPPORT_PSEUDO_TERMINAL_H_

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/unique_fd.h"

namespace aii::testing {

// How long a test waits for something that must happen.
inline constexpr absl::Duration kPatience = absl::Seconds(20);

// How long a process of a test lives at most, should it hang.
inline constexpr unsigned kLifeSeconds = 60;

class PseudoTerminal {
 public:
  PseudoTerminal() : master_(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
    if (::grantpt(master_.get()) != 0 || ::unlockpt(master_.get()) != 0) {
      std::abort();
    }
    path_ = ::ptsname(master_.get());
    // Held open: a terminal whose last user closes it hangs up.
    slave_.Reset(::open(path_.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC));
  }

  const std::string& path() const { return path_; }
  int slave() const { return slave_.get(); }

  void Type(absl::string_view keys) const {
    if (::write(master_.get(), keys.data(), keys.size()) !=
        static_cast<ssize_t>(keys.size())) {
      std::abort();
    }
  }

  // Types `keys` and waits until a reader would find a line.
  void TypeAhead(absl::string_view keys) const {
    Type(keys);
    pollfd wait = {slave_.get(), POLLIN, 0};
    ::poll(&wait, 1, static_cast<int>(absl::ToInt64Milliseconds(kPatience)));
  }

  void SetColumns(unsigned short columns) const {
    const winsize size = {
        .ws_row = 24, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
    if (::ioctl(master_.get(), TIOCSWINSZ, &size) != 0) std::abort();
  }

  // Closes the person's side.
  void HangUp() { master_.Reset(); }

  // Collects what the screen got until it holds `text`; false if it never did.
  bool WaitForText(absl::string_view text) {
    const absl::Time deadline = absl::Now() + kPatience;
    while (!absl::StrContains(screen_, text)) {
      if (absl::Now() > deadline || !Collect(100)) return false;
    }
    return true;
  }

  // All that the screen got so far, with newlines as they were sent.
  const std::string& screen() {
    while (Collect(0) && more_) {
    }
    return screen_;
  }
  void ClearScreen() {
    (void)screen();
    screen_.clear();
  }

  termios Modes() const {
    termios modes = {};
    ::tcgetattr(slave_.get(), &modes);
    return modes;
  }
  void SetRaw() const {
    termios modes = Modes();
    ::cfmakeraw(&modes);
    ::tcsetattr(slave_.get(), TCSANOW, &modes);
  }
  bool InLineMode() const {
    const tcflag_t wanted = ICANON | ECHO | ISIG;
    return (Modes().c_lflag & wanted) == wanted;
  }

 private:
  bool Collect(int timeout_ms) {
    pollfd wait = {master_.get(), POLLIN, 0};
    more_ = ::poll(&wait, 1, timeout_ms) > 0;
    if (!more_) return true;
    std::array<char, 4096> bytes;
    const ssize_t got = ::read(master_.get(), bytes.data(), bytes.size());
    if (got <= 0) return false;
    screen_.append(bytes.data(), static_cast<std::size_t>(got));
    return true;
  }

  base::UniqueFd master_;
  base::UniqueFd slave_;
  std::string path_;
  std::string screen_;
  bool more_ = false;
};

// Starts `body` in a process that leads a session of its own; with a `terminal`
// that is its controlling one, and its group has the foreground. It exits with
// what `body` returns.
inline pid_t StartSession(const PseudoTerminal* terminal,
                          const std::function<int()>& body) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  ::setsid();
  ::alarm(kLifeSeconds);
  if (terminal != nullptr) {
    const int fd = ::open(terminal->path().c_str(), O_RDWR | O_CLOEXEC);
    if (fd < 0 || ::ioctl(fd, TIOCSCTTY, 0) != 0) ::_exit(99);
  }
  ::_exit(body());
}

// Starts `body` in a process group of its own, as a shell starts a job.
inline pid_t StartJob(const std::function<int()>& body) {
  const pid_t child = ::fork();
  if (child != 0) {
    ::setpgid(child, child);
    return child;
  }
  ::setpgid(0, 0);
  ::alarm(kLifeSeconds);
  ::_exit(body());
}

// The exit code of `child`; 1000 plus the signal that ended it; 2000 plus the
// one that stopped it.
inline int WaitForChild(pid_t child, int options = 0) {
  int status = 0;
  if (::waitpid(child, &status, options) != child) return -1;
  if (WIFSTOPPED(status)) return 2000 + WSTOPSIG(status);
  return WIFSIGNALED(status) ? 1000 + WTERMSIG(status) : WEXITSTATUS(status);
}

// Hands the terminal to a process group, as a shell does for fg.
inline void SetForeground(int terminal_fd, pid_t group) {
  ::signal(SIGTTOU, SIG_IGN);
  ::tcsetpgrp(terminal_fd, group);
  ::signal(SIGTTOU, SIG_DFL);
}

}  // namespace aii::testing

#endif  // AII_TESTS_SUPPORT_PSEUDO_TERMINAL_H_
