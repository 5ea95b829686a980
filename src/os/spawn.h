// Creates a child process. For exec/runner and model/private_server only.
//
// Layer: os.
// Spec:  SPEC-EXEC 7; docs/decisions.md 6, 18 and 24.

#ifndef AII_OS_SPAWN_H_
#define AII_OS_SPAWN_H_

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "base/cancel.h"
#include "base/clock.h"
#include "base/unique_fd.h"

namespace aii::os {

// Address space of a child with limit_resources.
inline constexpr std::uint64_t kMemoryCapBytes = std::uint64_t{1} << 30;

struct SpawnRequest {
  std::string path;               // absolute; no search
  std::vector<std::string> argv;  // with argv[0]; no NUL
  // Borrowed; becomes stdout and stderr. -1: the null device.
  int output_fd = -1;
  // No core file and at most kMemoryCapBytes, for what runs unasked (decision
  // 24). macOS has no way to cap a child from outside: nothing is limited
  // there.
  bool limit_resources = false;
  // The kernel kills the child (SIGKILL) when the thread that spawns it ends,
  // which is to be its process's last: for a server that must not outlive its
  // supervisor. Not on macOS, which has no such thing.
  bool end_with_parent = false;
};

// A child that leads its own session and process group. Move-only; destroying
// one that was not reaped kills its group and reaps it, waiting a second at
// most.
class [[nodiscard]] ChildProcess {
 public:
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  pid_t pid() const { return pid_; }

  // Readable once the child has exited (a pidfd). Poll it.
  int exit_fd() const { return exit_fd_.get(); }

  // Sends `signal` to the child's process group. A group that is gone is no
  // error.
  void SignalGroup(int signal) const;

  // Reaps the child if it has exited: its raw wait status. Never blocks.
  // Until it was reaped its pid, and so its group's id, can't be reused.
  // A child that somebody else reaped counts as one with exit status 255.
  std::optional<int> Reap();

  // Gives up on a child that does not die: kills its group once more and
  // forgets it, without a wait.
  void Abandon();

  // Whether the child has exited, without reaping it (waitid WNOWAIT).
  bool HasExited() const;

 private:
  friend absl::StatusOr<ChildProcess> Spawn(const SpawnRequest&);
  ChildProcess(pid_t pid, base::UniqueFd exit_fd)
      : pid_(pid), exit_fd_(std::move(exit_fd)) {}
  void Destroy();

  pid_t pid_ = -1;  // -1 once reaped
  base::UniqueFd exit_fd_;
};

// Starts `request`: own session, stdin from the null device, every descriptor
// above 2 closed, signal mask empty, every disposition default; working
// directory and environment inherited. A vfork-like start: no cost for a big
// heap. Works with any of descriptors 0 to 2 closed in this process. Linux: no
// other part of this program may change a real-time signal after the first
// Spawn, which looks once for the ones that were inherited as ignored.
//
// Where this process ignores SIGCHLD (it may have inherited that) the kernel
// would throw exit statuses away: the disposition is then set to the default,
// for good. A handler of somebody else's is left alone.
//
// Errors: execve's errno (ENOENT, EACCES, ENOEXEC, E2BIG, …), reported out of
//         band and never guessed from an exit status; message "<reason>", the
//         system's text. Any other step: "cannot <step>: <reason>".
absl::StatusOr<ChildProcess> Spawn(const SpawnRequest& request);

// The exit status that a shell would show for a raw wait status: 128+n for a
// signal n (decision 22).
int ShellStatus(int wait_status);

}  // namespace aii::os

#endif  // AII_OS_SPAWN_H_
