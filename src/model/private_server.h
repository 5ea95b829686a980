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

struct PrivateServerOptions {
  std::string program;                 // absolute
  std::vector<std::string> arguments;  // without --host
  std::string runtime_dir;             // where the 0700 folder is made
  absl::Duration start_limit = absl::Seconds(60);
};

// The arguments of a server of the embedded model, for PrivateServerOptions.
std::vector<std::string> EmbeddedArguments(const EmbeddedFiles& files);

// A running server on a Unix socket in a folder of its own ("aii-XXXXXX", mode
// 0700: nobody else can connect). Destroying it ends the server's process group
// (SIGTERM, a second later SIGKILL) and removes the folder. The server is a
// child that never waits for this process: it must end by itself when its
// parent is gone, as the embedded launcher does.
class PrivateServer {
 public:
  // Starts it as PROGRAM ARGUMENTS… --host SOCKET, its output into a file of
  // the folder; does not wait until it is ready. Where the socket's path would
  // be too long under `runtime_dir`, the folder is made under /tmp.
  // Errors: from mkdtemp(3), open(2) and os::Spawn(); nothing is left behind.
  static absl::StatusOr<std::unique_ptr<PrivateServer>> Start(
      const PrivateServerOptions& options);
  virtual ~PrivateServer() = default;

  virtual const std::string& socket_path() const = 0;
  virtual pid_t pid() const = 0;

  // Waits until GET /health answers 200, by looking again every 10 to 100 ms.
  // Errors: kUnavailable: the server ended; the message is the last line that
  //         it wrote. kDeadlineExceeded: not ready within start_limit.
  //         kCancelled: the token fired.
  virtual absl::Status WaitReady(const base::Clock& clock,
                                 const base::Cancel& cancel) = 0;
};

}  // namespace aii::model

#endif  // AII_MODEL_PRIVATE_SERVER_H_
