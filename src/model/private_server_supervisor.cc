#include "model/private_server_supervisor.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/cancel.h"
#include "base/clock.h"
#include "base/errno_status.h"
#include "base/pipe.h"
#include "base/status_macros.h"
#include "base/unique_fd.h"
#include "model/callers.h"
#include "model/control_link.h"
#include "model/server_folder.h"
#include "model/server_log.h"
#include "os/local_socket.h"
#include "os/signals.h"
#include "os/spawn.h"
#include "os/terminate.h"

namespace aii::model {
namespace {

// From SIGTERM to SIGKILL, and from there to giving up.
constexpr absl::Duration kGrace = absl::Seconds(1);

// For the lock of the root. Its holders start a process or end a server.
constexpr absl::Duration kLockLimit = absl::Seconds(10);

constexpr std::size_t kQuotedLines = 5;

// What the raw wait status says, for a person.
std::string EndText(std::optional<int> status) {
  if (!status.has_value()) return "it does not end";
  if (!WIFSIGNALED(*status)) {
    return absl::StrCat("exit status ", WEXITSTATUS(*status));
  }
  const int number = WTERMSIG(*status);
  return absl::StrCat("ended by signal ", number,
                      number == SIGKILL ? " (not enough memory, perhaps)" : "");
}

class Supervisor {
 public:
  Supervisor(ServerPaths paths, base::UniqueFd listener, ControlLink first)
      : paths_(std::move(paths)),
        callers_(std::move(listener), std::move(first), clock_) {}

  void Run(const SupervisorOptions& options) {
    auto source = base::CancelSource::Create();
    if (!source.ok()) return Leave(source.status().message());
    const os::SignalWatch signals(**source);
    os::OrphanWatch orphans;
    if (const absl::Status status = Start(options); !status.ok()) {
      return Leave(status.message());
    }
    Watch((*source)->token());
    End(orphans);
  }

 private:
  absl::Status Start(const SupervisorOptions& options) {
    AII_ASSIGN_OR_RETURN(log_, ServerLog::Create(paths_.log));
    AII_ASSIGN_OR_RETURN(base::Pipe pipe, base::OpenPipe());
    base::MakeBlocking(pipe.write_end);
    std::vector<std::string> argv = {options.program};
    argv.insert(argv.end(), options.arguments.begin(), options.arguments.end());
    argv.insert(argv.end(), {"--host", paths_.socket});
    // Newer ones keep old conversations in gigabytes of memory. A flag for it
    // would stop older ones, which take no notice of the variable.
    ::setenv("LLAMA_ARG_CACHE_RAM", "0", /*replace=*/0);
    auto server = os::Spawn({.path = options.program,
                             .argv = std::move(argv),
                             .output_fd = pipe.write_end.get(),
                             .end_with_parent = true});
    if (!server.ok()) {
      return absl::UnavailableError(absl::StrCat(
          "cannot run '", options.program, "': ", server.status().message()));
    }
    output_ = std::move(pipe.read_end);
    server_ = *std::move(server);
    return absl::OkStatus();
  }

  // Until the server is to end, or has ended.
  void Watch(const base::Cancel& cancel) {
    callers_.Attend();
    while (!callers_.IsOver() && !cancel.cancelled() && !server_->HasExited()) {
      std::vector<pollfd> waits = {{server_->exit_fd(), POLLIN, 0},
                                   {output_.get(), POLLIN, 0},
                                   {cancel.fd(), POLLIN, 0}};
      callers_.AddTo(waits);
      // EINTR: looks again.
      (void)::poll(waits.data(), static_cast<nfds_t>(waits.size()),
                   callers_.TimeoutMs());
      TakeOutput();
      callers_.Attend();
    }
  }

  void TakeOutput() {
    std::array<char, 16384> piece;
    while (output_.valid()) {
      const ssize_t got = ::read(output_.get(), piece.data(), piece.size());
      if (got > 0) {
        log_->Append({piece.data(), static_cast<std::size_t>(got)});
      } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
        output_.Reset();  // nobody writes any more
      } else {
        return;
      }
    }
  }

  // Waits until the server has ended; whether it has.
  bool HasEnded(absl::Duration limit) {
    const base::Instant deadline = clock_.Now() + limit;
    while (!server_->HasExited() && clock_.Now() < deadline) {
      std::array<pollfd, 2> waits = {
          {{server_->exit_fd(), POLLIN, 0}, {output_.get(), POLLIN, 0}}};
      (void)::poll(waits.data(), waits.size(),
                   base::PollTimeoutMs(clock_, deadline));
      TakeOutput();
    }
    return server_->HasExited();
  }

  void End(os::OrphanWatch& orphans) {
    const bool by_itself = server_->HasExited();
    // Nobody may start the next server of this model before this one is gone;
    // a lock that can't be had must not keep it alive.
    const auto lock = RootLock::Take(paths_.root, kLockLimit);
    server_->SignalGroup(SIGTERM);
    if (!HasEnded(kGrace)) {
      server_->SignalGroup(SIGKILL);
      HasEnded(kGrace);
    }
    TakeOutput();
    const pid_t group = server_->pid();
    server_->SignalGroup(SIGKILL);  // what it left in its group
    const std::optional<int> status = server_->Reap();
    orphans.Sweep(group, /*kill=*/true, kGrace);
    std::vector<std::string> reason = {by_itself ? EndText(status)
                                                 : "it was told to end"};
    if (by_itself) {
      for (std::string& line : LastLines(log_->Tail(), kQuotedLines)) {
        reason.push_back(std::move(line));
      }
    }
    RemoveFolder(paths_);
    callers_.Tell(absl::StrJoin(reason, "\n"));
  }

  // Where no server was started.
  void Leave(absl::string_view reason) {
    const auto lock = RootLock::Take(paths_.root, kLockLimit);
    RemoveFolder(paths_);
    callers_.Tell(reason);
  }

  const base::Clock& clock_ = base::MonotonicClock();
  ServerPaths paths_;
  Callers callers_;
  std::optional<ServerLog> log_;
  base::UniqueFd output_;
  std::optional<os::ChildProcess> server_;
};

// The connection of the caller, taken from standard output.
std::optional<ControlLink> TakeCaller() {
  struct stat info = {};
  if (::fstat(STDOUT_FILENO, &info) != 0 || !S_ISSOCK(info.st_mode)) {
    return std::nullopt;
  }
  base::UniqueFd caller(
      ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  const base::UniqueFd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!caller.valid() || !null.valid()) return std::nullopt;
  ::dup2(null.get(), STDOUT_FILENO);
  ::dup2(null.get(), STDERR_FILENO);
  return ControlLink(std::move(caller));
}

int Refuse(ControlLink& caller, absl::string_view reason) {
  caller.Send(absl::StrCat(reason, "\n"));
  return 1;
}

// A listening socket at `paths`.control in a folder made anew; one that is not
// valid where a supervisor listens there already.
absl::StatusOr<base::UniqueFd> Listen(const ServerPaths& paths) {
  AII_RETURN_IF_ERROR(MakePrivate(paths.folder));
  if (os::ConnectLocal(os::UnixEndpoint{paths.control}, -1, kGrace).ok()) {
    return base::UniqueFd();
  }
  ClearFolder(paths);  // what a supervisor that was killed has left
  return os::ListenUnix(paths.control);
}

}  // namespace

std::vector<std::string> SupervisorWords(const SupervisorOptions& options) {
  std::vector<std::string> words = {std::string(kSupervisorWord), options.root,
                                    options.key, options.program};
  words.insert(words.end(), options.arguments.begin(), options.arguments.end());
  return words;
}

std::optional<SupervisorOptions> ReadSupervisorWords(
    std::span<const absl::string_view> words) {
  if (words.size() < 4 || words[0] != kSupervisorWord) return std::nullopt;
  return SupervisorOptions{.root = std::string(words[1]),
                           .key = std::string(words[2]),
                           .program = std::string(words[3]),
                           .arguments = {words.begin() + 4, words.end()}};
}

int RunSupervisor(const SupervisorOptions& options) {
  std::optional<ControlLink> caller = TakeCaller();
  if (!caller.has_value()) return 2;
  const ServerPaths paths = PathsOf(options.root, options.key);
  absl::StatusOr<RootLock> lock = RootLock::Take(options.root, kLockLimit);
  if (!lock.ok()) return Refuse(*caller, lock.status().message());
  absl::StatusOr<base::UniqueFd> listener = Listen(paths);
  if (!listener.ok()) return Refuse(*caller, listener.status().message());
  if (!listener->valid()) return Refuse(*caller, kLinkAgain);

  const pid_t child = ::fork();
  if (child < 0) {
    RemoveFolder(paths);
    return Refuse(*caller, base::ErrnoText(errno));
  }
  if (child > 0) return 0;
  ::setsid();
  // Neither the caller's folder nor its file system is held.
  if (::chdir("/") != 0) return 1;
  lock = absl::UnavailableError("released");
  Supervisor(paths, *std::move(listener), *std::move(caller)).Run(options);
  return 0;
}

}  // namespace aii::model
