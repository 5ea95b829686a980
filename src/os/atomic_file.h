// Files that are whole or absent.
//
// Layer: os.
// Spec:  SPEC-EXEC 6; docs/decisions.md 25 and 26.

#ifndef AII_OS_ATOMIC_FILE_H_
#define AII_OS_ATOMIC_FILE_H_

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/unique_fd.h"

namespace aii::os {

// Makes `path` and its missing parents, each new one with mode 0700.
absl::Status MakePrivateDirectories(const std::string& path);

// Writes `content` to a new file at `path` with mode 0600: temporary file
// beside it, fsync, rename without replacing, fsync of the directory. Errors:
// kAlreadyExists: there is one now. Others from the system calls; then
//         nothing is left behind.
absl::Status CreateFileAtomically(const std::string& path,
                                  absl::string_view content);

// Appends `line` and a newline to the open file `fd` with one write and fsync;
// adds the newline that the last line lacks first. A short write is cut back.
// path: for messages.
absl::Status AppendLine(int fd, const std::string& path,
                        absl::string_view line);

// An exclusive lock on the file at `path`, which is made with mode 0600 if it
// is missing. Waits up to two seconds. Errors: kDeadlineExceeded: somebody else
// keeps it.
class [[nodiscard]] FileLock {
 public:
  static absl::StatusOr<FileLock> Acquire(const std::string& path);

 private:
  explicit FileLock(base::UniqueFd fd) : fd_(std::move(fd)) {}
  base::UniqueFd fd_;
};

}  // namespace aii::os

#endif  // AII_OS_ATOMIC_FILE_H_
