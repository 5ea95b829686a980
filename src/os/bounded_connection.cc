#include "os/bounded_connection.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "base/errno_status.h"

namespace aii::os {
namespace {

#ifdef MSG_NOSIGNAL
constexpr int kSendFlags = MSG_NOSIGNAL;
#else
constexpr int kSendFlags = 0;  // macOS: SO_NOSIGPIPE
#endif

}  // namespace

BoundedConnection::BoundedConnection(base::UniqueFd socket, int stop_fd,
                                     absl::Duration idle_timeout)
    : socket_(std::move(socket)),
      stop_fd_(stop_fd),
      idle_timeout_(idle_timeout) {
  NoteBody();
}

ssize_t BoundedConnection::Read(char* to, std::size_t size) {
  if (!failure_.ok()) return -1;
  if (begin_ == end_ && !Fill()) return failure_.ok() ? 0 : -1;
  const std::size_t count = std::min(size, end_ - begin_);
  std::copy_n(buffer_ + begin_, count, to);
  begin_ += count;
  if (size == 1 && !CountFraming(*to)) return -1;
  return static_cast<ssize_t>(count);
}

ssize_t BoundedConnection::Write(const char* from, std::size_t size) {
  while (Wait(POLLOUT)) {
    const ssize_t count = ::send(socket_.get(), from, size, kSendFlags);
    if (count >= 0) return count;
    if (errno == EINTR || errno == EAGAIN) continue;
    failure_ = absl::DataLossError(
        absl::StrCat("cannot send: ", base::ErrnoText(errno)));
  }
  return -1;
}

void BoundedConnection::NoteBody() {
  framing_bytes_ = 0;
  deadline_ = base::MonotonicClock().Now() + idle_timeout_;
}

// A status line has a smaller cap: the library matches it with std::regex,
// whose stack grows with the text.
bool BoundedConnection::CountFraming(char byte) {
  constexpr absl::string_view kStatusStart = "HTTP/";
  ++framing_bytes_;
  if (line_bytes_ < kStatusStart.size()) {
    status_line_ =
        (line_bytes_ == 0 || status_line_) && byte == kStatusStart[line_bytes_];
  }
  line_bytes_ = byte == '\n' ? 0 : line_bytes_ + 1;
  if (framing_bytes_ > kMaxFramingBytes ||
      (status_line_ && line_bytes_ > kMaxStatusLineBytes)) {
    failure_ = absl::OutOfRangeError("a header of the reply is too large");
  }
  return failure_.ok();
}

// Returns false at the end of the stream and on failure.
bool BoundedConnection::Fill() {
  while (Wait(POLLIN)) {
    const ssize_t count = ::recv(socket_.get(), buffer_, sizeof buffer_, 0);
    if (count > 0) {
      begin_ = 0;
      end_ = static_cast<std::size_t>(count);
      return true;
    }
    if (count == 0) return false;
    if (errno == EINTR || errno == EAGAIN) continue;
    failure_ = absl::DataLossError(
        absl::StrCat("cannot receive: ", base::ErrnoText(errno)));
  }
  return false;
}

bool BoundedConnection::Wait(short events) {
  while (failure_.ok()) {
    struct pollfd waits[] = {{socket_.get(), events, 0}, {stop_fd_, POLLIN, 0}};
    const int ready = ::poll(
        waits, 2, base::PollTimeoutMs(base::MonotonicClock(), deadline_));
    if (ready < 0 && errno == EINTR) continue;
    if (ready < 0) {
      failure_ = base::ErrnoStatus(errno, "cannot wait");
    } else if (waits[1].revents != 0) {
      failure_ = absl::CancelledError("stopped");
    } else if (waits[0].revents != 0) {
      return true;
    } else if (base::MonotonicClock().Now() >= deadline_) {
      failure_ = absl::DeadlineExceededError("the server is silent");
    }
  }
  return false;
}

}  // namespace aii::os
