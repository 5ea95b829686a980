#include "cli/private_model.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "model/control_link.h"
#include "model/openai_http.h"
#include "model/server_arguments.h"
#include "model/server_folder.h"
#include "os/own_program.h"
#include "os/resolve.h"

namespace aii::cli {
namespace {

std::string ServerRootOf(const Environment& environment) {
  return model::ServerRoot(environment.runtime_dir, environment.temporary_dir);
}

// Reads the variable `name` into `value`, where it is set.
std::optional<base::Failure> ReadSeconds(const char* name,
                                         const std::string& text, int least,
                                         absl::Duration& value) {
  if (text.empty()) return std::nullopt;
  int seconds = 0;
  if (!absl::ascii_isdigit(static_cast<unsigned char>(text[0])) ||
      !absl::SimpleAtoi(text, &seconds) || seconds < least ||
      seconds > model::kMaxKeepSeconds) {
    return base::Failure{
        .code = base::FailureCode::kUsageError,
        .lines = {absl::StrCat(name, " is no number of seconds: '", text, "'"),
                  absl::StrCat("set it to a number from ", least, " to ",
                               model::kMaxKeepSeconds, ", or not at all")}};
  }
  value = absl::Seconds(seconds);
  return std::nullopt;
}

// What to do about a server that does not start.
std::string Advice(const absl::Status& status, const PrivateModel& pending) {
  if (absl::IsPermissionDenied(status)) {
    return "remove it, or set XDG_RUNTIME_DIR to a folder of yours";
  }
  if (absl::IsDeadlineExceeded(status)) {
    return "it may need longer: set AII_START_LIMIT to a number of seconds";
  }
  if (pending.embedded) return "install it again with tools/quickstart";
  return "the model may be damaged, too new for this llama-server, or too big "
         "for the memory";
}

base::Failure DoesNotStart(const absl::Status& status,
                           const PrivateModel& pending) {
  std::vector<std::string> lines;
  for (const absl::string_view line :
       absl::StrSplit(status.message(), '\n', absl::SkipWhitespace())) {
    lines.push_back(lines.empty()
                        ? absl::StrCat("The server of the model '",
                                       pending.name, "' does not start: ", line)
                        : absl::StrCat("| ", line));
  }
  lines.push_back(Advice(status, pending));
  return base::NotSupported(std::move(lines));
}

PendingPrivate Start(model::PrivateServerOptions options, PrivateModel pending,
                     const Environment& environment,
                     const base::Cancel& cancel) {
  if (auto failure =
          ReadSeconds("AII_KEEP", environment.keep, 0, options.keep)) {
    return *std::move(failure);
  }
  if (auto failure = ReadSeconds("AII_START_LIMIT", environment.start_limit, 1,
                                 options.start_limit)) {
    return *std::move(failure);
  }
  options.root = ServerRootOf(environment);
  options.supervisor_program = os::OwnProgram();
  auto server = model::PrivateServer::Start(options, cancel);
  if (server.ok()) {
    pending.server = *std::move(server);
  } else if (!absl::IsCancelled(server.status())) {
    return DoesNotStart(server.status(), pending);
  }
  return pending;
}

// llama-server's path, or why there is none.
std::variant<std::string, base::Failure> FindLlamaServer(
    const Environment& environment) {
  if (!environment.llama_server.empty()) {
    const auto named =
        os::Resolve(environment.llama_server, environment.search_path);
    if (named.has_value()) return named->path;
    return base::NotSupported(
        {absl::StrCat("AII_LLAMA_SERVER names no program: '",
                      environment.llama_server, "'"),
         "set it to the path of a llama-server, or not at all "
         "to take the one in PATH"});
  }
  const auto found = os::Resolve("llama-server", environment.search_path);
  if (found.has_value()) return found->path;
  return base::NotSupported(
      {"There is no llama-server to serve the model with",
       "install llama.cpp (the package is called llama.cpp or llama-cpp), or "
       "set AII_LLAMA_SERVER to the path of its llama-server"});
}

}  // namespace

PendingPrivate StartEmbedded(const Environment& environment,
                             const base::Cancel& cancel) {
  const auto files = model::FindEmbedded(environment.data_home);
  if (!files.has_value()) {
    return base::NotSupported({"The embedded model is not installed",
                               "install it with tools/quickstart"});
  }
  return Start({.files = {files->model, files->adapter, files->chat_template,
                          files->server},
                .program = files->server,
                .arguments = model::EmbeddedArguments(*files)},
               {.name = "embedded", .embedded = true}, environment, cancel);
}

PendingPrivate StartGguf(const std::string& path,
                         const Environment& environment,
                         const base::Cancel& cancel) {
  const std::optional<std::string> real = os::RealPath(path);
  const auto identity = real.has_value() ? os::IdentityOf(*real) : std::nullopt;
  if (!identity.has_value()) {
    return base::Failure{.code = base::FailureCode::kFileNotFound,
                         .lines = {absl::StrCat("Cannot read file: ", path)}};
  }
  auto program = FindLlamaServer(environment);
  if (auto* failure = std::get_if<base::Failure>(&program)) {
    return std::move(*failure);
  }
  const absl::string_view file =
      absl::string_view(path).substr(path.rfind('/') + 1);
  return Start({.files = {path},
                .program = std::get<std::string>(program),
                .arguments = model::GgufArguments(*real, identity->size_bytes,
                                                  os::LookAtMachine())},
               {.name = std::string(absl::StripSuffix(file, ".gguf"))},
               environment, cancel);
}

std::optional<base::Failure> AwaitPrivate(const PrivateModel& pending,
                                          Reporter& reporter,
                                          const base::Clock& clock,
                                          const base::Cancel& cancel) {
  reporter.Loading(pending.name);
  const absl::Status ready = pending.server->WaitReady(clock, cancel);
  reporter.Loaded();
  if (ready.ok() || cancel.cancelled()) return std::nullopt;
  return DoesNotStart(ready, pending);
}

std::variant<std::unique_ptr<model::Backend>, OpenCancelled, base::Failure>
OpenPrivate(const PrivateModel& pending, model::SessionOptions session,
            Reporter& reporter, const base::Clock& clock,
            const base::Cancel& cancel) {
  if (pending.server == nullptr) return OpenCancelled{};
  if (auto failure = AwaitPrivate(pending, reporter, clock, cancel)) {
    return *std::move(failure);
  }
  if (cancel.cancelled()) return OpenCancelled{};
  // One by one: g++ 12 at -O3 takes a half-made aggregate for uninitialized.
  model::OpenAiOptions options;
  options.server.endpoint = os::UnixEndpoint{pending.server->socket_path()};
  options.server.display_name = pending.name;
  options.model = pending.name;
  options.session = std::move(session);
  if (pending.embedded) {
    reporter.Remark("the embedded model is a small one, for trying things out");
    options.model = std::string(model::kEmbeddedName);
    options.temperature = 0;
    options.max_tokens = 512;
  }
  return model::MakeOpenAiBackend(std::move(options));
}

std::variant<std::string, base::Failure> StopServers(
    const Environment& environment, const base::Cancel& cancel) {
  const absl::StatusOr<int> stopped =
      model::StopPrivateServers(ServerRootOf(environment), cancel);
  if (!stopped.ok()) {
    return base::Failure{
        .code = base::FailureCode::kInternalError,
        .lines = {absl::StrCat("Cannot stop the private servers: ",
                               stopped.status().message())}};
  }
  if (*stopped == 0) return "no private model server is running\n";
  if (*stopped == 1) return "1 private model server was stopped\n";
  return absl::StrCat(*stopped, " private model servers were stopped\n");
}

}  // namespace aii::cli
