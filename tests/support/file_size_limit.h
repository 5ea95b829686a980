// A disk that is full after so many bytes, for one file and for anybody.

#ifndef AII_TESTS_SUPPORT_FILE_SIZE_LIMIT_H_
#define AII_TESTS_SUPPORT_FILE_SIZE_LIMIT_H_

#include <signal.h>
#include <sys/resource.h>

#include <cstdlib>

namespace aii::testing {

// While it lives no file grows beyond `bytes` (RLIMIT_FSIZE): write(2) is cut
// short there, then fails with EFBIG instead of raising SIGXFSZ.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    if (::getrlimit(RLIMIT_FSIZE, &before_) != 0) std::abort();
    signal_before_ = ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {bytes, before_.rlim_max};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) std::abort();
  }
  ~FileSizeLimit() {
    if (::setrlimit(RLIMIT_FSIZE, &before_) != 0) std::abort();
    ::signal(SIGXFSZ, signal_before_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_ = {};
  void (*signal_before_)(int) = nullptr;
};

}  // namespace aii::testing

#endif  // AII_TESTS_SUPPORT_FILE_SIZE_LIMIT_H_
