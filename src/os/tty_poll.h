// Waiting for a terminal, on every platform, and how wide it is.
//
// Layer: os.

#ifndef AII_OS_TTY_POLL_H_
#define AII_OS_TTY_POLL_H_

#include <poll.h>

#include <span>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "base/cancel.h"

namespace aii::os {

// As poll(2), without a timeout or, unless `wait`, without waiting. Events are
// POLLIN or POLLOUT, one a descriptor; descriptors below 0 are left out. On
// macOS, where poll(2) knows no terminals, by select(2): EINVAL for descriptors
// that it can't take.
int PollTerminal(std::span<pollfd> waits, bool wait);

enum class TerminalWake { kReady, kCancelled, kResumed, kFailed };

// Waits until the terminal `fd` is ready for `events` (POLLIN or POLLOUT); also
// with POLLHUP and the like, read(2) or write(2) then says what it is.
// Cancellation goes before a resume, and a resume before readiness. kFailed,
// with errno: the wait failed, or this process is in the background, where
// there is nothing to wait for: what is typed there is for somebody else.
//
// resume_fd: that of `cancel`; -1 where resumes don't matter.
TerminalWake WaitForTerminal(int fd, short events, const base::Cancel& cancel,
                             int resume_fd);

// Writes all of `text` to the terminal `fd`, which is not blocking. Waits while
// it takes nothing (ctrl-S). Never stopped for being in the background.
// Errors: kCancelled: `cancel` fired meanwhile. Others from write(2).
absl::Status WriteToTerminal(int fd, absl::string_view text,
                             const base::Cancel& cancel);

// How wide the terminal `fd` is now; 0 where it does not say.
int TerminalColumns(int fd);

}  // namespace aii::os

#endif  // AII_OS_TTY_POLL_H_
