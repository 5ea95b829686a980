// An OpenAI-style chat server on this machine.
//
// Layer: model. Hostile bytes are read here: no include can reach os/spawn.
// Spec:  docs/spec.md, "Backends".

#ifndef AII_MODEL_OPENAI_HTTP_H_
#define AII_MODEL_OPENAI_HTTP_H_

#include <memory>
#include <string>

#include "absl/time/time.h"
#include "model/backend.h"
#include "model/server_info.h"

namespace aii::model {

struct OpenAiOptions {
  ServerAddress server;
  std::string model;        // empty: the server's only one
  double temperature = -1;  // below 0: the server's own
  int max_tokens = 0;       // 0: the server's own
  absl::Duration idle_timeout = absl::Minutes(10);  // between two pieces
  SessionOptions session;  // the tool's parameters_json must be JSON
};

// One conversation with a server. Connects when the first turn needs it, once a
// reply. Several calls of one reply are given one by one (decision 30); their
// results go to the server together.
//
// A turn that ends without any answer leaves no trace in the conversation; what
// was said or run before an interrupt stays in it.
std::unique_ptr<Backend> MakeOpenAiBackend(OpenAiOptions options);

}  // namespace aii::model

#endif  // AII_MODEL_OPENAI_HTTP_H_
