#include "model/private_server.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/errno_status.h"
#include "base/status_macros.h"
#include "base/unique_fd.h"
#include "model/control_link.h"
#include "model/private_server_supervisor.h"
#include "model/server_folder.h"
#include "os/http_stream.h"
#include "os/spawn.h"

namespace aii::model {
namespace {

// Between two looks at /health.
constexpr absl::Duration kFirstPause = absl::Milliseconds(10);
constexpr absl::Duration kLongestPause = absl::Milliseconds(100);

// How long one answer of /health may take.
constexpr absl::Duration kHealthLimit = absl::Seconds(1);

// For a supervisor to answer; a new one may wait for an old one's end first.
constexpr absl::Duration kAnswerLimit = absl::Seconds(15);

// For a server to end: three times the supervisor's grace period.
constexpr absl::Duration kEndLimit = absl::Seconds(3);

// How often a server that was ending when it was found is looked for again.
constexpr int kAttempts = 10;

std::string KeepLine(absl::Duration keep) {
  return absl::StrCat(kLinkKeep, absl::ToInt64Seconds(keep), "\n");
}

// A connection to the supervisor at `paths`.
// Errors: kUnavailable: there is none. kPermissionDenied: a stranger's folder.
absl::StatusOr<ControlLink> Connect(const ServerPaths& paths) {
  for (const std::string& folder : {paths.root, paths.folder}) {
    const absl::Status checked = CheckPrivate(folder);
    if (absl::IsNotFound(checked)) return absl::UnavailableError("no folder");
    AII_RETURN_IF_ERROR(checked);
  }
  AII_ASSIGN_OR_RETURN(
      base::UniqueFd socket,
      os::ConnectLocal(os::UnixEndpoint{paths.control}, -1, kEndLimit));
  return ControlLink(std::move(socket));
}

// Both ends of a connection; the second is handed to the supervisor.
absl::StatusOr<std::pair<ControlLink, base::UniqueFd>> MakeLink() {
  std::array<int, 2> ends = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) {
    return base::ErrnoStatus(errno, "cannot make a socket");
  }
  base::UniqueFd ours(ends[0]);
  base::UniqueFd theirs(ends[1]);
  for (const int end : ends) {
    ::fcntl(end, F_SETFD, FD_CLOEXEC);
    ::fcntl(end, F_SETFL, O_NONBLOCK);
  }
  return std::pair(ControlLink(std::move(ours)), std::move(theirs));
}

// Starts a supervisor. It is no child of this process for longer than its start
// takes: what a command leaves behind is swept without it.
absl::StatusOr<ControlLink> Launch(const PrivateServerOptions& options,
                                   const std::string& key,
                                   std::optional<os::ChildProcess>& starter) {
  AII_ASSIGN_OR_RETURN(auto ends, MakeLink());
  std::vector<std::string> argv = {"aii"};
  for (std::string& word : SupervisorWords({.root = options.root,
                                            .key = key,
                                            .program = options.program,
                                            .arguments = options.arguments})) {
    argv.push_back(std::move(word));
  }
  AII_ASSIGN_OR_RETURN(starter, os::Spawn({.path = options.supervisor_program,
                                           .argv = std::move(argv),
                                           .output_fd = ends.second.get()}));
  return std::move(ends.first);
}

// Waits for the process that has started a supervisor, which ends then. Reaped,
// it is not killed: its group may still have the supervisor in it.
void LetGo(os::ChildProcess& starter) {
  struct pollfd exit = {starter.exit_fd(), POLLIN, 0};
  (void)::poll(&exit, 1,
               static_cast<int>(absl::ToInt64Milliseconds(kEndLimit)));
  (void)starter.Reap();
}

// Whether `link` leads to a server; false where one is to be looked for again.
// Errors: why there is none.
absl::StatusOr<bool> IsTaken(ControlLink& link, const base::Cancel& cancel) {
  absl::StatusOr<std::string> answer = link.ReadLine(kAnswerLimit, cancel);
  if (absl::IsUnavailable(answer.status())) {
    // Its time was over, where it does not say why.
    std::string reason = link.ReadRest(kEndLimit, cancel);
    if (reason.empty()) return false;
    return absl::UnavailableError(std::move(reason));
  }
  if (absl::IsDeadlineExceeded(answer.status())) {
    return absl::DeadlineExceededError(
        "the process that watches over it does not answer");
  }
  AII_RETURN_IF_ERROR(answer.status());
  if (*answer == kLinkOk) return true;
  if (*answer == kLinkAgain) return false;
  return absl::UnavailableError(
      absl::StrCat(*answer, "\n", link.ReadRest(kEndLimit, cancel)));
}

// Removes what a supervisor that was killed has left of the server `key`.
absl::Status RemoveLeftovers(const std::string& root, const std::string& key) {
  const ServerPaths paths = PathsOf(root, key);
  AII_ASSIGN_OR_RETURN(const RootLock lock, RootLock::Take(root, kEndLimit));
  if (absl::IsUnavailable(Connect(paths).status())) RemoveFolder(paths);
  return absl::OkStatus();
}

// The same of all servers in `root`. They are in nobody's way: who can't remove
// them leaves them.
void RemoveAllLeftovers(const std::string& root) {
  for (const std::string& key : KeysIn(root)) {
    if (absl::IsUnavailable(Connect(PathsOf(root, key)).status())) {
      RemoveLeftovers(root, key).IgnoreError();
    }
  }
}

// A connection to the kept server `key`, or to one that is started for it.
absl::StatusOr<ControlLink> TakeUp(const PrivateServerOptions& options,
                                   const std::string& key,
                                   const base::Cancel& cancel) {
  const ServerPaths paths = PathsOf(options.root, key);
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    std::optional<os::ChildProcess> starter;
    absl::StatusOr<ControlLink> link = Connect(paths);
    if (absl::IsUnavailable(link.status())) {
      RemoveAllLeftovers(options.root);
      link = Launch(options, key, starter);
    }
    AII_RETURN_IF_ERROR(link.status());
    link->Send(KeepLine(options.keep));
    const absl::StatusOr<bool> taken = IsTaken(*link, cancel);
    if (starter.has_value()) LetGo(*starter);
    AII_RETURN_IF_ERROR(taken.status());
    if (*taken) return link;
  }
  return absl::UnavailableError("it ends whenever it has started");
}

class UsedServer final : public PrivateServer {
 public:
  UsedServer(ControlLink link, std::string key, PrivateServerOptions options)
      : link_(std::move(link)),
        key_(std::move(key)),
        options_(std::move(options)),
        socket_path_(PathsOf(options_.root, key_).socket) {}

  ~UsedServer() override {
    if (options_.keep > absl::ZeroDuration()) return;
    link_.Finish();
    (void)link_.ReadRest(kEndLimit, base::Cancel());
  }

  const std::string& socket_path() const override { return socket_path_; }

  bool ended() override {
    link_.Take();
    return link_.closed();
  }

  absl::Status WaitReady(const base::Clock& clock,
                         const base::Cancel& cancel) override {
    if (was_ready_ && ended()) {
      was_ready_ = false;
      AII_ASSIGN_OR_RETURN(link_, TakeUp(options_, key_, cancel));
    }
    const base::Instant deadline = clock.Now() + options_.start_limit;
    absl::Duration pause = kFirstPause;
    for (;;) {
      if (ended()) return Ended();
      if (IsHealthy(cancel)) {
        was_ready_ = true;
        return absl::OkStatus();
      }
      if (cancel.cancelled()) return absl::CancelledError("cancelled");
      if (clock.Now() >= deadline) return GiveUp();
      Pause(clock, clock.Now() + pause, cancel);
      pause = std::min(pause * 2, kLongestPause);
    }
  }

 private:
  absl::Status Ended() {
    const std::string reason = link_.ReadRest(kEndLimit, base::Cancel());
    return absl::UnavailableError(reason.empty() ? "it was killed" : reason);
  }

  absl::Status GiveUp() {
    link_.Send(absl::StrCat(kLinkStop, "\n"));
    (void)link_.ReadRest(kEndLimit, base::Cancel());
    return absl::DeadlineExceededError(absl::StrCat(
        "it is not ready after ", absl::FormatDuration(options_.start_limit)));
  }

  // Until `deadline`, or the server ends, or `cancel` fires.
  void Pause(const base::Clock& clock, base::Instant deadline,
             const base::Cancel& cancel) const {
    std::array<pollfd, 2> waits = {
        {{link_.fd(), POLLIN, 0}, {cancel.fd(), POLLIN, 0}}};
    // EINTR: a shorter pause does no harm.
    (void)::poll(waits.data(), waits.size(),
                 base::PollTimeoutMs(clock, deadline));
  }

  bool IsHealthy(const base::Cancel& cancel) const {
    if (!IsSocket()) return false;
    auto stream = os::HttpStream::Start(os::UnixEndpoint{socket_path_},
                                        {.path = "/health",
                                         .connect_timeout = kHealthLimit,
                                         .idle_timeout = kHealthLimit});
    const auto event = stream->Next(cancel);
    const auto* head =
        event.ok() ? std::get_if<os::HttpHead>(&*event) : nullptr;
    return head != nullptr && head->status == 200;
  }

  bool IsSocket() const {
    struct stat info = {};
    return ::lstat(socket_path_.c_str(), &info) == 0 && S_ISSOCK(info.st_mode);
  }

  ControlLink link_;
  const std::string key_;
  const PrivateServerOptions options_;
  const std::string socket_path_;
  bool was_ready_ = false;
};

}  // namespace

absl::StatusOr<std::unique_ptr<PrivateServer>> PrivateServer::Start(
    const PrivateServerOptions& options, const base::Cancel& cancel) {
  AII_ASSIGN_OR_RETURN(std::string key, ServerKey(options.files));
  AII_ASSIGN_OR_RETURN(ControlLink link, TakeUp(options, key, cancel));
  return std::make_unique<UsedServer>(std::move(link), std::move(key), options);
}

absl::StatusOr<int> StopPrivateServers(const std::string& root,
                                       const base::Cancel& cancel) {
  int running = 0;
  absl::Status checked = CheckPrivate(root);
  if (absl::IsNotFound(checked)) return running;
  AII_RETURN_IF_ERROR(checked);
  for (const std::string& key : KeysIn(root)) {
    const ServerPaths paths = PathsOf(root, key);
    absl::StatusOr<ControlLink> link = Connect(paths);
    if (link.ok()) {
      ++running;
      link->Send(absl::StrCat(kLinkStop, "\n"));
      (void)link->ReadRest(kAnswerLimit, cancel);
      if (cancel.cancelled()) return absl::CancelledError("cancelled");
      if (!link->closed()) {
        return absl::DeadlineExceededError(
            absl::StrCat("the server in '", paths.folder, "' does not end"));
      }
      continue;
    }
    if (!absl::IsUnavailable(link.status())) return link.status();
    AII_RETURN_IF_ERROR(RemoveLeftovers(root, key));
  }
  return running;
}

}  // namespace aii::model
