// One turn: pulls the model, serves its tool calls, passes its text on.
//
// Layer: chat.
// Spec:  docs/architecture.md, "The life of a call"; docs/decisions.md
//        30 and 32.

#ifndef AII_CHAT_TURN_H_
#define AII_CHAT_TURN_H_

#include <string>
#include <variant>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "base/cancel.h"
#include "base/failure.h"
#include "exec/host.h"
#include "model/backend.h"

namespace aii::chat {

// Tool calls that a turn serves (decision 32).
inline constexpr int kMaxToolCalls = 16;

// Takes the model's text. Write errors are those of standard output.
class AnswerSink {
 public:
  virtual ~AnswerSink() = default;
  virtual absl::Status Write(absl::string_view text) = 0;
  // The response is over: writes what is buffered and ends its last line.
  virtual absl::Status EndResponse() = 0;
};

struct TurnDone {};
struct TurnFailed {
  base::Failure failure;
};
struct TurnCancelled {};
// The answer can't be written: a closed pipe, a full disk.
struct TurnUnwritable {
  absl::Status status;
};
using TurnResult =
    std::variant<TurnDone, TurnFailed, TurnCancelled, TurnUnwritable>;

// Sends `message` and runs the turn to its end. Whatever the end is, what the
// model said until then was given to `sink` and its line was ended.
//
// host: serves run_command; nullptr where the session has no tool.
TurnResult RunTurn(model::Backend& backend, std::string message,
                   exec::Host* host, AnswerSink& sink,
                   const base::Cancel& cancel);

}  // namespace aii::chat

#endif  // AII_CHAT_TURN_H_
