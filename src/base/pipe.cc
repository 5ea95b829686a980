#include "base/pipe.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "base/errno_status.h"

namespace aii::base {
namespace {

bool Open(int (&ends)[2]) {
#if defined(__linux__)
  return ::pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0;
#else
  if (::pipe(ends) != 0) return false;
  for (const int fd : ends) {
    ::fcntl(fd, F_SETFD, FD_CLOEXEC);
    ::fcntl(fd, F_SETFL, O_NONBLOCK);
  }
  return true;
#endif
}

}  // namespace

absl::StatusOr<Pipe> OpenPipe() {
  int ends[2];
  if (!Open(ends)) return ErrnoStatus(errno, "cannot make a pipe");
  return Pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

void MakeBlocking(const UniqueFd& fd) {
  // A pipe of OpenPipe() has no other flag that could be lost.
  ::fcntl(fd.get(), F_SETFL, 0);
}

void Ring(const UniqueFd& write_end) {
  const int saved = errno;
  const char byte = 0;
  [[maybe_unused]] const auto written = ::write(write_end.get(), &byte, 1);
  errno = saved;
}

void Silence(const UniqueFd& read_end) {
  char bytes[64];
  while (::read(read_end.get(), bytes, sizeof bytes) > 0) {
  }
}

}  // namespace aii::base
