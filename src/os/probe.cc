#include "os/probe.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "base/unique_fd.h"
#include "os/probe_platform.h"

namespace aii::os {
namespace {

// The null device by its number: there may be another node of it.
bool IsNullDevice(const struct stat& info) {
  struct stat null_device = {};
  return S_ISCHR(info.st_mode) && ::stat("/dev/null", &null_device) == 0 &&
         S_ISCHR(null_device.st_mode) && info.st_rdev == null_device.st_rdev;
}

// What a file is that open(2) refused with `error`. Whoever opens it later gets
// the same answer, but for a lack of descriptors or memory here, which says
// nothing about the file: then it is the kind that is asked about.
base::FileKind KindOfRefused(int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
    case EACCES:
    case ELOOP:
    case ENAMETOOLONG:
      return base::FileKind::kMissing;
    default:
      return base::FileKind::kDevice;
  }
}

}  // namespace

base::FileKind Probe(const std::string& path) {
  const base::UniqueFd fd(::open(path.c_str(), kProbeOpenFlags));
  if (!fd.valid()) return KindOfRefused(errno);
  struct stat info = {};
  if (::fstat(fd.get(), &info) != 0) return base::FileKind::kDevice;
  if (S_ISCHR(info.st_mode) && IsNullDevice(info)) {
    return base::FileKind::kNullDevice;
  }
  if (S_ISCHR(info.st_mode) || S_ISBLK(info.st_mode)) {
    return base::FileKind::kDevice;
  }
  if (S_ISFIFO(info.st_mode)) return base::FileKind::kFifo;
  if (S_ISSOCK(info.st_mode)) return base::FileKind::kSocket;
  if (IsOnProcfs(fd.get())) return base::FileKind::kProcfs;
  return S_ISDIR(info.st_mode) ? base::FileKind::kDirectory
                               : base::FileKind::kRegular;
}

}  // namespace aii::os
