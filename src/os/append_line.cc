#include "os/append_line.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "base/errno_status.h"
#include "base/status_macros.h"
#include "os/sync_file.h"

namespace aii::os {
namespace {

// The newline that the last line of `fd` lacks, or nothing.
absl::StatusOr<absl::string_view> MissingNewline(int fd,
                                                 const std::string& path,
                                                 off_t size) {
  if (size == 0) return "";
  char last = 0;
  const ssize_t got = ::pread(fd, &last, 1, size - 1);
  if (got != 1)
    return base::ErrnoStatus(got < 0 ? errno : EIO, "cannot read", path);
  return last == '\n' ? "" : "\n";
}

// One write, then the disk. EINTR: tried again; it says that nothing was
// written.
absl::Status AppendOnce(int fd, const std::string& path,
                        absl::string_view bytes) {
  ssize_t written = 0;
  do {
    written = ::write(fd, bytes.data(), bytes.size());
  } while (written < 0 && errno == EINTR);
  if (written >= 0 && written < static_cast<ssize_t>(bytes.size())) {
    return absl::ResourceExhaustedError(absl::StrCat(
        "cannot write '", path, "': only a part of the line fitted"));
  }
  if (written < 0 || SyncFile(fd) != 0) {
    return base::ErrnoStatus(errno, "cannot write", path);
  }
  return absl::OkStatus();
}

// Puts `first` over the first byte of `inert_line`, which `fd` has just
// appended. Linux lets pwrite(2) append as long as O_APPEND is set. EINTR:
// tried again.
absl::Status Enliven(int fd, const std::string& path,
                     absl::string_view inert_line, char first) {
  const off_t start =
      ::lseek(fd, 0, SEEK_CUR) - static_cast<off_t>(inert_line.size());
  std::string there(inert_line.size(), '\0');
  if (start < 0 || ::pread(fd, there.data(), there.size(), start) < 0 ||
      there != inert_line) {
    // By an editor, which knows no lock: this is not ours to repair.
    return absl::AbortedError(
        absl::StrCat("'", path, "' was changed meanwhile"));
  }
  const int flags = ::fcntl(fd, F_GETFL);
  if (flags < 0 || ::fcntl(fd, F_SETFL, flags & ~O_APPEND) != 0) {
    return base::ErrnoStatus(errno, "cannot write", path);
  }
  ssize_t written = 0;
  do {
    written = ::pwrite(fd, &first, 1, start);
  } while (written < 0 && errno == EINTR);
  const bool done = written == 1 && SyncFile(fd) == 0;
  const absl::Status status =
      done ? absl::OkStatus() : base::ErrnoStatus(errno, "cannot write", path);
  // Cannot fail: the flags are those that it had.
  (void)::fcntl(fd, F_SETFL, flags);
  return status;
}

}  // namespace

absl::Status AppendLine(int fd, const std::string& path, absl::string_view line,
                        char inert) {
  if (line.empty()) return absl::InvalidArgumentError("no line to append");
  struct stat before = {};
  if (::fstat(fd, &before) != 0) {
    return base::ErrnoStatus(errno, "cannot stat", path);
  }
  AII_ASSIGN_OR_RETURN(const absl::string_view newline,
                       MissingNewline(fd, path, before.st_size));
  const std::string inert_line =
      absl::StrCat(absl::string_view(&inert, 1), line.substr(1), "\n");

  absl::Status status = AppendOnce(fd, path, absl::StrCat(newline, inert_line));
  if (status.ok()) status = Enliven(fd, path, inert_line, line.front());
  if (status.ok() || absl::IsAborted(status)) return status;
  struct stat after = {};
  if (::fstat(fd, &after) == 0 && after.st_size > before.st_size &&
      ::ftruncate(fd, before.st_size) != 0) {
    return base::ErrnoStatus(errno, "cannot cut back", path);
  }
  return status;
}

}  // namespace aii::os
