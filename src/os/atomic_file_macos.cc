#include <stdio.h>

#include <cerrno>

#include "base/errno_status.h"
#include "os/atomic_file.h"

namespace aii::os {

absl::Status RenameNoReplace(const std::string& from, const std::string& to) {
  if (::renamex_np(from.c_str(), to.c_str(), RENAME_EXCL) == 0) {
    return absl::OkStatus();
  }
  // The file system lacks the flag (a network share, an old image).
  if (errno == ENOTSUP || errno == EINVAL) return LinkNoReplace(from, to);
  return base::ErrnoStatus(errno, "cannot create", to);
}

}  // namespace aii::os
