#include "os/atomic_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <memory>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/clock.h"
#include "base/errno_status.h"
#include "base/status_macros.h"

namespace aii::os {
namespace {

constexpr int kLockPollMs = 20;
constexpr absl::string_view kTemporaryMark = ".new-";
constexpr absl::string_view kTemporaryRandom = "XXXXXX";  // for mkostemp(3)
constexpr mode_t kPrivateFile = 0600;
constexpr mode_t kPrivateDirectory = 0700;

// EINTR: tried again.
int SyncRetrying(int fd) {
  int result = 0;
  do {
    result = ::fsync(fd);
  } while (result != 0 && errno == EINTR);
  return result;
}

// EINTR: tried again; a regular file is written or fails.
absl::Status WriteAll(int fd, const std::string& path,
                      absl::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(fd, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return base::ErrnoStatus(errno, "cannot write", path);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return absl::OkStatus();
}

std::string DirectoryOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// Makes a rename in the directory of `path` last. File systems that can't sync
// a directory say EINVAL; that is no failure of the file.
absl::Status SyncDirectoryOf(const std::string& path) {
  const std::string directory = DirectoryOf(path);
  const base::UniqueFd fd(
      ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd.valid()) return base::ErrnoStatus(errno, "cannot open", directory);
  if (SyncRetrying(fd.get()) != 0 && errno != EINVAL) {
    return base::ErrnoStatus(errno, "cannot sync", directory);
  }
  return absl::OkStatus();
}

absl::Status MakePrivateDirectory(const std::string& path) {
  struct stat info = {};
  if (::stat(path.c_str(), &info) == 0) {
    if (S_ISDIR(info.st_mode)) return absl::OkStatus();
    return base::ErrnoStatus(ENOTDIR, "cannot create", path);
  }
  if (::mkdir(path.c_str(), kPrivateDirectory) != 0) {
    // Another process may have made it just now.
    if (errno == EEXIST && ::stat(path.c_str(), &info) == 0 &&
        S_ISDIR(info.st_mode)) {
      return absl::OkStatus();
    }
    return base::ErrnoStatus(errno, "cannot create", path);
  }
  // A umask may have taken our own bits away.
  if (::stat(path.c_str(), &info) == 0 &&
      (info.st_mode & kPrivateDirectory) != kPrivateDirectory &&
      ::chmod(path.c_str(), kPrivateDirectory) != 0) {
    return base::ErrnoStatus(errno, "cannot set the mode of", path);
  }
  return absl::OkStatus();
}

absl::Status FillAndRename(int fd, const std::string& temporary,
                           const std::string& path, absl::string_view content) {
  if (::fchmod(fd, kPrivateFile) != 0) {
    return base::ErrnoStatus(errno, "cannot set the mode of", path);
  }
  AII_RETURN_IF_ERROR(WriteAll(fd, path, content));
  if (SyncRetrying(fd) != 0) {
    return base::ErrnoStatus(errno, "cannot sync", path);
  }
  return RenameNoReplace(temporary, path);
}

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
  if (written < 0 || SyncRetrying(fd) != 0) {
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
  const bool done = written == 1 && SyncRetrying(fd) == 0;
  const absl::Status status =
      done ? absl::OkStatus() : base::ErrnoStatus(errno, "cannot write", path);
  // Cannot fail: the flags are those that it had.
  (void)::fcntl(fd, F_SETFL, flags);
  return status;
}

}  // namespace

absl::Status MakePrivateDirectories(const std::string& path) {
  if (path.empty() || path.front() != '/') {
    return absl::InvalidArgumentError(
        absl::StrCat("'", path, "' is not an absolute path"));
  }
  for (std::size_t end = path.find('/', 1); end != std::string::npos;
       end = path.find('/', end + 1)) {
    AII_RETURN_IF_ERROR(MakePrivateDirectory(path.substr(0, end)));
  }
  return MakePrivateDirectory(path);
}

absl::Status LinkNoReplace(const std::string& from, const std::string& to) {
  if (::link(from.c_str(), to.c_str()) != 0) {
    return base::ErrnoStatus(errno, "cannot create", to);
  }
  if (::unlink(from.c_str()) != 0) {
    return base::ErrnoStatus(errno, "cannot remove", from);
  }
  return absl::OkStatus();
}

absl::Status CreateFileAtomically(const std::string& path,
                                  absl::string_view content) {
  std::string temporary = absl::StrCat(path, kTemporaryMark, kTemporaryRandom);
  const base::UniqueFd fd(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!fd.valid()) return base::ErrnoStatus(errno, "cannot create", path);

  const absl::Status status = FillAndRename(fd.get(), temporary, path, content);
  if (!status.ok()) {
    ::unlink(temporary.c_str());
    return status;
  }
  return SyncDirectoryOf(path);
}

absl::Status RemoveUnfinished(const std::string& path) {
  const std::string directory = DirectoryOf(path);
  const std::string prefix =
      absl::StrCat(path.substr(path.rfind('/') + 1), kTemporaryMark);
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(
      ::opendir(directory.c_str()), &::closedir);
  if (entries == nullptr) {
    return base::ErrnoStatus(errno, "cannot open", directory);
  }
  // readdir(3) is safe here: the stream is ours alone.
  while (const dirent* entry = ::readdir(entries.get())) {
    const absl::string_view name = entry->d_name;
    if (!absl::StartsWith(name, prefix) ||
        name.size() != prefix.size() + kTemporaryRandom.size()) {
      continue;
    }
    if (::unlinkat(::dirfd(entries.get()), entry->d_name, 0) != 0) {
      return base::ErrnoStatus(errno, "cannot remove",
                               absl::StrCat(directory, "/", name));
    }
  }
  return absl::OkStatus();
}

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
