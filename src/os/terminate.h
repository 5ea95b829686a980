// Ends what a command left behind.
//
// Layer: os.
// Spec:  SPEC-EXEC 7, "Timeout"; docs/decisions.md 19 to 21.

#ifndef AII_OS_TERMINATE_H_
#define AII_OS_TERMINATE_H_

#include <sys/types.h>

#include <cstdint>
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
// remembers the children that were there before. Those are never touched, nor
// is what they leave to this process if they end meanwhile: it belongs to a
// session that existed before, or has started before.
//
// Made before the command is spawned, which is to be the leader of a new
// session. On macOS it does nothing: only the process group can be reached
// there. Nor does it find anything on a Linux without
// /proc/PID/task/TID/children (CONFIG_PROC_CHILDREN).
class [[nodiscard]] OrphanWatch {
 public:
  OrphanWatch();
  ~OrphanWatch();
  OrphanWatch(const OrphanWatch&) = delete;
  OrphanWatch& operator=(const OrphanWatch&) = delete;

  // Deals with what the command left after its leader has ended: adopted
  // children that were not there before. Those of the process group `group`,
  // which was killed, are waited for and reaped. The others: with `kill` each
  // is ended (SIGKILL; its own children arrive here as it dies, and are ended
  // too) and reaped; without, only the dead are reaped.
  //
  // group:   the leader's pid. The leader itself is not touched either: its
  //          status is its owner's.
  // limit:   for all of the waiting.
  // Returns: what is still alive.
  // Cost:    one waitid(2) where nothing was left.
  std::vector<Descendant> Sweep(pid_t group, bool kill, absl::Duration limit);

 private:
  // What one look at the adopted children found.
  struct Look {
    std::vector<pid_t> alive;
    std::vector<pid_t> dying;  // of those, the ones that were killed
    bool reaped_any = false;
  };
  Look LookAndKill(pid_t group, bool kill) const;
  bool BelongsToBefore(pid_t pid) const;

  bool was_subreaper_;
  std::vector<pid_t> before_;
  // Filled only where there were children before.
  std::vector<pid_t> sessions_before_;
  std::uint64_t begun_ticks_ = 0;
};

}  // namespace aii::os

#endif  // AII_OS_TERMINATE_H_
