#include "model/server_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/clock.h"
#include "base/errno_status.h"
#include "base/status_macros.h"
#include "os/local_socket.h"
#include "os/resolve.h"

namespace aii::model {
namespace {

constexpr std::size_t kKeyDigits = 16;
constexpr int kLockPauseMs = 5;

bool StatOf(const std::string& path, struct stat& info) {
  return ::lstat(path.c_str(), &info) == 0;
}

// Whether nobody but this user and root can exchange a folder of ours in
// `parent`, which must be `owner`'s or root's.
bool KeepsFolders(const std::string& parent, uid_t owner) {
  struct stat info = {};
  if (parent.empty() || ::stat(parent.c_str(), &info) != 0) return false;
  const bool shared = (info.st_mode & (S_IWGRP | S_IWOTH)) != 0;
  return S_ISDIR(info.st_mode) && (info.st_uid == owner || info.st_uid == 0) &&
         (!shared || (info.st_mode & S_ISVTX) != 0);
}

bool HasRoom(const std::string& root) {
  const ServerPaths longest = PathsOf(root, std::string(kKeyDigits, 'k'));
  return longest.socket.size() <= os::kMaxSocketPathBytes;
}

bool IsOurs(const std::string& folder) {
  struct stat info = {};
  return ::stat(folder.c_str(), &info) == 0 && info.st_uid == ::geteuid();
}

// FNV-1a. The files are this user's choice: nobody gains by a collision.
void Mix(std::uint64_t& hash, absl::string_view bytes) {
  for (const char byte : bytes) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
  }
}

absl::Status Stranger(const std::string& folder, absl::string_view what) {
  return absl::PermissionDeniedError(
      absl::StrCat("the folder '", folder, "' ", what));
}

absl::Status CheckFolder(const struct stat& info, const std::string& folder) {
  if (info.st_uid != ::geteuid()) return Stranger(folder, "is not yours");
  if ((info.st_mode & 077) != 0) {
    return Stranger(folder, "is open to others");
  }
  return absl::OkStatus();
}

absl::StatusOr<base::UniqueFd> OpenPrivate(const std::string& folder) {
  base::UniqueFd fd(
      ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat info = {};
  if (!fd.valid()) {
    // A stranger's that this user may not read is no reason to give up on it.
    if (!StatOf(folder, info)) {
      return base::ErrnoStatus(errno, "cannot open", folder);
    }
    if (!S_ISDIR(info.st_mode)) return Stranger(folder, "is no folder");
    AII_RETURN_IF_ERROR(CheckFolder(info, folder));
    return base::ErrnoStatus(EACCES, "cannot open", folder);
  }
  if (::fstat(fd.get(), &info) != 0) {
    return base::ErrnoStatus(errno, "cannot stat", folder);
  }
  AII_RETURN_IF_ERROR(CheckFolder(info, folder));
  return fd;
}

bool IsStill(const base::UniqueFd& fd, const std::string& path) {
  struct stat held = {};
  struct stat named = {};
  return ::fstat(fd.get(), &held) == 0 && StatOf(path, named) &&
         held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

}  // namespace

std::string ServerRoot(const std::string& runtime_dir,
                       const std::string& temporary_dir) {
  std::string root = absl::StrCat(runtime_dir, "/aii");
  if (KeepsFolders(runtime_dir, ::geteuid()) && IsOurs(runtime_dir) &&
      HasRoom(root)) {
    return root;
  }
  const std::string name = absl::StrCat("/aii-", ::geteuid());
  root = absl::StrCat(temporary_dir, name);
  if (KeepsFolders(temporary_dir, ::geteuid()) && HasRoom(root)) return root;
  return absl::StrCat("/tmp", name);
}

absl::StatusOr<std::string> ServerKey(std::span<const std::string> files) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const std::string& file : files) {
    const std::optional<std::string> path = os::RealPath(file);
    if (!path) return base::ErrnoStatus(errno, "cannot open", file);
    const auto identity = os::IdentityOf(*path);
    if (!identity) return base::ErrnoStatus(errno, "cannot open", file);
    Mix(hash, absl::StrCat(*path, "\n", identity->device, "\n", identity->inode,
                           "\n", identity->mtime_ns, "\n"));
  }
  return absl::StrCat(absl::Hex(hash, absl::kZeroPad16));
}

ServerPaths PathsOf(const std::string& root, absl::string_view key) {
  std::string folder = absl::StrCat(root, "/", key);
  return {.root = root,
          .folder = folder,
          .control = absl::StrCat(folder, "/control"),
          .socket = absl::StrCat(folder, "/server.sock"),
          .log = absl::StrCat(folder, "/log")};
}

std::vector<std::string> KeysIn(const std::string& root) {
  std::vector<std::string> keys;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(root.c_str()),
                                                   &::closedir);
  if (folder == nullptr) return keys;
  while (const struct dirent* entry = ::readdir(folder.get())) {
    const absl::string_view name = entry->d_name;
    if (name.size() == kKeyDigits &&
        std::all_of(name.begin(), name.end(), absl::ascii_isxdigit)) {
      keys.emplace_back(name);
    }
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

absl::Status CheckPrivate(const std::string& folder) {
  return OpenPrivate(folder).status();
}

absl::Status MakePrivate(const std::string& folder) {
  if (::mkdir(folder.c_str(), 0700) == 0) {
    // The umask may have taken a bit of ours.
    ::chmod(folder.c_str(), 0700);
  } else if (errno != EEXIST) {
    return base::ErrnoStatus(errno, "cannot make the folder", folder);
  }
  return CheckPrivate(folder);
}

absl::StatusOr<RootLock> RootLock::Take(const std::string& root,
                                        absl::Duration limit) {
  const base::Clock& clock = base::MonotonicClock();
  const base::Instant deadline = clock.Now() + limit;
  do {
    const absl::Status made = MakePrivate(root);
    // The last server may just have removed it.
    if (absl::IsNotFound(made)) continue;
    AII_RETURN_IF_ERROR(made);
    absl::StatusOr<base::UniqueFd> folder = OpenPrivate(root);
    if (!folder.ok()) continue;
    if (::flock(folder->get(), LOCK_EX | LOCK_NB) == 0) {
      if (IsStill(*folder, root)) return RootLock(*std::move(folder));
    } else if (errno != EWOULDBLOCK && errno != EINTR) {
      return base::ErrnoStatus(errno, "cannot lock", root);
    }
    // EINTR: a shorter pause.
    (void)::poll(nullptr, 0, kLockPauseMs);
  } while (clock.Now() < deadline);
  return absl::UnavailableError(
      absl::StrCat("another aii holds '", root, "' for too long"));
}

void ClearFolder(const ServerPaths& paths) {
  ::unlink(paths.control.c_str());
  ::unlink(paths.socket.c_str());
  ::unlink(paths.log.c_str());
}

void RemoveFolder(const ServerPaths& paths) {
  ClearFolder(paths);
  ::rmdir(paths.folder.c_str());
  ::rmdir(paths.root.c_str());  // fails where another model's is left
}

}  // namespace aii::model
