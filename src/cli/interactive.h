// `aii -i`: a conversation on the terminal, or line by line from a pipe.
//
// Layer: cli.
// Spec:  docs/spec.md, "Conversations".

#ifndef AII_CLI_INTERACTIVE_H_
#define AII_CLI_INTERACTIVE_H_

#include "base/cancel.h"
#include "chat/interactive.h"
#include "cli/console.h"
#include "cli/environment.h"
#include "cli/reporter.h"
#include "cli/session.h"

namespace aii::cli {

// Talks by an open `session` until the person or the input ends it. Messages
// come from the line editor where standard input is a terminal; else from its
// lines, without header and prompt.
chat::InteractiveEnd Converse(Session& session, Console& console,
                              Reporter& reporter,
                              const Environment& environment, int stdin_fd,
                              base::CancelSource& source);

}  // namespace aii::cli

#endif  // AII_CLI_INTERACTIVE_H_
