#include <unistd.h>

#include <cerrno>

#include "os/sync_file.h"

namespace aii::os {

int SyncFile(int fd) {
  int result = 0;
  do {
    result = ::fsync(fd);
  } while (result != 0 && errno == EINTR);
  return result;
}

}  // namespace aii::os
