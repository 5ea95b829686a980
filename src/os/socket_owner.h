// Whose server this is: what it is sent may read files unasked, so it must be
// this user's or the system's.
//
// Layer: os.
// Spec:  docs/spec.md, "Backends".

#ifndef AII_OS_SOCKET_OWNER_H_
#define AII_OS_SOCKET_OWNER_H_

#include <sys/types.h>

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "base/unique_fd.h"
#include "os/local_socket.h"

namespace aii::os {

// Accounts below this one belong to the system (login.defs, SYS_UID_MAX).
inline constexpr uid_t kFirstPersonUid = 1000;

// Whether the server at the other end of `fd`, which is connected to
// `endpoint`, may be talked to: it belongs to this user, to root or to another
// system account.
//
// A Unix socket tells its peer's owner. On Linux the owner of a loopback port
// is that of its listening sockets, by sock_diag(7), else by /proc/net/tcp and
// tcp6; where there is neither, or on macOS, nothing is known, and it may.
//
// Errors: kPermissionDenied, "it belongs to another user (uid <n>)", or where
//         nobody of whom one can tell listens at the port (any more).
absl::Status CheckServerOwner(const Endpoint& endpoint, int fd);

// ConnectLocal, then CheckServerOwner, before a byte is sent.
// Errors: theirs.
absl::StatusOr<base::UniqueFd> ConnectTrusted(const Endpoint& endpoint,
                                              int stop_fd,
                                              absl::Duration timeout);

// The owners of the listening sockets in `table`, the text of /proc/net/tcp or
// tcp6, that a connection to the loopback address at `port` may reach: those
// bound to that address, as it is or mapped into IPv6, or to any. Lines that
// can't be read are skipped. Pure. Cost: O(table).
std::vector<uid_t> LoopbackListeners(absl::string_view table, bool v6,
                                     unsigned port);

}  // namespace aii::os

#endif  // AII_OS_SOCKET_OWNER_H_
