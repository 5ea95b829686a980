#include "os/job_control.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace aii::os {
namespace {

bool WasResumed(const base::Cancel& cancel) {
  pollfd resume = {cancel.resume_fd(), POLLIN, 0};
  return ::poll(&resume, 1, 0) > 0;
}

// As the kernel stops who reads in the background.
void StopGroup() {
  sigset_t only, before;
  sigemptyset(&only);
  sigaddset(&only, SIGTTIN);
  ::pthread_sigmask(SIG_UNBLOCK, &only, &before);
  ::kill(0, SIGTTIN);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace

JobControlHeld::JobControlHeld() {
  sigset_t held;
  sigemptyset(&held);
  sigaddset(&held, SIGTTIN);
  sigaddset(&held, SIGTTOU);
  ::pthread_sigmask(SIG_BLOCK, &held, &before_);
}

JobControlHeld::~JobControlHeld() {
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool InBackground(int fd) {
  const pid_t foreground = ::tcgetpgrp(fd);
  return foreground >= 0 && foreground != ::getpgrp();
}

bool AwaitForeground(int fd, const base::Cancel& cancel) {
  for (;;) {
    cancel.ClearResumes();
    if (cancel.cancelled()) return false;
    if (!InBackground(fd)) return true;
    StopGroup();
    // Only who was stopped is resumed.
    if (InBackground(fd) && !WasResumed(cancel)) return false;
  }
}

int SetTerminalModes(int fd, const termios& modes) {
  const JobControlHeld held;
  int result = 0;
  do {
    result = ::tcsetattr(fd, TCSANOW, &modes);
  } while (result != 0 && errno == EINTR);
  return result;
}

}  // namespace aii::os
