// What os/terminate needs of each platform.
//
// Layer: os.

#ifndef AII_OS_TERMINATE_PLATFORM_H_
#define AII_OS_TERMINATE_PLATFORM_H_

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "base/unique_fd.h"

namespace aii::os {

// Makes this process the reaper of its orphaned descendants, or not. Returns
// what it was before.
bool SetSubreaper(bool on);

// The children of the main thread, zombies included, at most
// kMaxListedChildren: all that is adopted comes to it (the kernel's
// find_new_reaper), and it starts the commands. What another thread started is
// none of ours.
std::vector<pid_t> ListChildren();
inline constexpr std::size_t kMaxListedChildren = 65536;

// A descriptor that is readable once the child `pid` has ended.
base::UniqueFd OpenExitFd(pid_t pid);

// Now, and when `pid` was started, in clock ticks since the machine was booted;
// 0 where that can't be told. Both round down.
std::uint64_t BootTicks();
std::uint64_t StartTicks(pid_t pid);

// The start time in the text of /proc/PID/stat; 0 where it has none. The name
// in it may hold anything, also blanks and parentheses. Pure.
std::uint64_t StartTicksIn(absl::string_view stat);

// The command name of `pid`, "?" where it can't be read.
std::string ProcessName(pid_t pid);

}  // namespace aii::os

#endif  // AII_OS_TERMINATE_PLATFORM_H_
