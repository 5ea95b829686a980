// Reads the SPEC of --model.
//
// Layer: model (pure text).
// Spec:  docs/spec.md, "Backends".

#ifndef AII_MODEL_ENDPOINT_H_
#define AII_MODEL_ENDPOINT_H_

#include <cstddef>
#include <string>
#include <variant>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "os/http_stream.h"

namespace aii::model {

// Longest SPEC that is accepted, in bytes.
inline constexpr std::size_t kMaxSpecBytes = 4096;

struct AppleModel {};
struct EmbeddedModel {};
struct ScriptModel {
  std::string path;
};
struct GgufModel {
  std::string path;
};
struct ServerModel {
  os::Endpoint endpoint;
  bool try_v6_too = false;  // "localhost": 127.0.0.1, then ::1
  std::string path_prefix = "/v1";
  std::string name;  // after '#': which model of the server
};
using ModelSpec = std::variant<AppleModel, EmbeddedModel, ScriptModel,
                               GgufModel, ServerModel>;

// Reads one of
//   apple, embedded
//   script:PATH
//   unix:/PATH[#NAME]
//   http://HOST:PORT[/PREFIX][#NAME], HOST being 127.0.0.1, [::1] or localhost
//   a path that ends in .gguf
// Nothing is resolved or opened. A '#' in a socket's path can't be said; NAME
// is everything after the first. Letter case counts except in "http" and the
// host.
//
// Errors: kInvalidArgument, a message of one line for a person: an unknown
// form, a host that is not this
//         machine, a port that is none, a path or a name with other than
//         printable characters, a model that Ollama runs elsewhere
//         ("…-cloud", "…:cloud"). kOutOfRange: over kMaxSpecBytes.
// Cost:   O(spec).
absl::StatusOr<ModelSpec> ParseModelSpec(absl::string_view spec);

// Whether a local server would run the model `name` on another machine:
// Ollama's "…-cloud" and "…:cloud".
bool RunsElsewhere(absl::string_view name);

}  // namespace aii::model

#endif  // AII_MODEL_ENDPOINT_H_
