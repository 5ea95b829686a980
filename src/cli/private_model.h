// Models that aii serves itself: the embedded one, and a .gguf file.
//
// Layer: cli.
// Spec:  docs/spec.md, "Private servers".

#ifndef AII_CLI_PRIVATE_MODEL_H_
#define AII_CLI_PRIVATE_MODEL_H_

#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "base/cancel.h"
#include "base/clock.h"
#include "base/failure.h"
#include "cli/environment.h"
#include "cli/reporter.h"
#include "model/backend.h"
#include "model/private_server.h"

namespace aii::cli {

// A server that may still be starting; none where that was cancelled.
struct PrivateModel {
  std::unique_ptr<model::PrivateServer> server;
  std::string name;  // of the model, for people: "qwen3-8b"
  bool embedded = false;
};

using PendingPrivate = std::variant<PrivateModel, base::Failure>;

// Takes up the kept server of the model, or has one started.
// Errors: unavailable_not_supported: it is not installed, there is no
//         llama-server, or none starts; with what to do. file_not_found.
//         usage_error: AII_KEEP or AII_START_LIMIT is no number.
PendingPrivate StartEmbedded(const Environment& environment,
                             const base::Cancel& cancel);
PendingPrivate StartGguf(const std::string& path,
                         const Environment& environment,
                         const base::Cancel& cancel);

struct OpenCancelled {};

// Waits until the server is ready, with the status line saying so; one that has
// ended since it was ready is started anew. A failure, or nothing where it is
// ready, or `cancel` fired.
// Errors: unavailable_not_supported, with the server's own last words.
std::optional<base::Failure> AwaitPrivate(const PrivateModel& pending,
                                          Reporter& reporter,
                                          const base::Clock& clock,
                                          const base::Cancel& cancel);

// The same, and opens a conversation with it.
// Errors: as of AwaitPrivate().
std::variant<std::unique_ptr<model::Backend>, OpenCancelled, base::Failure>
OpenPrivate(const PrivateModel& pending, model::SessionOptions session,
            Reporter& reporter, const base::Clock& clock,
            const base::Cancel& cancel);

// --stop-server: ends every private server. The text to print, or why one does
// not end.
std::variant<std::string, base::Failure> StopServers(
    const Environment& environment, const base::Cancel& cancel);

}  // namespace aii::cli

#endif  // AII_CLI_PRIVATE_MODEL_H_
