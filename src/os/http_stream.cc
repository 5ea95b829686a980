#include "os/http_stream.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

// poll(2) instead of select(2), which ends at descriptor 1023. Whoever includes
// the library in one program must say the same.
#define CPPHTTPLIB_USE_POLL
#include <httplib.h>

#include "absl/strings/str_cat.h"
#include "base/clock.h"
#include "base/errno_status.h"
#include "base/status_macros.h"
#include "os/socket_owner.h"

namespace aii::os {
namespace {

#ifdef MSG_NOSIGNAL
constexpr int kSendFlags = MSG_NOSIGNAL;
#else
constexpr int kSendFlags = 0;  // macOS: SO_NOSIGPIPE
#endif

// The connection as the library sees it. The library's own stream can be
// neither stopped while it waits without a race nor kept from reading a status
// line or a chunk header of any length; this one keeps to a deadline between
// two pieces of the body, to the caps of the header, and ends when `stop_fd` is
// readable.
//
// No `override`: later versions of the library have other functions here.
class Connection final : public httplib::Stream {
 public:
  Connection(base::UniqueFd socket, int stop_fd, absl::Duration idle_timeout)
      : socket_(std::move(socket)),
        stop_fd_(stop_fd),
        idle_timeout_(idle_timeout) {
    NoteBody();
  }

  // Why reading or writing failed; OK where it did not.
  const absl::Status& failure() const { return failure_; }

  // The head is complete, or a piece of the body arrived.
  void NoteBody() {
    framing_bytes_ = 0;
    deadline_ = base::MonotonicClock().Now() + idle_timeout_;
  }

  bool is_readable() const { return true; }
  bool is_writable() const { return true; }
  bool wait_readable() const { return true; }
  bool wait_writable() const { return true; }
  time_t duration() const { return 0; }
  void get_remote_ip_and_port(std::string&, int&) const {}
  void get_local_ip_and_port(std::string&, int&) const {}
  socket_t socket() const { return socket_.get(); }

  ssize_t read(char* to, std::size_t size) {
    if (!failure_.ok()) return -1;
    if (begin_ == end_ && !Fill()) return failure_.ok() ? 0 : -1;
    const std::size_t count = std::min(size, end_ - begin_);
    std::copy_n(buffer_ + begin_, count, to);
    begin_ += count;
    // The library reads lines byte by byte, and only lines.
    if (size == 1 && !CountFraming(*to)) return -1;
    return static_cast<ssize_t>(count);
  }

  ssize_t write(const char* from, std::size_t size) {
    while (Wait(POLLOUT)) {
      const ssize_t count = ::send(socket_.get(), from, size, kSendFlags);
      if (count >= 0) return count;
      if (errno == EINTR || errno == EAGAIN) continue;
      failure_ = absl::DataLossError(
          absl::StrCat("cannot send: ", base::ErrnoText(errno)));
    }
    return -1;
  }

 private:
  // A status line has a smaller cap: the library matches it with std::regex,
  // whose stack grows with the text.
  bool CountFraming(char byte) {
    constexpr absl::string_view kStatusStart = "HTTP/";
    ++framing_bytes_;
    if (line_bytes_ < kStatusStart.size()) {
      status_line_ = (line_bytes_ == 0 || status_line_) &&
                     byte == kStatusStart[line_bytes_];
    }
    line_bytes_ = byte == '\n' ? 0 : line_bytes_ + 1;
    if (framing_bytes_ > kMaxFramingBytes ||
        (status_line_ && line_bytes_ > kMaxStatusLineBytes)) {
      failure_ = absl::OutOfRangeError("a header of the reply is too large");
    }
    return failure_.ok();
  }

  // Returns false at the end of the stream and on failure.
  bool Fill() {
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

  bool Wait(short events) {
    while (failure_.ok()) {
      struct pollfd waits[] = {{socket_.get(), events, 0},
                               {stop_fd_, POLLIN, 0}};
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

  const base::UniqueFd socket_;
  const int stop_fd_;
  const absl::Duration idle_timeout_;
  base::Instant deadline_;
  absl::Status failure_;
  std::size_t framing_bytes_ = 0;
  std::size_t line_bytes_ = 0;
  bool status_line_ = false;
  char buffer_[16u << 10];
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

// Lets the library speak HTTP on a connection that it did not open. What
// follows redirects and knows proxies is left out.
class Exchange final : public httplib::ClientImpl {
 public:
  Exchange() : httplib::ClientImpl("localhost") { set_decompress(false); }

  bool Run(Connection& connection, httplib::Request& request,
           httplib::Response& response) {
    httplib::Error error = httplib::Error::Success;
    return process_request(connection, request, response,
                           /*close_connection=*/true, error);
  }
};

std::string HostHeader(const Endpoint& endpoint) {
  const auto* loopback = std::get_if<LoopbackEndpoint>(&endpoint);
  if (loopback == nullptr) return "localhost";
  return absl::StrCat(loopback->v6 ? "[::1]:" : "127.0.0.1:", loopback->port);
}

// A thread that is made while this lives handles no signal.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

class ThreadedStream final : public HttpStream {
 public:
  ThreadedStream(Endpoint endpoint, HttpRequest request)
      : queue_(HttpQueue::Create()),
        endpoint_(std::move(endpoint)),
        request_(std::move(request)) {
    if (!queue_.ok()) return;
    const SignalsBlocked blocked;
    try {
      worker_ = std::thread([this] { queue().End(Fetch()); });
    } catch (const std::system_error& error) {
      queue().End(
          base::ErrnoStatus(error.code().value(), "cannot make a thread"));
    }
  }

  ~ThreadedStream() override {
    if (!worker_.joinable()) return;
    queue().Stop();
    worker_.join();
  }

  absl::StatusOr<HttpEvent> Next(const base::Cancel& cancel) override {
    return queue_.ok() ? queue().Next(cancel) : queue_.status();
  }

 private:
  HttpQueue& queue() { return **queue_; }

  // From here on everything runs on the worker.

  absl::Status Fetch() {
    AII_ASSIGN_OR_RETURN(
        base::UniqueFd socket,
        ConnectTrusted(endpoint_, queue().stop_fd(), request_.connect_timeout));
    Connection connection(std::move(socket), queue().stop_fd(),
                          request_.idle_timeout);
    try {
      return Converse(connection);
    } catch (const std::exception& error) {  // of std::regex, no memory
      return absl::DataLossError(
          absl::StrCat("cannot read the reply: ", error.what()));
    }
  }

  absl::Status Converse(Connection& connection) {
    httplib::Request request = MakeRequest(connection);
    httplib::Response response;
    Exchange exchange;
    const bool whole = exchange.Run(connection, request, response);
    if (body_bytes_ > request_.max_body_bytes) {
      return absl::OutOfRangeError("the reply is too large");
    }
    // First: the library takes every end for the end of a body without length.
    AII_RETURN_IF_ERROR(connection.failure());
    if (!whole) return absl::DataLossError("the reply is cut or not HTTP");
    // A reply that can't have a body never reaches response_handler.
    if (!head_pushed_) queue().PushHead({response.status});
    return absl::OkStatus();
  }

  httplib::Request MakeRequest(Connection& connection) {
    httplib::Request request;
    request.method = request_.body.empty() ? "GET" : "POST";
    request.path = request_.path;
    request.body = std::move(request_.body);
    request.set_header("Host", HostHeader(endpoint_));
    if (!request.body.empty()) {
      request.set_header("Content-Type", "application/json");
    }
    request.response_handler = [&](const httplib::Response& response) {
      connection.NoteBody();
      head_pushed_ = true;
      queue().PushHead({response.status});
      return true;
    };
    request.content_receiver = [&](const char* bytes, std::size_t size,
                                   std::uint64_t, std::uint64_t) {
      body_bytes_ += size;
      if (body_bytes_ > request_.max_body_bytes) return false;
      if (!queue().PushBytes(absl::string_view(bytes, size))) return false;
      connection.NoteBody();
      return true;
    };
    return request;
  }

  const absl::StatusOr<std::unique_ptr<HttpQueue>> queue_;
  const Endpoint endpoint_;
  HttpRequest request_;
  bool head_pushed_ = false;
  std::size_t body_bytes_ = 0;
  std::thread worker_;
};

}  // namespace

std::unique_ptr<HttpStream> HttpStream::Start(const Endpoint& endpoint,
                                              HttpRequest request) {
  return std::make_unique<ThreadedStream>(endpoint, std::move(request));
}

}  // namespace aii::os
