// Runs a part of a test without root's power over files.

#ifndef AII_TESTS_SUPPORT_WITHOUT_ROOT_H_
#define AII_TESTS_SUPPORT_WITHOUT_ROOT_H_

#include <unistd.h>

#include <cstdlib>

namespace aii::testing {

// While it lives a root process has the effective user 65534, whom file modes
// bind; for anybody else it changes nothing.
class WithoutRoot {
 public:
  WithoutRoot() : changed_(::geteuid() == 0 && ::seteuid(65534) == 0) {}
  ~WithoutRoot() {
    if (changed_ && ::seteuid(0) != 0) std::abort();
  }
  WithoutRoot(const WithoutRoot&) = delete;
  WithoutRoot& operator=(const WithoutRoot&) = delete;

 private:
  bool changed_;
};

}  // namespace aii::testing

#endif  // AII_TESTS_SUPPORT_WITHOUT_ROOT_H_
