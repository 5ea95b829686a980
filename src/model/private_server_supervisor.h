// The process that watches over a private server, and ends it when its time is
// over.
//
// Layer: model. Beside private_server and exec/runner the only module that may
// include os/spawn.h; main includes this one.
// Spec:  docs/spec.md, "Private servers"; docs/adr/0010.

#ifndef AII_MODEL_PRIVATE_SERVER_SUPERVISOR_H_
#define AII_MODEL_PRIVATE_SERVER_SUPERVISOR_H_

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace aii::model {

// The first word of the command line of a supervisor. No flag, and not for
// people: without the connection of a caller as standard output it does
// nothing.
inline constexpr absl::string_view kSupervisorWord = "--supervise-model-server";

struct SupervisorOptions {
  std::string root;                    // of server_folder
  std::string key;                     // of the model's files
  std::string program;                 // absolute
  std::vector<std::string> arguments;  // without --host
};

// The words of such a command line after the program's name, and back; nothing
// where they are no supervisor's.
std::vector<std::string> SupervisorWords(const SupervisorOptions& options);
std::optional<SupervisorOptions> ReadSupervisorWords(
    std::span<const absl::string_view> words);

// The life of a supervisor. This process, started by private_server with a
// caller's connection (control_link) as standard output, makes the folder of
// the model's server and listens there, or says "again" where another
// supervisor does; then it forks, and returns. The child, in a session of its
// own and the reaper of all that comes of the server, starts it as
//
//   PROGRAM ARGUMENTS… --host SOCKET
//
// with its output in the log, and takes callers. It ends the server (SIGTERM, a
// second later SIGKILL) and all that is left of it, and removes the folder,
// when
//   - nobody has used it for the keep time of the caller that ended last,
//   - a caller says "stop", or the supervisor gets SIGTERM, SIGINT or SIGHUP,
//   - the server ends.
// Callers that are connected then are told why. Where the supervisor itself is
// killed, the kernel kills the server; its folder is removed by the next call.
//
// Single-threaded; changes this process's signals and working directory.
// Returns: an exit status. 2: not started by private_server.
int RunSupervisor(const SupervisorOptions& options);

}  // namespace aii::model

#endif  // AII_MODEL_PRIVATE_SERVER_SUPERVISOR_H_
