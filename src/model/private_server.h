// A model server of aii's own, for one run.
//
// Layer: model. The only module beside exec/runner that may include os/spawn.h;
// no backend includes this one: cli starts it and hands the backend a socket.
// Spec:  docs/spec.md, "Backends".

#ifndef AII_MODEL_PRIVATE_SERVER_H_
#define AII_MODEL_PRIVATE_SERVER_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "base/cancel.h"
#include "base/clock.h"
#include "base/failure.h"
#include "os/spawn.h"

namespace aii::model {

struct EmbeddedFiles {
  std::string server;     // bin/llama-server
  std::string model;      // model.gguf
  std::string adapter;    // adapter.gguf
  std::string template_;  // chat.jinja
};

// The files under `data_home`/aii/embedded, or nothing where one is missing.
std::optional<EmbeddedFiles> FindEmbedded(absl::string_view data_home);

struct PrivateServerOptions {
  std::string program;                 // absolute
  std::vector<std::string> arguments;  // without --host
  std::string runtime_dir;             // where the 0700 folder is made
  absl::Duration start_limit = absl::Seconds(60);
};

std::vector<std::string> EmbeddedArguments(const EmbeddedFiles& files);

// A running server on a Unix socket in a folder of its own. Destroying it ends
// the server and removes the folder.
class PrivateServer {
 public:
  // Starts it; does not wait until it is ready.
  static absl::StatusOr<std::unique_ptr<PrivateServer>> Start(
      const PrivateServerOptions& options);
  virtual ~PrivateServer() = default;

  virtual const std::string& socket_path() const = 0;
  virtual pid_t pid() const = 0;

  // Waits until /health answers 200.
  // Errors: kUnavailable: the server ended; the message quotes what it wrote.
  //         kDeadlineExceeded, kCancelled.
  virtual absl::Status WaitReady(const base::Clock& clock,
                                 const base::Cancel& cancel) = 0;
};

}  // namespace aii::model

#endif  // AII_MODEL_PRIVATE_SERVER_H_
