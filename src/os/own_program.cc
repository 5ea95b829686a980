#include "os/own_program.h"

#ifdef __APPLE__
#include <mach-o/dyld.h>

#include <cstdint>

namespace aii::os {

std::string OwnProgram() {
  std::uint32_t size = 0;
  (void)::_NSGetExecutablePath(nullptr, &size);
  std::string path(size, '\0');
  if (::_NSGetExecutablePath(path.data(), &size) != 0) return "";
  path.resize(path.find('\0'));
  return path;
}

}  // namespace aii::os
#else

#include <unistd.h>

#include "os/resolve.h"

namespace aii::os {

// By its name where that still leads to it: processes are listed by it.
std::string OwnProgram() {
  constexpr char kItself[] = "/proc/self/exe";
  std::string path(4096, '\0');
  const ssize_t size = ::readlink(kItself, path.data(), path.size());
  if (size <= 0) return kItself;
  path.resize(static_cast<std::size_t>(size));
  const auto named = IdentityOf(path);
  return named.has_value() && named == IdentityOf(kItself) ? path : kItself;
}

}  // namespace aii::os
#endif
