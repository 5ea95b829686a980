// poll(2) that knows terminals on every platform.
//
// Layer: os.

#ifndef AII_OS_TTY_POLL_H_
#define AII_OS_TTY_POLL_H_

#include <poll.h>

#include <span>

namespace aii::os {

// As poll(2), without a timeout or, unless `wait`, without waiting. Events are
// POLLIN or POLLOUT, one a descriptor; descriptors below 0 are left out. On
// macOS, where poll(2) knows no terminals, by select(2): EINVAL for descriptors
// that it can't take.
int PollTerminal(std::span<pollfd> waits, bool wait);

}  // namespace aii::os

#endif  // AII_OS_TTY_POLL_H_
