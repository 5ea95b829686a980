#include "model/control_link.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "base/clock.h"

namespace aii::model {
namespace {

#ifdef MSG_NOSIGNAL
constexpr int kSendFlags = MSG_DONTWAIT | MSG_NOSIGNAL;
#else
constexpr int kSendFlags = MSG_DONTWAIT;  // SIGPIPE is ignored by the caller
#endif

// Whether there is something to take before `deadline`.
bool WaitFor(int fd, base::Instant deadline, const base::Cancel& cancel) {
  for (;;) {
    std::array<pollfd, 2> waits = {{{fd, POLLIN, 0}, {cancel.fd(), POLLIN, 0}}};
    const int ready =
        ::poll(waits.data(), waits.size(),
               base::PollTimeoutMs(base::MonotonicClock(), deadline));
    if (cancel.cancelled()) return false;
    if (ready < 0 && errno == EINTR) continue;
    return waits[0].revents != 0;
  }
}

}  // namespace

std::optional<int> KeepSecondsIn(absl::string_view line) {
  int seconds = 0;
  if (!absl::ConsumePrefix(&line, kLinkKeep) || line.empty() ||
      !absl::ascii_isdigit(static_cast<unsigned char>(line[0])) ||
      !absl::SimpleAtoi(line, &seconds) || seconds > kMaxKeepSeconds) {
    return std::nullopt;
  }
  return seconds;
}

void ControlLink::Send(absl::string_view text) {
  (void)::send(socket_.get(), text.data(), text.size(), kSendFlags);
}

void ControlLink::Finish() { (void)::shutdown(socket_.get(), SHUT_WR); }

void ControlLink::Take() {
  while (!closed_) {
    std::array<char, 4096> piece;
    const std::size_t room =
        std::min(piece.size(), kMaxLinkBytes - held_.size());
    const ssize_t got = ::recv(fd(), piece.data(), room, MSG_DONTWAIT);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return;
    if (got > 0) held_.append(piece.data(), static_cast<std::size_t>(got));
    closed_ = got <= 0 || held_.size() == kMaxLinkBytes;
  }
}

std::optional<std::string> ControlLink::Line() {
  const std::size_t end = held_.find('\n');
  if (end == std::string::npos) return std::nullopt;
  std::string line = held_.substr(0, end);
  held_.erase(0, end + 1);
  return line;
}

absl::StatusOr<std::string> ControlLink::ReadLine(absl::Duration limit,
                                                  const base::Cancel& cancel) {
  const base::Instant deadline = base::MonotonicClock().Now() + limit;
  for (;;) {
    Take();
    if (auto line = Line()) return *std::move(line);
    if (closed_) return absl::UnavailableError("the connection was closed");
    if (!WaitFor(fd(), deadline, cancel)) {
      return cancel.cancelled() ? absl::CancelledError("cancelled")
                                : absl::DeadlineExceededError("no answer");
    }
  }
}

std::string ControlLink::ReadRest(absl::Duration limit,
                                  const base::Cancel& cancel) {
  const base::Instant deadline = base::MonotonicClock().Now() + limit;
  do {
    Take();
  } while (!closed_ && WaitFor(fd(), deadline, cancel));
  return std::exchange(held_, std::string());
}

}  // namespace aii::model
