#include "base/unique_fd.h"

#include <unistd.h>

#include <cerrno>

namespace aii::base {

void UniqueFd::Reset(int fd) {
  const int old = std::exchange(fd_, fd);
  if (old < 0 || old == fd) return;
  const int saved = errno;
  ::close(old);
  errno = saved;
}

}  // namespace aii::base
