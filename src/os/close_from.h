// Closes every descriptor above the standard ones, between clone and exec.
//
// Layer: os. Linux only; for os/spawn.
// Spec:  docs/decisions.md 18.

#ifndef AII_OS_CLOSE_FROM_H_
#define AII_OS_CLOSE_FROM_H_

namespace aii::os {

// Closes every descriptor >= `first`. Async-signal-safe: raw system calls, no
// allocation, no lock.
//
// Returns: 0, or an errno where descriptors may be left open.
// Cost:    one close_range(2); where the kernel or a seccomp filter refuses
//          that, CloseListedFrom.
int CloseFrom(int first);

// The same by the list in /proc/self/fd, for kernels before 5.9.
int CloseListedFrom(int first);

}  // namespace aii::os

#endif  // AII_OS_CLOSE_FROM_H_
