// An OpenAI-style chat server on this machine.
//
// Layer: model. Hostile bytes are read here: no include can reach os/spawn.
// Spec:  docs/spec.md, "Backends".

#ifndef AII_MODEL_OPENAI_HTTP_H_
#define AII_MODEL_OPENAI_HTTP_H_

#include <memory>
#include <string>

#include "model/backend.h"
#include "os/http_stream.h"

namespace aii::model {

struct OpenAiOptions {
  os::Endpoint endpoint;
  std::string path_prefix = "/v1";
  std::string display_name;  // for messages: "http://127.0.0.1:8080"
  std::string model;         // empty: the server's only one
  double temperature = -1;   // below 0: the server's own
  int max_tokens = 0;        // 0: the server's own
  SessionOptions session;
};

std::unique_ptr<Backend> MakeOpenAiBackend(OpenAiOptions options);

}  // namespace aii::model

#endif  // AII_MODEL_OPENAI_HTTP_H_
