#include "policy/trusted_dirs.h"

#include <algorithm>

#include "absl/strings/str_split.h"

namespace aii::policy {
namespace {

// Whether the kernel and a comparison of bytes agree about where `path` lies:
// no component is empty, `.` or `..`. Through a link, "/usr/bin/X11/.." need
// not be /usr/bin.
bool IsPlainAbsolute(absl::string_view path) {
  if (path.empty() || path.front() != '/') return false;
  for (const absl::string_view component :
       absl::StrSplit(path.substr(1), '/')) {
    if (component.empty() || component == "." || component == "..") {
      return false;
    }
  }
  return true;
}

}  // namespace

TrustedDirs TrustedDirs::BuiltIn() {
  std::vector<std::string> directories = {
      "/bin",      "/usr/bin",       "/sbin",
      "/usr/sbin", "/usr/local/bin", "/opt/homebrew/bin"};
#ifdef __linux__
  // NixOS: links that only root changes.
  directories.insert(directories.end(),
                     {"/run/current-system/sw/bin", "/run/wrappers/bin"});
#endif
  return TrustedDirs(std::move(directories));
}

bool TrustedDirs::Trusts(const base::ResolvedProgram& program) const {
  const absl::string_view path = program.path;
  if (program.given_relative || !IsPlainAbsolute(path)) return false;
  const absl::string_view parent = path.substr(0, path.rfind('/'));
  return std::ranges::find(directories_, parent) != directories_.end();
}

}  // namespace aii::policy
