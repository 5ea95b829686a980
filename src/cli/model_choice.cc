#include "cli/model_choice.h"

#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "model/foundation.h"
#include "model/foundation_link.h"
#include "model/openai_http.h"
#include "model/scripted.h"
#include "model/server_arguments.h"
#include "model/server_info.h"
#include "os/read_file.h"

namespace aii::cli {
namespace {

constexpr std::size_t kMaxScriptBytes = 16u << 20;

base::Failure NoModel() {
  return base::NotSupported(
      {"No model is set up on this computer",
       "install the small embedded one with tools/quickstart, or name a model "
       "server on this computer: --model http://127.0.0.1:8080"});
}

std::variant<PendingModel, base::Failure> Pending(model::ModelSpec spec,
                                                  PendingPrivate started) {
  if (auto* failure = std::get_if<base::Failure>(&started)) {
    return std::move(*failure);
  }
  return PendingModel{std::move(spec),
                      std::get<PrivateModel>(std::move(started))};
}

using Opened =
    std::variant<std::unique_ptr<model::Backend>, OpenCancelled, base::Failure>;

Opened OpenScript(const std::string& path, Reporter& reporter) {
  const auto text = os::ReadFile(path, kMaxScriptBytes);
  if (!text.ok()) {
    return base::Failure{.code = base::FailureCode::kFileNotFound,
                         .lines = {absl::StrCat("Cannot read file: ", path)},
                         .detail = std::string(text.status().message())};
  }
  auto backend = model::ParseScript(*text);
  if (!backend.ok()) {
    return base::Failure{
        .code = base::FailureCode::kUsageError,
        .lines = {absl::StrCat("The script '", path, "' can't be played: ",
                               backend.status().message()),
                  "docs/scripts.md has the format"}};
  }
  reporter.Note(absl::StrCat("the answers come from the script '", path, "'"));
  return *std::move(backend);
}

Opened OpenApple(model::SessionOptions session) {
  auto made = model::MakeFoundationBackend(*model::LinkedFoundation(),
                                           std::move(session));
  return std::visit([](auto& result) -> Opened { return std::move(result); },
                    made);
}

std::string DisplayName(const model::ServerModel& server) {
  if (const auto* unix_socket =
          std::get_if<os::UnixEndpoint>(&server.endpoint)) {
    return absl::StrCat("unix:", unix_socket->socket_path);
  }
  const auto& loopback = std::get<os::LoopbackEndpoint>(server.endpoint);
  return absl::StrCat("http://", loopback.v6 ? "[::1]" : "127.0.0.1", ":",
                      loopback.port);
}

Opened OpenServer(const model::ServerModel& named,
                  model::SessionOptions session, const base::Cancel& cancel) {
  model::OpenAiOptions options{.server = {.endpoint = named.endpoint,
                                          .try_v6_too = named.try_v6_too,
                                          .path_prefix = named.path_prefix,
                                          .display_name = DisplayName(named)},
                               .model = named.name,
                               .session = std::move(session)};
  if (options.model.empty()) {
    auto asked = model::AskDefaultModel(options.server, cancel);
    if (auto* failure = std::get_if<base::Failure>(&asked)) {
      return std::move(*failure);
    }
    if (std::holds_alternative<model::Cancelled>(asked)) return OpenCancelled{};
    options.model = std::get<std::string>(std::move(asked));
  }
  return model::MakeOpenAiBackend(std::move(options));
}

}  // namespace

std::variant<PendingModel, base::Failure> ChooseModel(
    const std::optional<std::string>& flag, const Environment& environment,
    const base::Cancel& cancel) {
  const std::string& text = flag.has_value() ? *flag : environment.model;
  if (text.empty() && !flag.has_value()) {
    if (model::LinkedFoundation() != nullptr) {
      return PendingModel{model::AppleModel{}, {}};
    }
    if (!model::FindEmbedded(environment.data_home)) return NoModel();
    return Pending(model::EmbeddedModel{}, StartEmbedded(environment, cancel));
  }
  absl::StatusOr<model::ModelSpec> spec = model::ParseModelSpec(text);
  if (!spec.ok()) {
    return base::Failure{
        .code = base::FailureCode::kUsageError,
        .lines = {std::string(spec.status().message()), "try 'aii --help'"}};
  }
  if (std::holds_alternative<model::EmbeddedModel>(*spec)) {
    return Pending(*spec, StartEmbedded(environment, cancel));
  }
  if (std::holds_alternative<model::AppleModel>(*spec) &&
      model::LinkedFoundation() == nullptr) {
    return base::NotSupported(
        {"This build has no Apple Intelligence in it",
         "install the small embedded model with tools/quickstart, or name a "
         "model server on this computer: --model http://127.0.0.1:8080"});
  }
  if (const auto* gguf = std::get_if<model::GgufModel>(&*spec)) {
    return Pending(*spec, StartGguf(gguf->path, environment, cancel));
  }
  return PendingModel{*std::move(spec), {}};
}

Opened OpenModel(const PendingModel& pending, model::SessionOptions session,
                 Reporter& reporter, const base::Clock& clock,
                 const base::Cancel& cancel) {
  if (const auto* script = std::get_if<model::ScriptModel>(&pending.spec)) {
    return OpenScript(script->path, reporter);
  }
  if (const auto* server = std::get_if<model::ServerModel>(&pending.spec)) {
    return OpenServer(*server, std::move(session), cancel);
  }
  if (std::holds_alternative<model::AppleModel>(pending.spec)) {
    return OpenApple(std::move(session));
  }
  return OpenPrivate(pending.served, std::move(session), reporter, clock,
                     cancel);
}

}  // namespace aii::cli
