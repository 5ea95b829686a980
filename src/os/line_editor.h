// Lines that a person edits on the terminal.
//
// Layer: os. On libedit, which line_editor.cc alone includes.
// Spec:  docs/spec.md, "Conversations"; docs/adr, on libedit.

#ifndef AII_OS_LINE_EDITOR_H_
#define AII_OS_LINE_EDITOR_H_

#include <memory>
#include <string>
#include <variant>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/cancel.h"

namespace aii::os {

struct EditedLine {
  std::string text;  // UTF-8, without the newline
};
struct EditorClosed {};     // ctrl-D on an empty line, a hang-up
struct EditorCancelled {};  // the token fired: ctrl-c, SIGTERM, …
using EditorAnswer = std::variant<EditedLine, EditorClosed, EditorCancelled>;

// Lines that are remembered for the arrow keys, for as long as the editor
// lives.
inline constexpr int kHistoryLines = 1000;

// The controlling terminal, with emacs keys and a history in memory. No file is
// read or written. The terminal is in the editor's modes only inside Read();
// then it has the ones it was found in, also where the process is stopped or
// ended meanwhile. In the background its modes are not touched: the process
// group is stopped there, as by reading. Not thread-safe; one in a process, on
// the main thread.
class [[nodiscard]] LineEditor {
 public:
  // path: "/dev/tty"; tests pass the slave side of a pseudo-terminal.
  // Errors: from open(2); kCancelled; kFailedPrecondition: not a terminal, or
  //         in the background for good.
  static absl::StatusOr<std::unique_ptr<LineEditor>> Open(
      const base::Cancel& cancel, const std::string& path = "/dev/tty");
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  // Shows `prompt` and reads a line. After a resume (ctrl-Z, fg) the line is
  // shown again. Where the terminal was made wider or narrower, it is drawn
  // anew before the next key has its effect.
  EditorAnswer Read(const std::string& prompt, const base::Cancel& cancel);

  // Puts a line at the end of the history, unless it is there already.
  void Remember(const std::string& line);

  // Writes `text` to the terminal, as it is; waits while the terminal takes
  // nothing.
  // Errors: kCancelled: `cancel` fired meanwhile. Others from write(2).
  absl::Status Write(absl::string_view text, const base::Cancel& cancel);

 private:
  struct State;
  explicit LineEditor(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace aii::os

#endif  // AII_OS_LINE_EDITOR_H_
