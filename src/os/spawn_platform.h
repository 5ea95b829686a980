// What the platforms' Spawn have in common.
//
// Layer: os.

#ifndef AII_OS_SPAWN_PLATFORM_H_
#define AII_OS_SPAWN_PLATFORM_H_

#include "absl/status/statusor.h"
#include "base/unique_fd.h"

namespace aii::os {

// Ends a disposition of SIGCHLD by which the kernel reaps children itself.
void KeepExitStatuses();

// A descriptor above 2 for `fd`, so that a child can put it on 1 and 2 in any
// order. `holder` owns a new one where that is needed. -1 stays -1.
absl::StatusOr<int> AboveStandardStreams(int fd, base::UniqueFd& holder);

}  // namespace aii::os

#endif  // AII_OS_SPAWN_PLATFORM_H_
