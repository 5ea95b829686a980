// vfork(2) itself is not used: it shares the parent's stack, which no compiler
// understands. A clone on a stack of its own is what posix_spawn(3) does too;
// that one can neither set limits nor reset dispositions that are ignored.

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "base/errno_status.h"
#include "base/status_macros.h"
#include "os/child_side.h"
#include "os/child_signals.h"
#include "os/close_from.h"
#include "os/spawn.h"
#include "os/spawn_platform.h"

// The C library's clone by its other name: ThreadSanitizer replaces the first
// one with something that takes locks which a child without memory of its own
// then releases twice.
extern "C" int aii_libc_clone(int (*function)(void*), void* stack, int flags,
                              void* argument, ...) __asm__("__clone");

namespace aii::os {
namespace {

constexpr std::size_t kStackBytes = std::size_t{16} * 1024;

enum class Step {
  kNone,
  kSession,
  kSignals,
  kStreams,
  kDescriptors,
  kLimits,
  kParent,
  kExec
};

// What parent and child share: the child reads the upper part and writes the
// lower one, while the parent is suspended.
struct Plan {
  const char* path = nullptr;
  char* const* argv = nullptr;
  char* const* environment = nullptr;
  int output_fd = -1;
  bool limit_resources = false;
  pid_t parent = 0;  // 0: the child may outlive it
  SignalSet reset_signals = 0;

  volatile Step failed = Step::kNone;
  volatile int error = 0;
};

AII_CHILD_SIDE int ConnectStreams(int output_fd) {
  ::syscall(SYS_close, STDIN_FILENO);
  const int flags = output_fd < 0 ? O_RDWR : O_RDONLY;
  const long null_fd = ::syscall(SYS_openat, AT_FDCWD, "/dev/null", flags, 0);
  if (null_fd < 0) return errno;
  // The lowest free number is 0, which was closed just now.
  const long output = output_fd < 0 ? null_fd : output_fd;
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    if (::syscall(SYS_dup3, output, stream, 0) < 0) return errno;
  }
  return 0;
}

AII_CHILD_SIDE int CapLimit(int resource, rlim_t cap) {
  struct rlimit limit = {};
  if (::syscall(SYS_prlimit64, 0, resource, nullptr, &limit) != 0) return errno;
  if (limit.rlim_max > cap) limit.rlim_max = cap;
  if (limit.rlim_cur > cap) limit.rlim_cur = cap;
  if (::syscall(SYS_prlimit64, 0, resource, &limit, nullptr) != 0) return errno;
  return 0;
}

AII_CHILD_SIDE int LimitResources() {
  const int error = CapLimit(RLIMIT_CORE, 0);
  return error != 0 ? error : CapLimit(RLIMIT_AS, kMemoryCapBytes);
}

AII_CHILD_SIDE int EndWith(pid_t parent) {
  if (::syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) {
    return errno;
  }
  // It may have ended before it was asked for.
  return ::syscall(SYS_getppid) == parent ? 0 : ESRCH;
}

// Everything up to execve. Returns the errno of the step that `plan` then
// names.
AII_CHILD_SIDE int Prepare(Plan& plan) {
  plan.failed = Step::kSession;
  if (::syscall(SYS_setsid) < 0) return errno;

  // Before the mask is emptied: a handler of the parent must not run here.
  plan.failed = Step::kSignals;
  if (const int error = ResetDispositions(plan.reset_signals); error != 0)
    return error;

  plan.failed = Step::kStreams;
  if (const int error = ConnectStreams(plan.output_fd); error != 0) {
    return error;
  }
  plan.failed = Step::kDescriptors;
  if (const int error = CloseFrom(STDERR_FILENO + 1); error != 0) return error;

  plan.failed = Step::kLimits;
  if (plan.limit_resources) {
    if (const int error = LimitResources(); error != 0) return error;
  }
  plan.failed = Step::kParent;
  if (plan.parent != 0) {
    if (const int error = EndWith(plan.parent); error != 0) return error;
  }
  plan.failed = Step::kSignals;
  return UnblockSignals();
}

AII_CHILD_SIDE int ChildMain(void* argument) {
  Plan& plan = *static_cast<Plan*>(argument);
  int error = Prepare(plan);
  if (error == 0) {
    plan.failed = Step::kExec;
    ::syscall(SYS_execve, plan.path, plan.argv, plan.environment);
    error = errno;
  }
  plan.error = error;
  ::syscall(SYS_exit_group, 127);
  __builtin_unreachable();
}

absl::string_view StepText(Step step) {
  switch (step) {
    case Step::kSession:
      return "cannot start a session";
    case Step::kSignals:
      return "cannot reset signals";
    case Step::kStreams:
      return "cannot open the null device";
    case Step::kDescriptors:
      return "cannot close descriptors";
    case Step::kLimits:
      return "cannot limit resources";
    case Step::kParent:
      return "cannot end with the parent";
    case Step::kNone:
    case Step::kExec:
      break;
  }
  return "";
}

absl::Status FailureOf(Step step, int error) {
  if (step != Step::kExec) return base::ErrnoStatus(error, StepText(step));
  return absl::Status(absl::ErrnoToStatusCode(error), base::ErrnoText(error));
}

struct Started {
  pid_t pid = -1;
  base::UniqueFd exit_fd;
};

absl::StatusOr<Started> Clone(Plan& plan) {
  // A part of this very stack, since this process is suspended until the child
  // has executed: a mapping of its own would cost its page faults each time.
  // Stacks grow downwards on every platform of ours.
  alignas(16) std::byte stack[kStackBytes];
  Started started;
  int pidfd = -1;
  int error = 0;
  {
    const AllSignalsBlocked blocked;
    started.pid = aii_libc_clone(ChildMain, stack + kStackBytes,
                                 CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD,
                                 &plan, &pidfd, nullptr, nullptr);
    error = errno;
  }
  if (started.pid < 0) {
    return base::ErrnoStatus(error, "cannot start a process");
  }
  started.exit_fd.Reset(pidfd);
  return started;
}

void ReapNow(pid_t pid) {
  while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

absl::StatusOr<ChildProcess> Spawn(const SpawnRequest& request) {
  std::vector<char*> argv;
  argv.reserve(request.argv.size() + 1);
  for (const std::string& word : request.argv) {
    argv.push_back(const_cast<char*>(word.c_str()));  // execve only reads
  }
  argv.push_back(nullptr);

  Plan plan;
  base::UniqueFd holder;
  AII_ASSIGN_OR_RETURN(plan.output_fd,
                       AboveStandardStreams(request.output_fd, holder));
  plan.path = request.path.c_str();
  plan.argv = argv.data();
  plan.environment = ::environ;
  plan.limit_resources = request.limit_resources;
  plan.parent = request.end_with_parent ? ::getpid() : 0;
  plan.reset_signals = SignalsToReset();

  KeepExitStatuses();
  AII_ASSIGN_OR_RETURN(Started started, Clone(plan));
  if (plan.error != 0) {
    ReapNow(started.pid);
    return FailureOf(plan.failed, plan.error);
  }
  ChildProcess child(started.pid, std::move(started.exit_fd));
  if (!child.exit_fd_.valid()) {
    return absl::UnimplementedError("this kernel has no process descriptors");
  }
  return child;
}

}  // namespace aii::os
