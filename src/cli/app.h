// The program behind main(): wires the layers for one run.
//
// Layer: cli.

#ifndef AII_CLI_APP_H_
#define AII_CLI_APP_H_

#include <span>

#include "absl/strings/string_view.h"
#include "base/cancel.h"
#include "cli/environment.h"

namespace aii::cli {

// How a run ended.
struct ExitState {
  int status = 0;
  // The signal that ended it, for the caller's shell; kNone for all else.
  base::CancelReason ended_by = base::CancelReason::kNone;
  bool closed_pipe = false;  // the reader of the answer is gone
};

// Runs the command line `words` (without the program name). Everything that it
// made, children and files included, is gone when it returns.
ExitState RunApp(std::span<const absl::string_view> words,
                 const Environment& environment);

}  // namespace aii::cli

#endif  // AII_CLI_APP_H_
