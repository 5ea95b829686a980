// What a private server is told: the embedded model's, and any .gguf file's.
//
// Layer: model.
// Spec:  docs/spec.md, "Private servers".

#ifndef AII_MODEL_SERVER_ARGUMENTS_H_
#define AII_MODEL_SERVER_ARGUMENTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "os/machine.h"

namespace aii::model {

// What the embedded model is.
inline constexpr absl::string_view kEmbeddedName = "SmolLM2-135M-Instruct";

struct EmbeddedFiles {
  std::string server;         // bin/llama-server
  std::string model;          // model.gguf
  std::string adapter;        // adapter.gguf
  std::string chat_template;  // chat.jinja
};

// The files under `data_home`/aii/embedded, or nothing where one is missing.
std::optional<EmbeddedFiles> FindEmbedded(absl::string_view data_home);

// The arguments of a server of the embedded model, for PrivateServerOptions.
std::vector<std::string> EmbeddedArguments(const EmbeddedFiles& files);

// Context of a .gguf file in tokens, and where memory is short.
inline constexpr int kGgufContext = 8192;
inline constexpr int kSmallGgufContext = 4096;

// What the context, and the rest of the desktop, are to find free beside the
// model for kGgufContext. The cache of a model of 8 billion parameters takes a
// gibibyte then (32 layers, 8 heads of 128, keys and values of two bytes); that
// of older ones takes more, and is why it is not half of this.
inline constexpr std::uint64_t kRoomBytes = std::uint64_t{2} << 30;

// The arguments of llama-server for one person at a desktop: one conversation
// at a time, as it has all of the context; a core is left for the rest while an
// answer is written, and all are used to read a prompt; the cache of keys and
// values in its usual 16 bits. Only flags that old and new versions know.
//
// model:       absolute. model_bytes: of its file.
std::vector<std::string> GgufArguments(const std::string& model,
                                       std::uint64_t model_bytes,
                                       const os::Machine& machine);

}  // namespace aii::model

#endif  // AII_MODEL_SERVER_ARGUMENTS_H_
