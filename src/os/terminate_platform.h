// What os/terminate needs of each platform.
//
// Layer: os.

#ifndef AII_OS_TERMINATE_PLATFORM_H_
#define AII_OS_TERMINATE_PLATFORM_H_

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/unique_fd.h"

namespace aii::os {

// Makes this process the reaper of its orphaned descendants, or not. Returns
// what it was before.
bool SetSubreaper(bool on);

// The children of all threads of this process, zombies included; at most
// kMaxListedChildren.
std::vector<pid_t> ListChildren();
inline constexpr std::size_t kMaxListedChildren = 65536;

// A descriptor that is readable once the child `pid` has ended.
base::UniqueFd OpenExitFd(pid_t pid);

// The command name of `pid`, "?" where it can't be read.
std::string ProcessName(pid_t pid);

}  // namespace aii::os

#endif  // AII_OS_TERMINATE_PLATFORM_H_
