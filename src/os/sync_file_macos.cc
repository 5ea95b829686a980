#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "os/sync_file.h"

namespace aii::os {
namespace {

// File systems that can't flush the disk's cache (a network share) say ENOTSUP
// or EINVAL.
int SyncOnce(int fd) {
  const int result = ::fcntl(fd, F_FULLFSYNC);
  if (result != -1 || (errno != ENOTSUP && errno != EINVAL)) return result;
  return ::fsync(fd);
}

}  // namespace

int SyncFile(int fd) {
  int result = 0;
  do {
    result = SyncOnce(fd);
  } while (result == -1 && errno == EINTR);
  return result;
}

}  // namespace aii::os
