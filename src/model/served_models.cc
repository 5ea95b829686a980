#include "model/served_models.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/json.h"
#include "model/endpoint.h"

namespace aii::model {
namespace {

using base::Json;

// What Ollama gives a model on a computer without a large graphics card.
constexpr int kOllamaContextTokens = 4096;

// The member at `path`, or nullptr.
const Json* FindPath(const Json& json,
                     std::initializer_list<const char*> path) {
  const Json* found = &json;
  for (const char* name : path) {
    if (found != nullptr) found = found->Find(name);
  }
  return found;
}

// A number of tokens, or 0 for anything else.
int Tokens(const Json* value) {
  const std::int64_t* number = value == nullptr ? nullptr : value->as_int();
  if (number == nullptr || *number < 0 ||
      *number > std::numeric_limits<int>::max()) {
    return 0;
  }
  return static_cast<int>(*number);
}

int FirstTokens(std::initializer_list<const Json*> values) {
  int tokens = 0;
  for (const Json* value : values) {
    if (tokens == 0) tokens = Tokens(value);
  }
  return tokens;
}

bool IsLoaded(const Json& entry) {
  for (const Json* state :
       {FindPath(entry, {"status", "value"}), entry.Find("state")}) {
    const std::string* text = state == nullptr ? nullptr : state->as_string();
    if (text != nullptr && *text == "loaded") return true;
  }
  return false;
}

std::optional<ServedModel> ReadEntry(const Json& entry) {
  const Json* id = entry.Find("id");
  const std::string* name = id == nullptr ? nullptr : id->as_string();
  if (name == nullptr || name->empty() || name->size() > kMaxServedNameBytes ||
      RunsElsewhere(*name)) {
    return std::nullopt;
  }
  return ServedModel{
      .name = *name,
      .loaded = IsLoaded(entry),
      .context_tokens = FirstTokens({FindPath(entry, {"meta", "n_ctx"}),
                                     entry.Find("loaded_context_length"),
                                     entry.Find("max_model_len")}),
      .trained_tokens = FirstTokens({FindPath(entry, {"meta", "n_ctx_train"}),
                                     entry.Find("max_context_length")})};
}

// "num_ctx" of a model's parameters, a name and a value in each line; 0 where
// there is none.
int ContextParameter(absl::string_view parameters) {
  for (const absl::string_view line : absl::StrSplit(parameters, '\n')) {
    const std::vector<absl::string_view> words =
        absl::StrSplit(line, ' ', absl::SkipEmpty());
    int tokens = 0;
    if (words.size() == 2 && words[0] == "num_ctx" &&
        absl::SimpleAtoi(words[1], &tokens) && tokens > 0) {
      return tokens;
    }
  }
  return 0;
}

// Lower is better.
int Rank(const ServedModel& model) {
  return (absl::StrContains(model.name, "embed") ? 2 : 0) +
         (model.loaded ? 0 : 1);
}

}  // namespace

std::vector<ServedModel> ParseServedModels(absl::string_view body) {
  std::vector<ServedModel> models;
  const auto json = base::ParseJson(body);
  const Json* data = json.ok() ? json->Find("data") : nullptr;
  const base::JsonArray* list = data == nullptr ? nullptr : data->as_array();
  if (list == nullptr) return models;
  for (const Json& entry : *list) {
    if (auto model = ReadEntry(entry)) models.push_back(*std::move(model));
  }
  return models;
}

const ServedModel* DefaultModel(std::span<const ServedModel> models) {
  const auto best =
      std::min_element(models.begin(), models.end(),
                       [](const ServedModel& a, const ServedModel& b) {
                         return Rank(a) < Rank(b);
                       });
  return best == models.end() ? nullptr : &*best;
}

int ParsePropsContext(absl::string_view body) {
  const auto json = base::ParseJson(body);
  if (!json.ok()) return 0;
  return FirstTokens({FindPath(*json, {"default_generation_settings", "n_ctx"}),
                      json->Find("n_ctx")});
}

int ParseOllamaLoadedContext(absl::string_view body, absl::string_view name) {
  const auto json = base::ParseJson(body);
  const Json* models = json.ok() ? json->Find("models") : nullptr;
  const base::JsonArray* list =
      models == nullptr ? nullptr : models->as_array();
  if (list == nullptr) return 0;
  for (const Json& entry : *list) {
    const Json* found = entry.Find("name");
    const std::string* text = found == nullptr ? nullptr : found->as_string();
    if (text != nullptr &&
        (*text == name || *text == absl::StrCat(name, ":latest"))) {
      return Tokens(entry.Find("context_length"));
    }
  }
  return 0;
}

int ParseOllamaShownContext(absl::string_view body) {
  const auto json = base::ParseJson(body);
  const Json* info = json.ok() ? json->Find("model_info") : nullptr;
  if (info == nullptr) return 0;
  const Json* value = json->Find("parameters");
  const std::string* parameters =
      value == nullptr ? nullptr : value->as_string();
  const int asked = parameters == nullptr ? 0 : ContextParameter(*parameters);
  const int served = asked > 0 ? asked : kOllamaContextTokens;

  value = info->Find("general.architecture");
  const std::string* family = value == nullptr ? nullptr : value->as_string();
  const int trained =
      family == nullptr
          ? 0
          : Tokens(info->Find(absl::StrCat(*family, ".context_length")));
  return trained > 0 ? std::min(served, trained) : served;
}

std::optional<int> ParseTokenCount(absl::string_view body) {
  const auto json = base::ParseJson(body, {.max_bytes = 64u << 20});
  if (!json.ok()) return std::nullopt;
  const Json* count = json->Find("count");
  const std::int64_t* number = count == nullptr ? nullptr : count->as_int();
  const Json* tokens = json->Find("tokens");
  const base::JsonArray* list =
      tokens == nullptr ? nullptr : tokens->as_array();
  if (number == nullptr && list == nullptr) return std::nullopt;
  const std::int64_t found =
      number != nullptr ? *number : static_cast<std::int64_t>(list->size());
  if (found < 0 || found > std::numeric_limits<int>::max()) return std::nullopt;
  return static_cast<int>(found);
}

}  // namespace aii::model
