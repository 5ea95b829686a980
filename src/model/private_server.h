// A model server of aii's own: the kept one of its model, or a new one.
//
// Layer: model. With private_server_supervisor and exec/runner the only modules
// that may include os/spawn.h; no backend includes this one: cli starts it and
// hands the backend a socket.
// Spec:  docs/spec.md, "Private servers"; docs/adr/0010.

#ifndef AII_MODEL_PRIVATE_SERVER_H_
#define AII_MODEL_PRIVATE_SERVER_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "base/cancel.h"
#include "base/clock.h"

namespace aii::model {

struct PrivateServerOptions {
  std::vector<std::string> files;      // what the server serves: its identity
  std::string program;                 // absolute
  std::vector<std::string> arguments;  // without --host
  std::string root;                    // of server_folder
  std::string supervisor_program;      // whose main knows RunSupervisor()
  absl::Duration keep = absl::Minutes(5);  // whole seconds
  absl::Duration start_limit = absl::Minutes(3);
};

// The use of a server on a Unix socket in a folder that is closed to others.
// It belongs to a supervisor process, which ends it when nobody has used it for
// `keep`. Destroying this ends the use; with a keep of zero it waits, for three
// seconds at most, until the server has ended. A process that is killed uses
// nothing any more.
class PrivateServer {
 public:
  // Takes up the use of the server that is kept for `files`, or has one
  // started; does not wait until it is ready.
  // Errors: kNotFound, …: a file can't be opened. kPermissionDenied: the folder
  //         is a stranger's. kCancelled. Any other: the message says why there
  //         is no server, in one or more lines.
  // Cost:   where one is kept a connection; else the start of two processes.
  static absl::StatusOr<std::unique_ptr<PrivateServer>> Start(
      const PrivateServerOptions& options, const base::Cancel& cancel);
  virtual ~PrivateServer() = default;

  virtual const std::string& socket_path() const = 0;

  // Whether the server has ended, or is ending: as long as it has not, it can
  // be used. Never blocks.
  virtual bool ended() = 0;

  // Waits until GET /health answers 200, by looking again every 10 to 100 ms. A
  // server that has ended since it was ready is started anew, on the same
  // socket.
  // Errors: as of Start(), where it was started anew. kUnavailable: the server
  //         ended; the message is how, and on further lines what it wrote last.
  //         kDeadlineExceeded: not ready within start_limit; it is ended.
  //         kCancelled: the token fired; a server that is kept goes on
  //         starting.
  virtual absl::Status WaitReady(const base::Clock& clock,
                                 const base::Cancel& cancel) = 0;
};

// Ends every private server in `root`, in use or not, and removes what ones
// that were killed have left.
// Returns: how many were running.
// Errors:  kPermissionDenied: a folder is a stranger's. kDeadlineExceeded: one
//          does not end.
absl::StatusOr<int> StopPrivateServers(const std::string& root,
                                       const base::Cancel& cancel);

}  // namespace aii::model

#endif  // AII_MODEL_PRIVATE_SERVER_H_
