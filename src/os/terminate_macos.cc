// There is no subreaper: what leaves the process group can't be found again.
// The group itself is killed by exec/runner.

#include "os/terminate_platform.h"

namespace aii::os {

bool SetSubreaper(bool) { return false; }

std::vector<pid_t> ListChildren() { return {}; }

base::UniqueFd OpenExitFd(pid_t) { return base::UniqueFd(); }

std::uint64_t BootTicks() { return 0; }

std::uint64_t StartTicks(pid_t) { return 0; }

std::uint64_t StartTicksIn(absl::string_view) { return 0; }

std::string ProcessName(pid_t) { return "?"; }

}  // namespace aii::os
