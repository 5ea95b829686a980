#include <fcntl.h>
#include <stdio.h>

#include <cerrno>

#include "base/errno_status.h"
#include "os/atomic_file.h"

namespace aii::os {

absl::Status RenameNoReplace(const std::string& from, const std::string& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(),
                  RENAME_NOREPLACE) == 0) {
    return absl::OkStatus();
  }
  // EINVAL: the file system lacks the flag. ENOSYS: the kernel, or a filter.
  if (errno == EINVAL || errno == ENOSYS) return LinkNoReplace(from, to);
  return base::ErrnoStatus(errno, "cannot create", to);
}

}  // namespace aii::os
