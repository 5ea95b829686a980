#include "os/tty_poll.h"

#include <sys/select.h>

#include <algorithm>
#include <cerrno>

namespace aii::os {

int PollTerminal(std::span<pollfd> waits, bool wait) {
#if defined(__APPLE__)
  timeval no_time = {};
  fd_set readable, writable;
  FD_ZERO(&readable);
  FD_ZERO(&writable);
  int highest = -1;
  for (pollfd& one : waits) {
    one.revents = 0;
    if (one.fd < 0) continue;
    if (one.fd >= FD_SETSIZE) {
      errno = EINVAL;
      return -1;
    }
    FD_SET(one.fd, one.events == POLLIN ? &readable : &writable);
    highest = std::max(highest, one.fd);
  }
  const int ready = ::select(highest + 1, &readable, &writable, nullptr,
                             wait ? nullptr : &no_time);
  for (pollfd& one : waits) {
    if (ready <= 0 || one.fd < 0) continue;
    if (FD_ISSET(one.fd, one.events == POLLIN ? &readable : &writable)) {
      one.revents = one.events;
    }
  }
  return ready;
#else
  return ::poll(waits.data(), waits.size(), wait ? -1 : 0);
#endif
}

}  // namespace aii::os
