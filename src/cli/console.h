// Standard output and standard error: the only writers to them.
//
// Layer: cli.
// Spec:  docs/spec.md, "Output"; SPEC-EXEC 9.

#ifndef AII_CLI_CONSOLE_H_
#define AII_CLI_CONSOLE_H_

#include <cstddef>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "base/terminal_lease.h"
#include "chat/turn.h"
#include "cli/status_line.h"

namespace aii::cli {

// The answer is written out at a newline, at this many bytes, at the end, and
// before anything else goes to the terminal.
inline constexpr std::size_t kAnswerBufferBytes = 128;

class Console final : public base::TerminalOwner, public chat::AnswerSink {
 public:
  struct Streams {
    int out = 1;  // borrowed
    int err = 2;
    bool out_is_terminal = false;
    bool err_is_terminal = false;
    bool status = false;  // a status line where stderr is a terminal
    bool color = false;
  };

  explicit Console(const Streams& streams)
      : streams_(streams),
        status_line_(
            {.fd = streams.status && streams.err_is_terminal ? streams.err : -1,
             .color = streams.color}) {}

  // The model's text. On a terminal what could move the cursor is shown
  // escaped; elsewhere bytes pass unchanged. Newlines at the end of a response
  // are held back: exactly one ends it.
  // Errors: from write(2), kept and returned from then on.
  absl::Status Write(absl::string_view text) override;
  absl::Status EndResponse() override;

  // Flushes, puts the cursor at the start of a line where the answer goes to a
  // terminal, and keeps the status line off until Release().
  void Acquire() override;
  void Release() override { status_line_.Resume(AtLineStart()); }

  // Writes `line` and a newline to stderr as one write, after a flush.
  void ErrorLine(absl::string_view line);

  // Writes `text` to stdout at once: --help and the like. On a terminal what
  // could move the cursor is shown escaped.
  absl::Status Print(absl::string_view text);

  // What the status line shows from now on, in silence; an empty one is none.
  void Doing(Activity activity) { status_line_.Set(std::move(activity)); }

  // Whether writing to stdout failed because its reader is gone (EPIPE).
  bool reader_gone() const { return reader_gone_; }

  bool err_is_terminal() const { return streams_.err_is_terminal; }

 private:
  absl::Status WriteOut(absl::string_view bytes);
  void Buffer(absl::string_view text);
  void Flush();
  // Of the terminal, where the answer goes to it.
  bool AtLineStart() const { return !streams_.out_is_terminal || !mid_line_; }

  Streams streams_;
  StatusLine status_line_;
  std::string buffer_;        // ready to be written
  std::string partial_char_;  // the start of a character, on a terminal
  std::size_t held_newlines_ = 0;
  bool mid_line_ = false;  // what was written last was no newline
  bool wrote_text_ = false;
  bool reader_gone_ = false;
  absl::Status status_;
};

}  // namespace aii::cli

#endif  // AII_CLI_CONSOLE_H_
