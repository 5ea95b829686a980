#include "os/local_socket.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/clock.h"
#include "base/errno_status.h"
#include "base/status_macros.h"

namespace aii::os {
namespace {

// How often a Unix socket whose queue is full is tried again: connect(2) gives
// EAGAIN for it, and nothing that poll(2) could wait for.
constexpr absl::Duration kFullQueuePause = absl::Milliseconds(10);

// Connections that wait to be taken.
constexpr int kBacklog = 16;

struct Address {
  struct sockaddr_storage storage = {};
  socklen_t size_bytes = 0;
};

absl::Status CannotConnect(absl::string_view reason) {
  return absl::UnavailableError(absl::StrCat("cannot connect: ", reason));
}

absl::Status CannotConnect(int error) {
  return CannotConnect(base::ErrnoText(error));
}

template <typename Sockaddr>
Address Store(const Sockaddr& from) {
  Address address;
  std::memcpy(&address.storage, &from, sizeof from);
  address.size_bytes = sizeof from;
  return address;
}

absl::StatusOr<Address> AddressOf(const UnixEndpoint& endpoint) {
  const std::string& path = endpoint.socket_path;
  // A leading NUL would mean Linux's abstract names, which have no owner.
  if (path.empty() || path.find('\0') != std::string::npos) {
    return CannotConnect("not a path");
  }
  struct sockaddr_un address = {};
  static_assert(sizeof address.sun_path > kMaxSocketPathBytes);
  if (path.size() > kMaxSocketPathBytes) {
    return CannotConnect("the socket's path is too long");
  }
  address.sun_family = AF_UNIX;
  std::copy(path.begin(), path.end(), address.sun_path);
  return Store(address);
}

absl::StatusOr<Address> AddressOf(const LoopbackEndpoint& endpoint) {
  if (endpoint.v6) {
    struct sockaddr_in6 address = {};
    address.sin6_family = AF_INET6;
    address.sin6_port = htons(endpoint.port);
    address.sin6_addr = in6addr_loopback;
    return Store(address);
  }
  struct sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(endpoint.port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return Store(address);
}

absl::StatusOr<base::UniqueFd> OpenSocket(int family) {
  base::UniqueFd fd(::socket(family, SOCK_STREAM, 0));
  if (!fd.valid()) return CannotConnect(errno);
  ::fcntl(fd.get(), F_SETFD, FD_CLOEXEC);
  ::fcntl(fd.get(), F_SETFL, O_NONBLOCK);
  const int on = 1;
  if (family != AF_UNIX) {
    // A request is written at once; waiting for more would only delay it.
    (void)::setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  }
#ifdef SO_NOSIGPIPE
  (void)::setsockopt(fd.get(), SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  return fd;
}

// Waits until `fd` is writable, or only for `pause` where `fd` is -1.
absl::Status WaitWritable(int fd, int stop_fd, base::Instant deadline) {
  while (true) {
    const int timeout_ms =
        base::PollTimeoutMs(base::MonotonicClock(), deadline);
    struct pollfd waits[] = {{fd, POLLOUT, 0}, {stop_fd, POLLIN, 0}};
    const int ready = ::poll(waits, 2, timeout_ms);
    if (ready < 0 && errno == EINTR) continue;
    if (ready < 0) return CannotConnect(errno);
    if (waits[1].revents != 0) return absl::CancelledError("stopped");
    if (ready == 0) return absl::DeadlineExceededError("timed out");
    return absl::OkStatus();
  }
}

absl::Status PendingError(int fd) {
  int error = 0;
  socklen_t size = sizeof error;
  if (::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) != 0) error = errno;
  return error == 0 ? absl::OkStatus() : CannotConnect(error);
}

absl::Status Connect(int fd, const Address& address, int stop_fd,
                     base::Instant deadline) {
  const base::Clock& clock = base::MonotonicClock();
  const auto* name = reinterpret_cast<const struct sockaddr*>(&address.storage);
  while (::connect(fd, name, address.size_bytes) != 0) {
    // EINTR: the connection is still being made, as with EINPROGRESS.
    if (errno == EINPROGRESS || errno == EINTR) {
      const absl::Status waited = WaitWritable(fd, stop_fd, deadline);
      if (absl::IsDeadlineExceeded(waited)) return CannotConnect(ETIMEDOUT);
      AII_RETURN_IF_ERROR(waited);
      return PendingError(fd);
    }
    if (errno != EAGAIN) return CannotConnect(errno);
    const base::Instant now = clock.Now();
    if (now >= deadline) return CannotConnect(ETIMEDOUT);
    const absl::Status paused =
        WaitWritable(-1, stop_fd, std::min(now + kFullQueuePause, deadline));
    if (!absl::IsDeadlineExceeded(paused)) return paused;
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<base::UniqueFd> ConnectLocal(const Endpoint& endpoint,
                                            int stop_fd,
                                            absl::Duration timeout) {
  const base::Instant deadline = base::MonotonicClock().Now() + timeout;
  AII_ASSIGN_OR_RETURN(
      const Address address,
      std::visit([](const auto& kind) { return AddressOf(kind); }, endpoint));
  AII_ASSIGN_OR_RETURN(base::UniqueFd fd,
                       OpenSocket(address.storage.ss_family));
  AII_RETURN_IF_ERROR(Connect(fd.get(), address, stop_fd, deadline));
  return fd;
}

absl::StatusOr<base::UniqueFd> ListenUnix(const std::string& path) {
  AII_ASSIGN_OR_RETURN(const Address address, AddressOf(UnixEndpoint{path}));
  AII_ASSIGN_OR_RETURN(base::UniqueFd fd, OpenSocket(AF_UNIX));
  const auto* name = reinterpret_cast<const struct sockaddr*>(&address.storage);
  if (::bind(fd.get(), name, address.size_bytes) != 0 ||
      ::listen(fd.get(), kBacklog) != 0) {
    return base::ErrnoStatus(errno, "cannot listen at", path);
  }
  return fd;
}

}  // namespace aii::os
