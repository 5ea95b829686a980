#include "model/private_server.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/errno_status.h"
#include "base/status_macros.h"
#include "base/unique_fd.h"
#include "os/http_stream.h"

namespace aii::model {
namespace {

// How much of the end of the log is searched for its last line.
constexpr std::size_t kLogTailBytes = 4096;

// Between two looks at /health.
constexpr absl::Duration kFirstPause = absl::Milliseconds(10);
constexpr absl::Duration kLongestPause = absl::Milliseconds(100);

// How long one answer of /health may take.
constexpr absl::Duration kHealthLimit = absl::Seconds(1);

// From SIGTERM to SIGKILL.
constexpr absl::Duration kGrace = absl::Seconds(1);

bool IsFile(const std::string& path, int access) {
  struct stat info = {};
  return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
         ::access(path.c_str(), access) == 0;
}

// A folder that goes away with its known files.
class ServerFolder {
 public:
  static absl::StatusOr<ServerFolder> Make(const std::string& runtime_dir) {
    std::string path = absl::StrCat(runtime_dir, "/aii-XXXXXX");
    // The path of a socket is short; a folder of ours is private anywhere.
    if (path.size() + kSocketName.size() > os::kMaxSocketPathBytes) {
      path = "/tmp/aii-XXXXXX";
    }
    if (::mkdtemp(path.data()) == nullptr) {
      return base::ErrnoStatus(errno, "cannot make a folder", path);
    }
    return ServerFolder(std::move(path));
  }
  ServerFolder(ServerFolder&& other) noexcept
      : path_(std::exchange(other.path_, std::string())) {}
  ServerFolder& operator=(ServerFolder&&) = delete;
  ServerFolder(const ServerFolder&) = delete;
  ServerFolder& operator=(const ServerFolder&) = delete;
  ~ServerFolder() {
    if (path_.empty()) return;
    ::unlink(socket_path().c_str());
    ::unlink(log_path().c_str());
    ::rmdir(path_.c_str());
  }

  std::string socket_path() const { return absl::StrCat(path_, kSocketName); }
  std::string log_path() const { return absl::StrCat(path_, "/log"); }

 private:
  static constexpr absl::string_view kSocketName = "/server.sock";
  explicit ServerFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

class RunningServer final : public PrivateServer {
 public:
  RunningServer(ServerFolder folder, os::ChildProcess child,
                absl::Duration start_limit)
      : folder_(std::move(folder)),
        child_(std::move(child)),
        socket_path_(folder_.socket_path()),
        start_limit_(start_limit) {}

  ~RunningServer() override {
    child_.SignalGroup(SIGTERM);
    const base::Clock& clock = base::MonotonicClock();
    Pause(clock, clock.Now() + kGrace, base::Cancel());
    // The child's own destructor kills what did not end, and reaps it.
  }

  const std::string& socket_path() const override { return socket_path_; }
  pid_t pid() const override { return child_.pid(); }

  absl::Status WaitReady(const base::Clock& clock,
                         const base::Cancel& cancel) override {
    const base::Instant deadline = clock.Now() + start_limit_;
    absl::Duration pause = kFirstPause;
    while (!child_.HasExited()) {
      if (IsHealthy(cancel)) return absl::OkStatus();
      if (cancel.cancelled()) return absl::CancelledError("cancelled");
      if (clock.Now() >= deadline) {
        return absl::DeadlineExceededError(
            absl::StrCat("the server is not ready after ",
                         absl::FormatDuration(start_limit_)));
      }
      Pause(clock, clock.Now() + pause, cancel);
      pause = std::min(pause * 2, kLongestPause);
    }
    return absl::UnavailableError(LastLogLine());
  }

 private:
  // Until `deadline`, or the server ends, or `cancel` fires.
  void Pause(const base::Clock& clock, base::Instant deadline,
             const base::Cancel& cancel) const {
    std::array<pollfd, 2> waits = {
        {{child_.exit_fd(), POLLIN, 0}, {cancel.fd(), POLLIN, 0}}};
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

  // What the server wrote last. A log may be large: only its end is read.
  std::string LastLogLine() const {
    const base::UniqueFd log(
        ::open(folder_.log_path().c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, kLogTailBytes> tail;
    struct stat info = {};
    ssize_t size = 0;
    if (log.valid() && ::fstat(log.get(), &info) == 0) {
      const auto start =
          std::max<off_t>(0, info.st_size - static_cast<off_t>(tail.size()));
      size = std::max<ssize_t>(
          0, ::pread(log.get(), tail.data(), tail.size(), start));
    }
    std::string last = "the server ended without a word";
    for (const absl::string_view line : absl::StrSplit(
             absl::string_view(tail.data(), static_cast<std::size_t>(size)),
             '\n', absl::SkipWhitespace())) {
      last = absl::StripAsciiWhitespace(line);
    }
    return last;
  }

  ServerFolder folder_;  // outlives the child, which writes into it
  os::ChildProcess child_;
  std::string socket_path_;
  absl::Duration start_limit_;
};

}  // namespace

std::optional<EmbeddedFiles> FindEmbedded(absl::string_view data_home) {
  if (data_home.empty()) return std::nullopt;
  const std::string folder = absl::StrCat(data_home, "/aii/embedded");
  EmbeddedFiles files = {.server = absl::StrCat(folder, "/bin/llama-server"),
                         .model = absl::StrCat(folder, "/model.gguf"),
                         .adapter = absl::StrCat(folder, "/adapter.gguf"),
                         .chat_template = absl::StrCat(folder, "/chat.jinja")};
  if (!IsFile(files.server, X_OK) || !IsFile(files.model, R_OK) ||
      !IsFile(files.adapter, R_OK) || !IsFile(files.chat_template, R_OK)) {
    return std::nullopt;
  }
  return files;
}

std::vector<std::string> EmbeddedArguments(const EmbeddedFiles& files) {
  return {"-m",
          files.model,
          "--lora",
          files.adapter,
          "--chat-template-file",
          files.chat_template,
          "--jinja",
          "-c",
          "4096",
          "-np",
          "1",
          "--no-webui"};
}

absl::StatusOr<std::unique_ptr<PrivateServer>> PrivateServer::Start(
    const PrivateServerOptions& options) {
  AII_ASSIGN_OR_RETURN(ServerFolder folder,
                       ServerFolder::Make(options.runtime_dir));
  const std::string log_path = folder.log_path();
  const base::UniqueFd log(
      ::open(log_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!log.valid()) return base::ErrnoStatus(errno, "cannot make", log_path);

  std::vector<std::string> argv = {options.program};
  argv.insert(argv.end(), options.arguments.begin(), options.arguments.end());
  argv.insert(argv.end(), {"--host", folder.socket_path()});
  AII_ASSIGN_OR_RETURN(os::ChildProcess child,
                       os::Spawn({.path = options.program,
                                  .argv = std::move(argv),
                                  .output_fd = log.get()}));
  return std::make_unique<RunningServer>(std::move(folder), std::move(child),
                                         options.start_limit);
}

}  // namespace aii::model
