#include "cli/status_line.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "os/job_control.h"
#include "os/tty_poll.h"

namespace aii::cli {
namespace {

constexpr absl::Duration kRedraw = absl::Seconds(1);
constexpr int kUsualColumns = 80;
constexpr absl::string_view kEraseLine = "\r\033[K";

// The thread must not run handlers: the token that they set belongs to the main
// thread, whose waits they are to end.
std::thread StartWithoutSignals(StatusLine* line, void (StatusLine::*run)()) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread(run, line);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

// Whether writing would neither wait (ctrl-S) nor stop this process.
bool TakesText(int fd) {
  if (os::InBackground(fd)) return false;
  struct pollfd wait = {.fd = fd, .events = POLLOUT, .revents = 0};
  return ::poll(&wait, 1, 0) == 1 && wait.revents == POLLOUT;
}

void Put(int fd, const std::string& text) {
  (void)!::write(fd, text.data(), text.size());
}

}  // namespace

StatusLine::~StatusLine() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ending_ = true;
    Erase();
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void StatusLine::Set(Activity activity) {
  if (terminal_.fd < 0) return;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    Erase();
    activity_ = std::move(activity);
    begun_ = quiet_at_ = clock_.Now();
  }
  if (!thread_.joinable() && !activity_.what.empty()) {
    thread_ = StartWithoutSignals(this, &StatusLine::Run);
  }
  changed_.notify_one();
}

void StatusLine::Pause() {
  if (terminal_.fd < 0) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  Erase();
  paused_ = true;
}

void StatusLine::Resume(bool at_line_start) {
  if (terminal_.fd < 0) return;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    paused_ = false;
    at_line_start_ = at_line_start;
    quiet_at_ = clock_.Now();
  }
  changed_.notify_one();
}

bool StatusLine::MayShow() const {
  return !paused_ && at_line_start_ && !activity_.what.empty();
}

void StatusLine::Run() {
  std::unique_lock<std::mutex> lock(mutex_);
  base::Instant next = quiet_at_ + silence_;
  while (!ending_) {
    if (!MayShow()) {
      changed_.wait(lock);
      next = quiet_at_ + silence_;
      continue;
    }
    next = std::max(next, quiet_at_ + silence_);
    const absl::Duration left = next - clock_.Now();
    if (left > absl::ZeroDuration()) {
      changed_.wait_for(lock, absl::ToChronoNanoseconds(left));
      continue;
    }
    Draw();
    next = clock_.Now() + kRedraw;
  }
}

std::string StatusLine::Text(int columns) const {
  const auto seconds = absl::ToInt64Seconds(clock_.Now() - begun_);
  std::string text = absl::StrCat(activity_.what, "\u2026");
  if (activity_.timed) absl::StrAppend(&text, " ", seconds, " s");
  const std::string hint =
      activity_.hint.empty() ? "" : absl::StrCat(" (", activity_.hint, ")");
  // The bytes are as many as the cells, or more.
  const auto room = static_cast<std::size_t>(columns);
  if (text.size() + hint.size() < room) text += hint;
  return text.size() < room ? text : "";
}

void StatusLine::Draw() {
  if (!TakesText(terminal_.fd)) return;
  const int columns = os::TerminalColumns(terminal_.fd);
  const std::string text = Text(columns > 0 ? columns : kUsualColumns);
  if (text.empty()) return;
  Put(terminal_.fd, absl::StrCat(kEraseLine, terminal_.color ? "\033[2m" : "",
                                 text, terminal_.color ? "\033[0m" : ""));
  drawn_ = true;
}

void StatusLine::Erase() {
  if (!drawn_) return;
  Put(terminal_.fd, std::string(kEraseLine));
  drawn_ = false;
}

}  // namespace aii::cli
