// A process that is killed at a system call: what it did before stays, and
// nothing after happens.

#ifndef AII_TESTS_SUPPORT_KILLED_AT_H_
#define AII_TESTS_SUPPORT_KILLED_AT_H_

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

namespace aii::testing {

// From here on this process dies of SIGSYS where it makes the system call
// `number` (SYS_…). Returns whether the kernel does that.
inline bool DieAt(int number) {
  std::array<sock_filter, 4> filter = {{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned>(number), 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  }};
  const sock_fprog program = {filter.size(), filter.data()};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

enum class KilledAt { kKilled, kNeverGotThere, kUnsupported };

// Runs `function` in a child that dies at the system call `number`.
template <typename Function>
KilledAt RunUntil(int number, Function function) {
  constexpr int kNoSeccomp = 77;
  const pid_t child = ::fork();
  if (child == 0) {
    if (!DieAt(number)) ::_exit(kNoSeccomp);
    function();
    ::_exit(0);
  }
  int status = 0;
  if (::waitpid(child, &status, 0) != child) return KilledAt::kUnsupported;
  if (WIFSIGNALED(status)) return KilledAt::kKilled;
  return WEXITSTATUS(status) == kNoSeccomp ? KilledAt::kUnsupported
                                           : KilledAt::kNeverGotThere;
}

}  // namespace aii::testing

#endif  // AII_TESTS_SUPPORT_KILLED_AT_H_
