#include "os/file_lock.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>

#include "absl/strings/str_cat.h"
#include "base/clock.h"
#include "base/errno_status.h"

namespace aii::os {
namespace {

constexpr int kLockPollMs = 20;
constexpr mode_t kPrivateFile = 0600;

}  // namespace

absl::StatusOr<FileLock> FileLock::Acquire(const std::string& path) {
  base::UniqueFd fd(::open(path.c_str(),
                           O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY,
                           kPrivateFile));
  if (!fd.valid()) return base::ErrnoStatus(errno, "cannot open", path);

  // Under a umask without our own bits the next open would fail.
  ::fchmod(fd.get(), kPrivateFile);

  const base::Clock& clock = base::MonotonicClock();
  const base::Instant deadline = clock.Now() + kLockPatience;
  while (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) {
      return base::ErrnoStatus(errno, "cannot lock", path);
    }
    if (clock.Now() >= deadline) {
      return absl::DeadlineExceededError(
          absl::StrCat("another process keeps '", path, "' locked"));
    }
    ::poll(nullptr, 0, kLockPollMs);
  }
  return FileLock(std::move(fd));
}

}  // namespace aii::os
