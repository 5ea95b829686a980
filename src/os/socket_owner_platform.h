// What os/socket_owner needs of each platform.
//
// Layer: os.

#ifndef AII_OS_SOCKET_OWNER_PLATFORM_H_
#define AII_OS_SOCKET_OWNER_PLATFORM_H_

#include <sys/types.h>

#include <optional>
#include <vector>

namespace aii::os {

// The owners of the listening sockets that a connection to the loopback address
// at `port` may reach, by the kernel's socket diagnostics (sock_diag(7)), which
// look at listening sockets alone; nothing where there is no such thing.
std::optional<std::vector<uid_t>> ListenersByDiag(bool v6, unsigned port);

// The same by /proc/net/tcp and tcp6. The kernel walks through all connections
// for it: milliseconds.
std::optional<std::vector<uid_t>> ListenersByTables(bool v6, unsigned port);

}  // namespace aii::os

#endif  // AII_OS_SOCKET_OWNER_PLATFORM_H_
