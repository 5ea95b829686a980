#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include <array>

#include "os/probe_platform.h"

namespace aii::os {

const int kProbeOpenFlags = O_PATH | O_CLOEXEC;

bool IsOnProcfs(int fd) {
  struct statfs system = {};
  if (::fstatfs(fd, &system) != 0 || system.f_type != PROC_SUPER_MAGIC) {
    return false;
  }
  struct stat info = {};
  if (::fstat(fd, &info) != 0) return true;
  // By identity and not by name: a name could be reached through links.
  for (const char* harmless :
       std::array{"/proc/meminfo", "/proc/cpuinfo", "/proc/loadavg",
                  "/proc/version", "/proc/uptime"}) {
    struct stat known = {};
    if (::stat(harmless, &known) == 0 && known.st_dev == info.st_dev &&
        known.st_ino == info.st_ino) {
      return false;
    }
  }
  return true;
}

}  // namespace aii::os
