// Ends what a command left behind.
//
// Layer: os.
// Spec:  SPEC-EXEC 7, "Timeout"; docs/decisions.md 19 to 21.

#ifndef AII_OS_TERMINATE_H_
#define AII_OS_TERMINATE_H_

#include <sys/types.h>

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "base/clock.h"

namespace aii::os {

struct Descendant {
  pid_t pid = 0;
  std::string name;
};

// Makes this process the reaper of orphaned descendants for its own life, and
// remembers the children that were there before, which are never touched.
//
// Made before the command is spawned. On macOS it does nothing: only the
// process group can be reached there.
class [[nodiscard]] OrphanWatch {
 public:
  OrphanWatch();
  ~OrphanWatch();
  OrphanWatch(const OrphanWatch&) = delete;
  OrphanWatch& operator=(const OrphanWatch&) = delete;

  // Deals with what the command left after its leader was reaped: adopted
  // children that were not there before. Those of the process group `group`,
  // which was killed, are waited for and reaped. The others: with `kill` each
  // is ended (SIGKILL; its own children arrive here as it dies, and are ended
  // too) and reaped; without, only the dead are reaped.
  //
  // limit:   for all of the waiting.
  // Returns: what is still alive.
  // Cost:    one waitid(2) where nothing was left.
  std::vector<Descendant> Sweep(pid_t group, bool kill, absl::Duration limit);

 private:
  bool was_subreaper_;
  std::vector<pid_t> before_;
};

}  // namespace aii::os

#endif  // AII_OS_TERMINATE_H_
