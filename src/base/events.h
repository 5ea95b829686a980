// What lower layers tell the person, without knowing how it is shown.
//
// Layer: base.
// Spec:  SPEC-EXEC 9; docs/architecture.md, "Lower layers report".

#ifndef AII_BASE_EVENTS_H_
#define AII_BASE_EVENTS_H_

#include <sys/types.h>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace aii::base {

// How a command ended, for -v.
struct CommandEnd {
  absl::string_view result_text;  // the very text that the model gets
  absl::Duration elapsed;
};

// Receives events on the main thread. Texts are one line without prefix or
// newline; a command is already rendered, other texts may hold any bytes.
class EventSink {
 public:
  virtual ~EventSink() = default;

  // Something a person should know that stops nothing.
  virtual void Warning(absl::string_view text) = 0;

  // A remark that only a person at a terminal needs.
  virtual void Remark(absl::string_view text) = 0;

  // A command is about to run; `rendered` is its log line.
  virtual void CommandStarts(absl::string_view rendered) = 0;

  virtual void CommandEnds(const CommandEnd& end) = 0;

  // A call ran nothing: it is malformed, its program was not found, somebody
  // declined. `result_text` is the very text that the model gets.
  virtual void CallRefused(absl::string_view result_text) = 0;

  // An approved command left a process behind (decision 20).
  virtual void StillRunning(absl::string_view name, pid_t pid) = 0;
};

}  // namespace aii::base

#endif  // AII_BASE_EVENTS_H_
