// One at a time, among processes.
//
// Layer: os.
// Spec:  docs/decisions.md 25; flock(2).

#ifndef AII_OS_FILE_LOCK_H_
#define AII_OS_FILE_LOCK_H_

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "base/unique_fd.h"

namespace aii::os {

// How long FileLock::Acquire waits for somebody else.
inline constexpr absl::Duration kLockPatience = absl::Seconds(2);

// An exclusive lock on the file at `path`, which is made with mode 0600 if it
// is missing, and stays: removing it would let two hold the lock. Freed by the
// kernel when the process ends, however it ends.
class [[nodiscard]] FileLock {
 public:
  // Waits up to kLockPatience, looking every 20 ms.
  // Errors: kDeadlineExceeded: somebody else keeps it. Others from open(2).
  static absl::StatusOr<FileLock> Acquire(const std::string& path);

 private:
  explicit FileLock(base::UniqueFd fd) : fd_(std::move(fd)) {}
  base::UniqueFd fd_;
};

}  // namespace aii::os

#endif  // AII_OS_FILE_LOCK_H_
