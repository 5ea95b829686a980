// Another file mode creation mask for a part of a test.

#ifndef AII_TESTS_SUPPORT_UMASK_H_
#define AII_TESTS_SUPPORT_UMASK_H_

#include <sys/stat.h>

#include <string>

namespace aii::testing {

class Umask {
 public:
  explicit Umask(mode_t mask) : before_(::umask(mask)) {}
  ~Umask() { ::umask(before_); }
  Umask(const Umask&) = delete;
  Umask& operator=(const Umask&) = delete;

 private:
  mode_t before_;
};

// The permission bits of the file at `path`, links followed; 07777 where there
// is none.
inline mode_t ModeOf(const std::string& path) {
  struct stat info = {};
  if (::stat(path.c_str(), &info) != 0) return 07777;
  return info.st_mode & 07777;
}

}  // namespace aii::testing

#endif  // AII_TESTS_SUPPORT_UMASK_H_
