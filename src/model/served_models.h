// What a chat server says of its models.
//
// Layer: model (pure). Every byte read here is hostile.
// Spec:  docs/spec.md, "Backends".

#ifndef AII_MODEL_SERVED_MODELS_H_
#define AII_MODEL_SERVED_MODELS_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace aii::model {

// Longest name of a model that is taken from a server, in bytes.
inline constexpr std::size_t kMaxServedNameBytes = 1024;

struct ServedModel {
  std::string name;  // not empty; any characters
  bool loaded = false;
  int context_tokens = 0;  // as it is served; 0: unknown
  int trained_tokens = 0;  // the most that it could have; 0: unknown
};

// Reads the body of GET /v1/models, as llama-server, Ollama, LM Studio and vLLM
// write it. Left out are entries without a usable name and models that the
// server runs on another machine.
// Returns: the models in their order; none where `body` is no such list.
// Cost:    O(body).
std::vector<ServedModel> ParseServedModels(absl::string_view body);

// The model to talk to where the person names none: the first that is loaded,
// else the first; one that makes embeddings only where there is no other.
// nullptr where `models` is empty.
const ServedModel* DefaultModel(std::span<const ServedModel> models);

// The context window that llama-server's GET /props names; 0 where it names
// none.
int ParsePropsContext(absl::string_view body);

// The context window that Ollama's GET /api/ps names for the loaded model
// `name`, which may lack its tag where that is "latest"; 0 where it names none.
int ParseOllamaLoadedContext(absl::string_view body, absl::string_view name);

// The context window that Ollama will load a model with, by its POST /api/show:
// the parameter num_ctx, else 4096 as long as no OLLAMA_CONTEXT_LENGTH says
// otherwise, and never more than the model was trained for; 0 where `body` is
// no such reply.
int ParseOllamaShownContext(absl::string_view body);

// The number of tokens in a reply of /tokenize: its "count", or the length of
// its "tokens"; nothing where it has neither.
std::optional<int> ParseTokenCount(absl::string_view body);

}  // namespace aii::model

#endif  // AII_MODEL_SERVED_MODELS_H_
