#include "model/server_info.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/time/time.h"
#include "base/json.h"
#include "model/served_models.h"
#include "model/server_error.h"

namespace aii::model {
namespace {

using base::Failure;

constexpr int kHttpOk = 200;
constexpr int kHttpUnavailable = 503;
// A list of models is small; tokens take some ten bytes each.
constexpr std::size_t kMaxBodyBytes = 64u << 20;
constexpr absl::Duration kIdleTimeout = absl::Seconds(10);

// A body; empty where the server has no such page.
using Page = std::variant<std::string, Failure, Cancelled>;

Page Broken(const ServerAddress& server, const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kCancelled:
      return Cancelled{};
    case absl::StatusCode::kUnavailable:
      return NoServer(server.display_name, status.message());
    case absl::StatusCode::kPermissionDenied:
      return TransportFailure(status, server.display_name);
    case absl::StatusCode::kOutOfRange:
      return std::string();
    default:
      return ConnectionLost(status.message());
  }
}

// body: empty: a GET.
Page Fetch(ServerAddress& server, std::string path, const base::Cancel& cancel,
           std::string request_body = "") {
  auto stream =
      os::HttpStream::Start(server.endpoint, {.path = path,
                                              .body = request_body,
                                              .idle_timeout = kIdleTimeout,
                                              .max_body_bytes = kMaxBodyBytes});
  int status = 0;
  std::string body;
  while (true) {
    const auto event = stream->Next(cancel);
    if (!event.ok()) {
      const bool nobody = absl::IsUnavailable(event.status());
      if (nobody && TurnToV6(server)) {
        return Fetch(server, std::move(path), cancel, std::move(request_body));
      }
      return Broken(server, event.status());
    }
    if (const auto* head = std::get_if<os::HttpHead>(&*event)) {
      status = head->status;
    } else if (const auto* piece = std::get_if<os::HttpPiece>(&*event)) {
      body.append(piece->bytes);
    } else {
      break;
    }
  }
  if (status == kHttpUnavailable) return ServerFailure(status, body);
  return status == kHttpOk ? Page(std::move(body)) : Page(std::string());
}

using Models = std::variant<std::vector<ServedModel>, Failure, Cancelled>;

Models FetchModels(ServerAddress& server, const base::Cancel& cancel) {
  Page page =
      Fetch(server, absl::StrCat(server.path_prefix, "/models"), cancel);
  if (auto* failure = std::get_if<Failure>(&page)) return std::move(*failure);
  if (std::holds_alternative<Cancelled>(page)) return Cancelled{};
  return ParseServedModels(std::get<std::string>(page));
}

// llama-server has /props and /tokenize beside /v1, Ollama its own pages.
std::string PathBesideV1(const ServerAddress& server, absl::string_view page) {
  return absl::StrCat(absl::StripSuffix(server.path_prefix, "/v1"), page);
}

using Context = std::variant<int, Failure, Cancelled>;

// The window that the model `name` is served with, by the pages that servers
// have beside the list of models; 0 where none says.
Context AskContext(ServerAddress& server, const std::string& name,
                   const base::Cancel& cancel) {
  struct Question {
    const char* page;
    std::string body;  // empty: a GET
    std::function<int(absl::string_view)> context;
  };
  const Question questions[] = {
      {"/props", "", ParsePropsContext},
      {"/api/ps", "",
       [&](absl::string_view reply) {
         return ParseOllamaLoadedContext(reply, name);
       }},
      {"/api/show", base::WriteJson(base::JsonObject{{"model", name}}),
       ParseOllamaShownContext},
  };
  for (const Question& question : questions) {
    Page page = Fetch(server, PathBesideV1(server, question.page), cancel,
                      question.body);
    if (auto* failure = std::get_if<Failure>(&page)) return std::move(*failure);
    if (std::holds_alternative<Cancelled>(page)) return Cancelled{};
    const int tokens = question.context(std::get<std::string>(page));
    if (tokens > 0) return tokens;
  }
  return 0;
}

// A server with one model answers with it, whatever name it is given.
const ServedModel* FindModel(const std::vector<ServedModel>& models,
                             absl::string_view name) {
  if (name.empty() || models.size() == 1) return DefaultModel(models);
  const auto found = std::find_if(
      models.begin(), models.end(),
      [&](const ServedModel& model) { return model.name == name; });
  return found == models.end() ? nullptr : &*found;
}

}  // namespace

bool TurnToV6(ServerAddress& server) {
  auto* loopback = std::get_if<os::LoopbackEndpoint>(&server.endpoint);
  if (!server.try_v6_too || loopback == nullptr || loopback->v6) return false;
  loopback->v6 = true;
  return true;
}

std::variant<std::string, Failure, Cancelled> AskDefaultModel(
    ServerAddress server, const base::Cancel& cancel) {
  Models models = FetchModels(server, cancel);
  if (auto* failure = std::get_if<Failure>(&models)) {
    // One that is busy with an answer may be slow here and right in its turn.
    if (failure->code == base::FailureCode::kAssetsUnavailable) {
      return std::string();
    }
    return std::move(*failure);
  }
  if (std::holds_alternative<Cancelled>(models)) return Cancelled{};
  const ServedModel* model =
      DefaultModel(std::get<std::vector<ServedModel>>(models));
  return model == nullptr ? std::string() : model->name;
}

InfoResult AskModelInfo(ServerAddress server, absl::string_view name,
                        const base::Cancel& cancel) {
  Models models = FetchModels(server, cancel);
  if (auto* failure = std::get_if<Failure>(&models)) return std::move(*failure);
  if (std::holds_alternative<Cancelled>(models)) return Cancelled{};
  const ServedModel* model =
      FindModel(std::get<std::vector<ServedModel>>(models), name);

  ModelInfo info{.variant = std::string(name)};
  if (info.variant.empty() && model != nullptr) info.variant = model->name;
  int tokens = model == nullptr ? 0 : model->context_tokens;
  if (tokens == 0) {
    Context asked = AskContext(server, info.variant, cancel);
    if (auto* failure = std::get_if<Failure>(&asked)) {
      return std::move(*failure);
    }
    if (std::holds_alternative<Cancelled>(asked)) return Cancelled{};
    tokens = std::get<int>(asked);
  }
  if (tokens == 0 && model != nullptr) tokens = model->trained_tokens;
  if (tokens > 0) info.context_tokens = tokens;
  return info;
}

std::optional<int> AskTokenCount(ServerAddress server, absl::string_view name,
                                 const std::string& text,
                                 const base::Cancel& cancel) {
  // llama-server reads "content", vLLM the other two.
  base::JsonObject body = {{"content", text}, {"prompt", text}};
  if (!name.empty()) body.emplace_back("model", name);
  const Page page = Fetch(server, PathBesideV1(server, "/tokenize"), cancel,
                          base::WriteJson(base::Json(std::move(body))));
  const auto* reply = std::get_if<std::string>(&page);
  return reply == nullptr ? std::nullopt : ParseTokenCount(*reply);
}

}  // namespace aii::model
