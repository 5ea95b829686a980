// A conversation: reads messages and runs a turn for each.
//
// Layer: chat. Knows neither terminal nor streams: those are its interfaces.
// Spec:  docs/spec.md, "Conversations".

#ifndef AII_CHAT_INTERACTIVE_H_
#define AII_CHAT_INTERACTIVE_H_

#include <optional>
#include <string>
#include <variant>

#include "absl/strings/string_view.h"
#include "base/cancel.h"
#include "base/failure.h"
#include "chat/turn.h"

namespace aii::chat {

struct InputEnded {};      // ctrl-D, the end of the input
struct InputGivenUp {};    // ctrl-C took the line back
struct InputCancelled {};  // the token fired: the conversation is over
struct InputFailed {
  base::Failure failure;
};
using Input = std::variant<std::string, InputEnded, InputGivenUp,
                           InputCancelled, InputFailed>;

// Where lines come from.
class LineSource {
 public:
  virtual ~LineSource() = default;
  // The next line, without its newline.
  virtual Input ReadLine(const base::Cancel& cancel) = 0;
  // A whole message was read, for the history.
  virtual void Remember(const std::string& message) = 0;
};

// What a conversation needs of the program around it.
class Conversation {
 public:
  virtual ~Conversation() = default;

  // Runs a turn.
  virtual TurnResult Talk(std::string message) = 0;

  // Forgets everything said so far; the rules stay. A failure where there is no
  // new session to be had yet: Talk() tries again. Nothing where it is a
  // cancellation.
  virtual std::optional<base::Failure> StartAnew() = 0;

  // The header, on a screen that is cleared first where `anew`.
  virtual void ShowHeader(bool anew) = 0;
  virtual void ShowHelp() = 0;
  virtual void ShowUnknown(absl::string_view command) = 0;
  // The conversation goes on after it.
  virtual void ShowFailure(const base::Failure& failure) = 0;
  // ctrl-C: the turn was stopped, or the line is given up.
  virtual void ShowInterrupted() = 0;
};

struct ConversationOver {};
using InteractiveEnd =
    std::variant<ConversationOver, TurnUnwritable, TurnFailed, TurnCancelled>;

// Talks until the input or the person ends it: /quit, /exit, ctrl-D. A line
// ending in a backslash goes on with the next one; blank messages are passed
// over; a message of one word that starts with a slash is a command. ctrl-C
// stops a turn or gives up a line, and the conversation goes on; any other
// cancellation ends it. A failure is shown, and the conversation goes on.
//
// Returns TurnFailed where the input failed.
InteractiveEnd RunInteractive(LineSource& lines, Conversation& conversation,
                              base::CancelSource& source);

}  // namespace aii::chat

#endif  // AII_CHAT_INTERACTIVE_H_
