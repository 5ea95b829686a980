// Connects to a server on this machine, and listens for callers on it.
//
// Layer: os.
// Spec:  docs/spec.md, "Backends": loopback and Unix sockets only.

#ifndef AII_OS_LOCAL_SOCKET_H_
#define AII_OS_LOCAL_SOCKET_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "base/unique_fd.h"

namespace aii::os {

// Where a server listens. Nothing but these two can be said.
struct UnixEndpoint {
  std::string socket_path;
};
struct LoopbackEndpoint {
  bool v6 = false;  // [::1], else 127.0.0.1
  std::uint16_t port = 0;
};
using Endpoint = std::variant<UnixEndpoint, LoopbackEndpoint>;

// Longest path of a Unix socket, in bytes (sockaddr_un, without its NUL).
inline constexpr std::size_t kMaxSocketPathBytes = 103;

// Returns a connected, non-blocking, close-on-exec stream socket. Nothing is
// resolved: the loopback address is a constant.
//
// stop_fd: the wait ends when it is readable; -1 for none.
// Errors:  kUnavailable: nobody listens, it took longer than `timeout`, or the
//          path can't name a socket; message "cannot connect: <reason>".
//          kCancelled: `stop_fd`.
absl::StatusOr<base::UniqueFd> ConnectLocal(const Endpoint& endpoint,
                                            int stop_fd,
                                            absl::Duration timeout);

// Returns a listening, non-blocking, close-on-exec socket at `path`, which is
// not to exist. What connects to it is to be close-on-exec by the caller.
// Errors: from socket(2), bind(2) and listen(2), "cannot listen at '<path>'".
absl::StatusOr<base::UniqueFd> ListenUnix(const std::string& path);

}  // namespace aii::os

#endif  // AII_OS_LOCAL_SOCKET_H_
