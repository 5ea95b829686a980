// Whose turn at the terminal it is: the foreground and the background of it.
//
// Layer: os.
// Spec:  docs/decisions.md 15.

#ifndef AII_OS_JOB_CONTROL_H_
#define AII_OS_JOB_CONTROL_H_

#include <signal.h>
#include <termios.h>

#include "base/cancel.h"

namespace aii::os {

// While it lives this thread is not stopped for touching a terminal whose
// foreground another process group has: reading then fails with EIO.
class [[nodiscard]] JobControlHeld {
 public:
  JobControlHeld();
  ~JobControlHeld();
  JobControlHeld(const JobControlHeld&) = delete;
  JobControlHeld& operator=(const JobControlHeld&) = delete;

 private:
  sigset_t before_ = {};
};

// Whether another process group has the foreground of the terminal `fd`. One
// that is not the controlling terminal has no background.
bool InBackground(int fd);

// Returns true in the foreground of the terminal `fd`. In the background this
// process group is stopped, as reading there would stop it, until a shell
// brings it back; false where `cancel` fired, or nobody could bring it back:
// an orphaned group, or SIGTTIN ignored. Clears the resumes of `cancel`.
bool AwaitForeground(int fd, const base::Cancel& cancel);

// Sets the modes of the terminal `fd`, in the background too. At once and not
// after the output drained: a terminal that ctrl-S stopped would never drain.
// Returns 0, or -1 with errno.
int SetTerminalModes(int fd, const termios& modes);

}  // namespace aii::os

#endif  // AII_OS_JOB_CONTROL_H_
