#include "os/drain.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace aii::os {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{64} * 1024;

}  // namespace

void OutputHead::Append(absl::string_view bytes) {
  total_bytes_ += bytes.size();
  const std::size_t room = kRetainedBytes - retained_.size();
  if (room > 0) retained_.append(bytes.substr(0, room));
}

DrainState DrainAvailable(int fd, std::size_t max_bytes, OutputHead& head) {
  // Zeroing the buffer first would cost a tenth of what read(2) does.
  char piece[kPieceBytes] __attribute__((uninitialized));
  while (max_bytes > 0) {
    const ssize_t got = ::read(fd, piece, std::min(max_bytes, kPieceBytes));
    if (got < 0) {
      if (errno == EINTR) continue;
      return errno == EAGAIN ? DrainState::kOpen : DrainState::kClosed;
    }
    if (got == 0) return DrainState::kClosed;
    const auto size = static_cast<std::size_t>(got);
    head.Append(absl::string_view(piece, size));
    max_bytes -= size;
  }
  return DrainState::kBudget;
}

}  // namespace aii::os
