#include "os/read_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/errno_status.h"
#include "base/status_macros.h"
#include "base/unique_fd.h"

namespace aii::os {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{64} * 1024;

// Puts the name of the file into a failure of ReadAll, which knows none.
absl::Status About(const std::string& path, const absl::Status& status) {
  return absl::Status(status.code(),
                      absl::StrCat("'", path, "': ", status.message()));
}

// Waits until `fd` can be read, or has failed: read(2) then says how. EINTR:
// waits again, for a signal that matters has fired `cancel`.
absl::Status WaitReadable(int fd, const base::Cancel& cancel) {
  std::array<pollfd, 2> waits = {{{fd, POLLIN, 0}, {cancel.fd(), POLLIN, 0}}};
  for (;;) {
    if (cancel.cancelled()) return absl::CancelledError("cancelled");
    const int ready = ::poll(waits.data(), waits.size(), -1);
    if (ready < 0 && errno != EINTR) {
      return base::ErrnoStatus(errno, "cannot wait for data");
    }
    if (ready > 0 && waits[0].revents != 0 && waits[1].revents == 0) {
      return absl::OkStatus();
    }
  }
}

}  // namespace

absl::StatusOr<std::string> ReadFile(const std::string& path,
                                     std::size_t max_bytes) {
  const base::UniqueFd fd(
      ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!fd.valid()) return base::ErrnoStatus(errno, "cannot open", path);

  struct stat info = {};
  if (::fstat(fd.get(), &info) != 0) {
    return base::ErrnoStatus(errno, "cannot stat", path);
  }
  if (!S_ISREG(info.st_mode)) {
    return absl::FailedPreconditionError(
        absl::StrCat("'", path, "' is not a regular file"));
  }
  auto content = ReadAll(fd.get(), max_bytes, base::Cancel());
  if (!content.ok()) return About(path, content.status());
  return content;
}

absl::StatusOr<std::string> ReadAll(int fd, std::size_t max_bytes,
                                    const base::Cancel& cancel) {
  std::string content;
  for (;;) {
    AII_ASSIGN_OR_RETURN(const bool more, ReadSome(fd, content, cancel));
    if (content.size() > max_bytes) {
      return absl::OutOfRangeError(
          absl::StrCat("larger than ", max_bytes, " bytes"));
    }
    if (!more) return content;
  }
}

absl::StatusOr<bool> ReadSome(int fd, std::string& buffer,
                              const base::Cancel& cancel) {
  // poll(2) would ignore it, and wait for ever.
  if (fd < 0) return base::ErrnoStatus(EBADF, "cannot read");

  const std::size_t filled = buffer.size();
  for (;;) {
    AII_RETURN_IF_ERROR(WaitReadable(fd, cancel));
    buffer.resize(filled + kPieceBytes);
    const ssize_t got = ::read(fd, buffer.data() + filled, kPieceBytes);
    const int error = errno;
    buffer.resize(filled + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got >= 0) return got > 0;
    if (error != EINTR && error != EAGAIN) {
      return base::ErrnoStatus(error, "cannot read");
    }
  }
}

}  // namespace aii::os
