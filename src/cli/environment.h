// What the program takes from its environment, read once by main.
//
// Layer: cli.

#ifndef AII_CLI_ENVIRONMENT_H_
#define AII_CLI_ENVIRONMENT_H_

#include <string>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"

namespace aii::cli {

struct Environment {
  std::string home;            // empty: unset or not absolute
  std::string search_path;     // PATH, or the default of decision 7
  std::string data_home;       // $XDG_DATA_HOME or ~/.local/share; or empty
  std::string runtime_dir;     // $XDG_RUNTIME_DIR; or empty
  std::string temporary_dir;   // $TMPDIR or /tmp
  std::string model;           // AII_MODEL; empty: unset
  std::string llama_server;    // AII_LLAMA_SERVER; empty: unset
  std::string keep;            // AII_KEEP; empty: unset
  std::string start_limit;     // AII_START_LIMIT; empty: unset
  bool no_color = false;       // NO_COLOR set and not empty, or TERM=dumb
  bool dumb_terminal = false;  // TERM=dumb, or unset: no line can be erased
};

// get: getenv, or a test's. A value that is no absolute path where one is
// needed counts as unset.
Environment ReadEnvironment(
    absl::FunctionRef<const char*(const char* name)> get);

}  // namespace aii::cli

#endif  // AII_CLI_ENVIRONMENT_H_
