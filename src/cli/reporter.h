// Words events and failures for a person, or for a program with --json.
//
// Layer: cli.
// Spec:  docs/spec.md, "Errors"; SPEC-EXEC 9.

#ifndef AII_CLI_REPORTER_H_
#define AII_CLI_REPORTER_H_

#include <string>

#include "absl/strings/string_view.h"
#include "base/events.h"
#include "base/failure.h"
#include "cli/console.h"

namespace aii::cli {

class Reporter final : public base::EventSink {
 public:
  struct Style {
    bool json = false;     // errors as JSON, nothing else on stderr
    bool verbose = false;  // -v
    bool color = false;    // remarks dim
  };

  Reporter(Console& console, const Style& style)
      : console_(console), style_(style) {}

  // "aii: warning: <text>".
  void Warning(absl::string_view text) override;
  // "aii: <text>", dim, and only on a terminal.
  void Remark(absl::string_view text) override;
  // "aii: <text>" also where nobody watches.
  void Note(absl::string_view text);
  // "aii: $ <command>"; then it is what is being waited for, until it ends.
  void CommandStarts(absl::string_view rendered) override;
  void CommandEnds(const base::CommandEnd& end) override;
  void CallRefused(absl::string_view result_text) override;
  void StillRunning(absl::string_view name, pid_t pid) override;

  // What is being waited for, on the status line: the model.
  void Thinking();
  // The start of the server of the model `name`.
  void Loading(absl::string_view name);
  // Its end: nothing is being waited for.
  void Loaded() { console_.Doing({}); }
  // Standard input.
  void ReadingInput();

  // Prints `failure`; returns its exit status.
  int Fail(const base::Failure& failure);

 private:
  void Line(absl::string_view text);
  // The lines of what the model is told.
  void Quote(absl::string_view result_text);

  Console& console_;
  Style style_;
};

}  // namespace aii::cli

#endif  // AII_CLI_REPORTER_H_
