#include "os/atomic_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <memory>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/errno_status.h"
#include "base/status_macros.h"
#include "base/unique_fd.h"
#include "os/sync_file.h"

namespace aii::os {
namespace {

constexpr absl::string_view kTemporaryMark = ".new-";
constexpr absl::string_view kTemporaryRandom = "XXXXXX";  // for mkostemp(3)
constexpr mode_t kPrivateFile = 0600;
constexpr mode_t kPrivateDirectory = 0700;

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
  if (SyncFile(fd.get()) != 0 && errno != EINVAL) {
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
  if (SyncFile(fd) != 0) {
    return base::ErrnoStatus(errno, "cannot sync", path);
  }
  return RenameNoReplace(temporary, path);
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

}  // namespace aii::os
