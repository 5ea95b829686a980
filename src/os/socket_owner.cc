#include "os/socket_owner.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "os/read_file.h"
#include "os/socket_owner_platform.h"

namespace aii::os {
namespace {

constexpr std::size_t kMaxTableBytes = std::size_t{64} << 20;
constexpr absl::string_view kListening = "0A";

bool MayBeTrusted(uid_t uid) {
  return uid == ::geteuid() || uid < kFirstPersonUid;
}

absl::Status Foreign(uid_t uid) {
  return absl::PermissionDeniedError(
      absl::StrCat("it belongs to another user (uid ", uid, ")"));
}

// A 32-bit word of an address as these tables have it: in host order.
std::string Word(std::uint32_t network_order_bytes) {
  const bool little = std::endian::native == std::endian::little;
  const std::uint32_t word =
      little ? __builtin_bswap32(network_order_bytes) : network_order_bytes;
  return absl::StrFormat("%08X", word);
}

// The local addresses whose listeners a connection to the loopback address
// reaches. The tables of IPv4 and IPv6 differ in the width of addresses.
std::vector<std::string> Reached(bool v6) {
  constexpr absl::string_view kZero = "00000000";
  const std::string any = absl::StrCat(kZero, kZero, kZero, kZero);
  if (v6) return {any, absl::StrCat(kZero, kZero, kZero, Word(1))};
  const std::string loopback = Word(0x7F000001);
  const std::string mapped = absl::StrCat(kZero, kZero, Word(0x0000FFFF));
  return {std::string(kZero), loopback, any, absl::StrCat(mapped, kZero),
          absl::StrCat(mapped, loopback)};
}

absl::Status CheckLoopback(const LoopbackEndpoint& endpoint) {
  std::optional<std::vector<uid_t>> owners =
      ListenersByDiag(endpoint.v6, endpoint.port);
  if (!owners.has_value()) {
    owners = ListenersByTables(endpoint.v6, endpoint.port);
  }
  if (!owners.has_value()) return absl::OkStatus();
  if (owners->empty()) {
    return absl::PermissionDeniedError("it does not show whose it is");
  }
  for (const uid_t uid : *owners) {
    if (!MayBeTrusted(uid)) return Foreign(uid);
  }
  return absl::OkStatus();
}

absl::Status CheckPeer(int fd) {
#if defined(__linux__)
  struct ucred peer = {};
  socklen_t size = sizeof peer;
  const bool known =
      ::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0;
  const uid_t uid = peer.uid;
#else
  uid_t uid = 0;
  gid_t gid = 0;
  const bool known = ::getpeereid(fd, &uid, &gid) == 0;
#endif
  if (!known) {
    return absl::PermissionDeniedError("it does not show whose it is");
  }
  return MayBeTrusted(uid) ? absl::OkStatus() : Foreign(uid);
}

}  // namespace

std::vector<uid_t> LoopbackListeners(absl::string_view table, bool v6,
                                     unsigned port) {
  const std::vector<std::string> reached = Reached(v6);
  const std::string hex_port = absl::StrFormat("%04X", port);
  std::vector<uid_t> owners;
  for (const absl::string_view line : absl::StrSplit(table, '\n')) {
    // "sl local_address rem_address st tx_queue:rx_queue tr:when retrnsmt uid"
    const std::vector<absl::string_view> fields =
        absl::StrSplit(line, ' ', absl::SkipEmpty());
    if (fields.size() < 8 || fields[3] != kListening) continue;
    const std::pair<absl::string_view, absl::string_view> local =
        absl::StrSplit(fields[1], absl::MaxSplits(':', 1));
    if (local.second != hex_port || std::find(reached.begin(), reached.end(),
                                              local.first) == reached.end()) {
      continue;
    }
    uid_t uid = 0;
    if (absl::SimpleAtoi(fields[7], &uid)) owners.push_back(uid);
  }
  return owners;
}

std::optional<std::vector<uid_t>> ListenersByTables(bool v6, unsigned port) {
  std::optional<std::vector<uid_t>> owners;
  for (const char* path : {"/proc/net/tcp", "/proc/net/tcp6"}) {
    const auto table = ReadFile(path, kMaxTableBytes);
    if (!table.ok()) continue;
    if (!owners.has_value()) owners.emplace();
    for (const uid_t uid : LoopbackListeners(*table, v6, port)) {
      owners->push_back(uid);
    }
  }
  return owners;
}

absl::Status CheckServerOwner(const Endpoint& endpoint, int fd) {
  if (const auto* loopback = std::get_if<LoopbackEndpoint>(&endpoint)) {
    return CheckLoopback(*loopback);
  }
  return CheckPeer(fd);
}

absl::StatusOr<base::UniqueFd> ConnectTrusted(const Endpoint& endpoint,
                                              int stop_fd,
                                              absl::Duration timeout) {
  AII_ASSIGN_OR_RETURN(base::UniqueFd fd,
                       ConnectLocal(endpoint, stop_fd, timeout));
  AII_RETURN_IF_ERROR(CheckServerOwner(endpoint, fd.get()));
  return fd;
}

}  // namespace aii::os
