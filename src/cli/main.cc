// The only main(): safe descriptors, the environment, the exit status.

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <vector>

#include "absl/strings/string_view.h"
#include "cli/app.h"
#include "cli/environment.h"
#include "model/private_server_supervisor.h"
#include "os/signals.h"

namespace {

// A descriptor of 0 to 2 that is closed would be given to the next file that is
// opened. Opened the wrong way round, reading nothing and failing to write, it
// behaves as closed.
void ReserveStandardDescriptors() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (::fcntl(fd, F_GETFD) >= 0) continue;
    (void)::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

// The reader is gone: end as other filters do, quietly.
void DieByClosedPipe() {
  ::signal(SIGPIPE, SIG_DFL);
  ::raise(SIGPIPE);
}

}  // namespace

int main(int argc, char** argv) {
  ReserveStandardDescriptors();
  const std::vector<absl::string_view> words(argv + (argc > 0 ? 1 : 0),
                                             argv + argc);
  if (const auto supervisor = aii::model::ReadSupervisorWords(words)) {
    return aii::model::RunSupervisor(*supervisor);
  }
  const aii::cli::Environment environment = aii::cli::ReadEnvironment(
      [](const char* name) { return ::getenv(name); });
  const aii::cli::ExitState end = aii::cli::RunApp(words, environment);
  if (end.closed_pipe) DieByClosedPipe();
  aii::os::DieBySignal(end.ended_by);
  return end.status;
}
