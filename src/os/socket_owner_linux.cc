#include <arpa/inet.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "base/unique_fd.h"
#include "os/socket_owner_platform.h"

namespace aii::os {
namespace {

struct Request {
  nlmsghdr header;
  inet_diag_req_v2 body;
};

bool Ask(int fd, std::uint8_t family) {
  Request request = {};
  request.header.nlmsg_len = sizeof request;
  request.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
  request.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
  request.body.sdiag_family = family;
  request.body.sdiag_protocol = IPPROTO_TCP;
  request.body.idiag_states = 1u << TCP_LISTEN;
  return ::send(fd, &request, sizeof request, 0) ==
         static_cast<ssize_t>(sizeof request);
}

// Whether a connection to the loopback address reaches what is bound there: the
// same address, as it is or mapped into IPv6, or any.
bool IsReached(const inet_diag_msg& socket, bool v6) {
  const std::uint32_t* const words = socket.id.idiag_src;
  const std::uint32_t loopback = htonl(INADDR_LOOPBACK);
  if (socket.idiag_family == AF_INET) {
    return !v6 && (words[0] == htonl(INADDR_ANY) || words[0] == loopback);
  }
  if (words[0] != 0 || words[1] != 0) return false;
  if (words[2] == 0 && words[3] == 0) return true;  // ::
  if (v6) return words[2] == 0 && words[3] == htonl(1);
  return words[2] == htonl(0xFFFF) && (words[3] == 0 || words[3] == loopback);
}

enum class Part { kMore, kDone, kFailed };

// Takes the messages of one datagram.
Part Take(const char* bytes, std::size_t size, bool v6, unsigned port,
          std::vector<uid_t>& owners) {
  std::size_t at = 0;
  while (at + sizeof(nlmsghdr) <= size) {
    nlmsghdr header;
    std::memcpy(&header, bytes + at, sizeof header);
    if (header.nlmsg_len < sizeof header || header.nlmsg_len > size - at) {
      return Part::kFailed;
    }
    if (header.nlmsg_type == NLMSG_DONE) return Part::kDone;
    if (header.nlmsg_type == NLMSG_ERROR) return Part::kFailed;
    inet_diag_msg socket;
    if (header.nlmsg_len >= NLMSG_HDRLEN + sizeof socket) {
      std::memcpy(&socket, bytes + at + NLMSG_HDRLEN, sizeof socket);
      if (ntohs(socket.id.idiag_sport) == port && IsReached(socket, v6)) {
        owners.push_back(socket.idiag_uid);
      }
    }
    at += NLMSG_ALIGN(header.nlmsg_len);
  }
  return Part::kMore;
}

bool Collect(int fd, std::uint8_t family, bool v6, unsigned port,
             std::vector<uid_t>& owners) {
  if (!Ask(fd, family)) return false;
  std::array<char, 32768> bytes;
  for (;;) {
    const ssize_t got = ::recv(fd, bytes.data(), bytes.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    const Part part =
        Take(bytes.data(), static_cast<std::size_t>(got), v6, port, owners);
    if (part != Part::kMore) return part == Part::kDone;
  }
}

}  // namespace

std::optional<std::vector<uid_t>> ListenersByDiag(bool v6, unsigned port) {
  const base::UniqueFd fd(
      ::socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG));
  if (!fd.valid()) return std::nullopt;
  std::vector<uid_t> owners;
  if (!Collect(fd.get(), AF_INET6, v6, port, owners)) return std::nullopt;
  if (!v6 && !Collect(fd.get(), AF_INET, v6, port, owners)) {
    return std::nullopt;
  }
  return owners;
}

}  // namespace aii::os
