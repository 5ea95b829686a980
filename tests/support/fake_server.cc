#include "tests/support/fake_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <thread>
#include <utility>

// As in os/http_stream.cc: all users of the library must agree.
#define CPPHTTPLIB_USE_POLL
#include <httplib.h>

#include "absl/strings/numbers.h"
#include "base/status_macros.h"
#include "base/unique_fd.h"

namespace aii::testing {
namespace {

std::uint16_t PortOf(int socket) {
  struct sockaddr_in address = {};
  socklen_t size = sizeof address;
  AII_CHECK(::getsockname(socket, reinterpret_cast<struct sockaddr*>(&address),
                          &size) == 0);
  return ntohs(address.sin_port);
}

// A listening socket, and where it listens.
struct Listener {
  base::UniqueFd fd;
  os::Endpoint endpoint;
};

Listener OpenListener(Listen listen, const TempDir& folder) {
  Listener listener;
  if (listen == Listen::kUnix) {
    struct sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    const std::string path = folder.path() + "/raw.sock";
    AII_CHECK(path.size() < sizeof address.sun_path);
    std::memcpy(address.sun_path, path.data(), path.size());
    listener.fd.Reset(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    AII_CHECK(::bind(listener.fd.get(),
                     reinterpret_cast<struct sockaddr*>(&address),
                     sizeof address) == 0);
    listener.endpoint = os::UnixEndpoint{path};
  } else {
    struct sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    listener.fd.Reset(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    AII_CHECK(::bind(listener.fd.get(),
                     reinterpret_cast<struct sockaddr*>(&address),
                     sizeof address) == 0);
    listener.endpoint = os::LoopbackEndpoint{false, PortOf(listener.fd.get())};
  }
  AII_CHECK(::listen(listener.fd.get(), 16) == 0);
  return listener;
}

class HttplibServer final : public FakeServer {
 public:
  HttplibServer(Listen listen, Answer answer) : answer_(std::move(answer)) {
    const auto handle = [this](const httplib::Request& request,
                               httplib::Response& response) {
      Handle(request, response);
    };
    server_.Get(".*", handle);
    server_.Post(".*", handle);
    // A test's request is closed by the client; waiting for the next one only
    // delays the end.
    server_.set_keep_alive_max_count(1);
    if (listen == Listen::kUnix) {
      const std::string path = folder_.path() + "/http.sock";
      AII_CHECK(server_.set_address_family(AF_UNIX).bind_to_port(path, 80));
      endpoint_ = os::UnixEndpoint{path};
    } else {
      const int port = server_.bind_to_any_port("127.0.0.1");
      AII_CHECK(port > 0);
      endpoint_ = os::LoopbackEndpoint{false, static_cast<std::uint16_t>(port)};
    }
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    server_.wait_until_ready();
  }

  ~HttplibServer() override {
    server_.stop();
    thread_.join();
  }

  os::Endpoint endpoint() const override { return endpoint_; }

  std::vector<FakeRequest> requests() const override {
    const std::lock_guard<std::mutex> lock(mutex_);
    return requests_;
  }

 private:
  void Handle(const httplib::Request& request, httplib::Response& response) {
    const std::lock_guard<std::mutex> lock(mutex_);
    FakeRequest asked{request.method, request.path, request.body, {}};
    for (const auto& [name, value] : request.headers) {
      asked.headers[name] = value;
    }
    requests_.push_back(asked);
    FakeReply reply = answer_(asked);
    response.status = reply.status;
    for (const auto& [name, value] : reply.headers) {
      response.set_header(name, value);
    }
    if (!reply.chunked) {
      std::string body;
      for (const std::string& piece : reply.pieces) body += piece;
      response.set_content(body, reply.content_type);
      return;
    }
    response.set_chunked_content_provider(
        reply.content_type, [pieces = std::move(reply.pieces)](
                                std::size_t, httplib::DataSink& sink) {
          for (const std::string& piece : pieces) {
            if (!sink.write(piece.data(), piece.size())) return false;
          }
          sink.done();
          return true;
        });
  }

  const Answer answer_;
  TempDir folder_;
  httplib::Server server_;
  os::Endpoint endpoint_;
  mutable std::mutex mutex_;
  std::vector<FakeRequest> requests_;
  std::thread thread_;
};

class SocketConnection final : public RawConnection {
 public:
  SocketConnection(base::UniqueFd fd, int stop_fd)
      : fd_(std::move(fd)), stop_fd_(stop_fd) {}

  std::string ReadRequest() override {
    std::string request;
    std::size_t wanted = std::string::npos;
    char bytes[4096];
    while (request.size() < wanted && WaitReadable()) {
      const ssize_t count = ::recv(fd_.get(), bytes, sizeof bytes, 0);
      if (count <= 0) break;
      request.append(bytes, static_cast<std::size_t>(count));
      wanted = WholeSize(request);
    }
    return request;
  }

  bool Send(absl::string_view bytes) override {
    while (!bytes.empty()) {
      struct pollfd waits[] = {{fd_.get(), POLLOUT, 0}, {stop_fd_, POLLIN, 0}};
      (void)::poll(waits, 2, -1);
      if (waits[1].revents != 0) return false;
      const ssize_t count = ::send(fd_.get(), bytes.data(), bytes.size(),
                                   MSG_NOSIGNAL | MSG_DONTWAIT);
      if (count < 0 && errno == EAGAIN) continue;
      if (count < 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
  }

  void WaitForClose() override {
    char byte;
    while (WaitReadable() && ::recv(fd_.get(), &byte, 1, 0) > 0) {
    }
  }

  void Reset() override {
    const struct linger now = {1, 0};
    (void)::setsockopt(fd_.get(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
    fd_.Reset();
  }

 private:
  bool WaitReadable() {
    struct pollfd waits[] = {{fd_.get(), POLLIN, 0}, {stop_fd_, POLLIN, 0}};
    (void)::poll(waits, 2, -1);
    return waits[1].revents == 0;
  }

  // Bytes of the request with its body, or npos while the head is not whole.
  static std::size_t WholeSize(absl::string_view request) {
    const std::size_t head = request.find("\r\n\r\n");
    if (head == absl::string_view::npos) return std::string::npos;
    constexpr absl::string_view kName = "\r\nContent-Length: ";
    const std::size_t field = request.find(kName);
    std::size_t length = 0;
    if (field != absl::string_view::npos) {
      const absl::string_view value = request.substr(field + kName.size());
      (void)absl::SimpleAtoi(value.substr(0, value.find('\r')), &length);
    }
    return head + 4 + length;
  }

  base::UniqueFd fd_;
  const int stop_fd_;
};

class SocketServer final : public RawServer {
 public:
  SocketServer(Listen listen, Serve serve)
      : listener_(OpenListener(listen, folder_)), serve_(std::move(serve)) {
    int ends[2];
    AII_CHECK(::pipe(ends) == 0);
    stop_read_.Reset(ends[0]);
    stop_write_.Reset(ends[1]);
    thread_ = std::thread([this] { Run(); });
  }

  ~SocketServer() override {
    stop_write_.Reset();
    thread_.join();
  }

  os::Endpoint endpoint() const override { return listener_.endpoint; }

 private:
  void Run() {
    while (true) {
      struct pollfd waits[] = {{listener_.fd.get(), POLLIN, 0},
                               {stop_read_.get(), POLLIN, 0}};
      (void)::poll(waits, 2, -1);
      if (waits[1].revents != 0) return;
      base::UniqueFd fd(::accept(listener_.fd.get(), nullptr, nullptr));
      if (!fd.valid()) continue;
      SocketConnection connection(std::move(fd), stop_read_.get());
      serve_(connection);
    }
  }

  TempDir folder_;
  const Listener listener_;
  const Serve serve_;
  base::UniqueFd stop_read_;
  base::UniqueFd stop_write_;
  std::thread thread_;
};

}  // namespace

std::unique_ptr<FakeServer> FakeServer::Start(Listen listen, Answer answer) {
  return std::make_unique<HttplibServer>(listen, std::move(answer));
}

std::unique_ptr<RawServer> RawServer::Start(Listen listen, Serve serve) {
  return std::make_unique<SocketServer>(listen, std::move(serve));
}

os::Endpoint DeadEndpoint(Listen listen, const TempDir& folder) {
  return OpenListener(listen, folder).endpoint;  // closed again
}

int CountDescriptors() {
  int count = 0;
  for (int fd = 0; fd < 1024; ++fd) {
    if (::fcntl(fd, F_GETFD) >= 0) ++count;
  }
  return count;
}

}  // namespace aii::testing
