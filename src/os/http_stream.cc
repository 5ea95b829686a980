#include "os/http_stream.h"

#include <pthread.h>
#include <signal.h>

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
#include "base/errno_status.h"
#include "base/status_macros.h"
#include "os/bounded_connection.h"
#include "os/socket_owner.h"

namespace aii::os {
namespace {

// The connection as the library sees it.
//
// No `override`: later versions of the library have other functions here.
class Connection final : public httplib::Stream {
 public:
  explicit Connection(BoundedConnection& bounded) : bounded_(bounded) {}

  bool is_readable() const { return true; }
  bool is_writable() const { return true; }
  bool wait_readable() const { return true; }
  bool wait_writable() const { return true; }
  time_t duration() const { return 0; }
  void get_remote_ip_and_port(std::string&, int&) const {}
  void get_local_ip_and_port(std::string&, int&) const {}
  socket_t socket() const { return bounded_.socket(); }
  ssize_t read(char* to, std::size_t size) { return bounded_.Read(to, size); }
  ssize_t write(const char* from, std::size_t size) {
    return bounded_.Write(from, size);
  }

 private:
  BoundedConnection& bounded_;
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
    BoundedConnection connection(std::move(socket), queue().stop_fd(),
                                 request_.idle_timeout);
    try {
      return Converse(connection);
    } catch (const std::exception& error) {  // of std::regex, no memory
      return absl::DataLossError(
          absl::StrCat("cannot read the reply: ", error.what()));
    }
  }

  absl::Status Converse(BoundedConnection& bounded) {
    httplib::Request request = MakeRequest(bounded);
    httplib::Response response;
    Exchange exchange;
    Connection connection(bounded);
    const bool whole = exchange.Run(connection, request, response);
    if (body_bytes_ > request_.max_body_bytes) {
      return absl::OutOfRangeError("the reply is too large");
    }
    // First: the library takes every end for the end of a body without length.
    AII_RETURN_IF_ERROR(bounded.failure());
    if (!whole) return absl::DataLossError("the reply is cut or not HTTP");
    // A reply that can't have a body never reaches response_handler.
    if (!head_pushed_) queue().PushHead({response.status});
    return absl::OkStatus();
  }

  httplib::Request MakeRequest(BoundedConnection& connection) {
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
