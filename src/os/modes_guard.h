// A terminal that is left in order by a process that a key stops or ends.
//
// Layer: os.
// Spec:  docs/spec.md, "Conversations".

#ifndef AII_OS_MODES_GUARD_H_
#define AII_OS_MODES_GUARD_H_

#include <signal.h>
#include <termios.h>

#include <array>
#include <cstddef>

namespace aii::os {

// While it lives SIGTSTP (ctrl-Z) and SIGQUIT (ctrl-\) do what they do by
// default, but first the terminal gets the modes that are to be left behind.
// Not every shell sets its own. A SIGCONT follows a stop, also where nothing
// stopped (an orphaned process group): whoever changes modes sets them anew
// then. A disposition that was inherited as ignored stays so.
//
// One at a time in a process; made and destroyed on the main thread, where the
// handlers run as long as every other thread blocks these signals.
class [[nodiscard]] ModesGuard {
 public:
  // fd: borrowed.
  ModesGuard(int fd, const termios& modes);
  ~ModesGuard();
  ModesGuard(const ModesGuard&) = delete;
  ModesGuard& operator=(const ModesGuard&) = delete;

 private:
  static constexpr std::size_t kGuardedCount = 2;
  std::array<struct sigaction, kGuardedCount> before_ = {};
};

}  // namespace aii::os

#endif  // AII_OS_MODES_GUARD_H_
