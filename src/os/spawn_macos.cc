#include <fcntl.h>
#include <spawn.h>
#include <sys/event.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "absl/status/status.h"
#include "base/errno_status.h"
#include "base/status_macros.h"
#include "os/spawn.h"
#include "os/spawn_platform.h"

extern char** environ;

namespace aii::os {
namespace {

// The actions and attributes of one posix_spawn(2), and the first error of
// building them.
class SpawnPlan {
 public:
  SpawnPlan() {
    Note(::posix_spawn_file_actions_init(&actions_));
    Note(::posix_spawnattr_init(&attributes_));
  }
  ~SpawnPlan() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  void ConnectStreams(int output_fd) {
    Note(::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO,
                                            "/dev/null", O_RDWR, 0));
    const int output = output_fd < 0 ? STDIN_FILENO : output_fd;
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
      Note(::posix_spawn_file_actions_adddup2(&actions_, output, stream));
    }
  }

  void ResetProcess() {
    sigset_t all;
    sigset_t none;
    ::sigfillset(&all);
    ::sigemptyset(&none);
    Note(::posix_spawnattr_setsigdefault(&attributes_, &all));
    Note(::posix_spawnattr_setsigmask(&attributes_, &none));
    Note(::posix_spawnattr_setflags(
        &attributes_,
        static_cast<short>(POSIX_SPAWN_SETSID | POSIX_SPAWN_CLOEXEC_DEFAULT |
                           POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)));
  }

  int error() const { return error_; }
  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  void Note(int error) {
    if (error_ == 0) error_ = error;
  }

  posix_spawn_file_actions_t actions_ = nullptr;
  posix_spawnattr_t attributes_ = nullptr;
  int error_ = 0;
};

// A kqueue that is readable once `pid` has exited.
absl::StatusOr<base::UniqueFd> ExitQueue(pid_t pid) {
  base::UniqueFd queue(::kqueue());
  if (!queue.valid()) return base::ErrnoStatus(errno, "cannot make a kqueue");
  ::fcntl(queue.get(), F_SETFD, FD_CLOEXEC);
  struct kevent event = {};
  EV_SET(&event, static_cast<uintptr_t>(pid), EVFILT_PROC, EV_ADD, NOTE_EXIT, 0,
         nullptr);
  if (::kevent(queue.get(), &event, 1, nullptr, 0, nullptr) == 0) return queue;
  if (errno != ESRCH) return base::ErrnoStatus(errno, "cannot watch a process");
  // It has exited already: an event that has happened stands for it.
  EV_SET(&event, 0, EVFILT_USER, EV_ADD, 0, 0, nullptr);
  ::kevent(queue.get(), &event, 1, nullptr, 0, nullptr);
  EV_SET(&event, 0, EVFILT_USER, 0, NOTE_TRIGGER, 0, nullptr);
  if (::kevent(queue.get(), &event, 1, nullptr, 0, nullptr) != 0) {
    return base::ErrnoStatus(errno, "cannot watch a process");
  }
  return queue;
}

}  // namespace

absl::StatusOr<ChildProcess> Spawn(const SpawnRequest& request) {
  std::vector<char*> argv;
  argv.reserve(request.argv.size() + 1);
  for (const std::string& word : request.argv) {
    argv.push_back(const_cast<char*>(word.c_str()));  // exec only reads
  }
  argv.push_back(nullptr);

  base::UniqueFd holder;
  AII_ASSIGN_OR_RETURN(const int output_fd,
                       AboveStandardStreams(request.output_fd, holder));
  SpawnPlan plan;
  plan.ConnectStreams(output_fd);
  plan.ResetProcess();
  if (plan.error() != 0) {
    return base::ErrnoStatus(plan.error(), "cannot start a process");
  }
  KeepExitStatuses();
  pid_t pid = -1;
  const int error = ::posix_spawn(&pid, request.path.c_str(), plan.actions(),
                                  plan.attributes(), argv.data(), ::environ);
  if (error != 0) {
    return absl::Status(absl::ErrnoToStatusCode(error), base::ErrnoText(error));
  }
  ChildProcess child(pid, base::UniqueFd());
  AII_ASSIGN_OR_RETURN(child.exit_fd_, ExitQueue(pid));
  return child;
}

}  // namespace aii::os
