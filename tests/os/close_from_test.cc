#include "os/close_from.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

namespace aii::os {
namespace {

// Runs `check` in a child, whose descriptors may be closed; its exit status.
int InChild(const std::function<int()>& check) {
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(check());
  int status = -1;
  EXPECT_EQ(::waitpid(pid, &status, 0), pid);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int CountOpen(int first, int last) {
  int open = 0;
  for (int fd = first; fd <= last; ++fd) {
    if (::fcntl(fd, F_GETFD) >= 0) ++open;
  }
  return open;
}

// Opens many, with gaps, then closes with `close` from 10 on.
int CheckWith(int (*close)(int)) {
  for (int fd = 3; fd < 300; ++fd) {
    if (fd % 7 != 0) ::dup2(STDERR_FILENO, fd);
  }
  const int below = CountOpen(0, 9);
  if (close(10) != 0) return 1;
  if (CountOpen(10, 400) != 0) return 2;
  return CountOpen(0, 9) == below ? 0 : 3;
}

TEST(CloseFrom, ClosesAllFromTheFirstOnAndNothingBelow) {
  EXPECT_EQ(InChild([] { return CheckWith(CloseFrom); }), 0);
}

TEST(CloseListedFrom, DoesTheSameWithoutTheSystemCall) {
  EXPECT_EQ(InChild([] { return CheckWith(CloseListedFrom); }), 0);
}

}  // namespace
}  // namespace aii::os
