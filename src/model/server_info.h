// Asks a chat server on this machine what it serves.
//
// Layer: model.
// Spec:  docs/spec.md, "Backends"; "Model information".

#ifndef AII_MODEL_SERVER_INFO_H_
#define AII_MODEL_SERVER_INFO_H_

#include <optional>
#include <string>
#include <variant>

#include "absl/strings/string_view.h"
#include "base/cancel.h"
#include "base/failure.h"
#include "model/backend.h"
#include "os/http_stream.h"

namespace aii::model {

// Where a server is.
struct ServerAddress {
  os::Endpoint endpoint;
  // Where nobody listens on 127.0.0.1, the same port of [::1] is tried.
  bool try_v6_too = false;
  std::string path_prefix = "/v1";
  std::string display_name;  // for messages: "http://127.0.0.1:8080"
};

// Turns to [::1] where that is still to be tried; whether it is.
bool TurnToV6(ServerAddress& server);

// The name of the model to talk to where the person named none; empty where the
// server does not say, or not within ten seconds.
// Errors: kUnavailableNotSupported: nobody listens. kUnavailableDownloading:
//         the model is being loaded.
// Cost:   one request.
std::variant<std::string, base::Failure, Cancelled> AskDefaultModel(
    ServerAddress server, const base::Cancel& cancel);

// What the model `name` is: by the list of models, then by llama-server's
// /props, Ollama's /api/ps and /api/show, then the size that the model was
// trained for.
//
// name:   empty: the default one.
// Errors: as of AskDefaultModel(), and kAssetsUnavailable: the server fell
//         silent for ten seconds, or broke off.
// Cost:   four requests at most.
InfoResult AskModelInfo(ServerAddress server, absl::string_view name,
                        const base::Cancel& cancel);

// The number of tokens of `text`, by llama-server's and vLLM's /tokenize;
// nothing where the server has none, fails, or `cancel` fires.
//
// name: of the model; may be empty.
// Cost: one request with the whole text.
std::optional<int> AskTokenCount(ServerAddress server, absl::string_view name,
                                 const std::string& text,
                                 const base::Cancel& cancel);

}  // namespace aii::model

#endif  // AII_MODEL_SERVER_INFO_H_
