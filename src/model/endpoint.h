// Reads the SPEC of --model.
//
// Layer: model (pure text).
// Spec:  docs/spec.md, "Backends".

#ifndef AII_MODEL_ENDPOINT_H_
#define AII_MODEL_ENDPOINT_H_

#include <string>
#include <variant>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "os/http_stream.h"

namespace aii::model {

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

// Errors: kInvalidArgument, a message for a person: an unknown form, or a host
//         that is not this machine.
absl::StatusOr<ModelSpec> ParseModelSpec(absl::string_view spec);

}  // namespace aii::model

#endif  // AII_MODEL_ENDPOINT_H_
