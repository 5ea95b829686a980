// The controlling terminal: opened here and nowhere else.
//
// Layer: os.
// Spec:  SPEC-EXEC 5.4; docs/decisions.md 13 to 15.

#ifndef AII_OS_TTY_H_
#define AII_OS_TTY_H_

#include <cstddef>
#include <memory>
#include <string>
#include <variant>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/cancel.h"
#include "base/unique_fd.h"

namespace aii::os {

struct TtyLine {
  std::string text;  // without the newline
};
struct TtyClosed {};     // end of file, a hang-up, an I/O error
struct TtyCancelled {};  // the cancel token fired
struct TtyResumed {};    // continued after a stop: ask again
using TtyAnswer = std::variant<TtyLine, TtyClosed, TtyCancelled, TtyResumed>;

// Bytes of a line that are kept; the rest of a longer one is dropped.
inline constexpr std::size_t kMaxTtyLineBytes = 4096;

// An open controlling terminal, in line mode with echo for as long as it lives;
// the modes it was found in are put back at the end, unless it belongs to
// another process group by then. Not thread-safe.
class [[nodiscard]] Tty {
 public:
  // path: "/dev/tty"; tests pass the slave side of a pseudo-terminal.
  // Errors: kNotFound and others from open(2): there is no terminal.
  //         kFailedPrecondition: not a terminal, or this process is in the
  //         background of it (decision 15).
  static absl::StatusOr<Tty> Open(const std::string& path = "/dev/tty");

  Tty(Tty&&) noexcept;
  Tty& operator=(Tty&&) = delete;
  Tty(const Tty&) = delete;
  ~Tty();

  // Writes all of `text`. Waits while the terminal takes nothing (ctrl-S).
  // Errors: kCancelled: `cancel` fired meanwhile. Others from write(2).
  absl::Status Write(absl::string_view text,
                     const base::Cancel& cancel = base::Cancel());

  // Whether it is this process group's turn; after a resume it may not be.
  bool InForeground() const;

  // TerminalColumns() of it.
  int Columns() const;

  // Throws away what was typed before (tcflush).
  void DiscardInput();

  // Waits for one line and reads it. Cancellation goes before a resume, and a
  // resume before a line that is there. A line that ends without a newline
  // (ctrl-D) is none.
  //
  // After a stop the line modes are set again, for the shell had the terminal
  // meanwhile; not in the background, where reading gives TtyClosed. There the
  // process is never stopped for touching the terminal.
  TtyAnswer ReadLine(const base::Cancel& cancel);

 private:
  struct State;
  explicit Tty(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace aii::os

#endif  // AII_OS_TTY_H_
