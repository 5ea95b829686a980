#include "approve/tty_approver.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "approve/question.h"
#include "os/tty.h"

namespace aii::approve {
namespace {

// Colours and concealment off; then an empty line, whatever an interrupted
// writer left on it.
constexpr absl::string_view kFreshLine = "\033[0m\r\033[K";

// For where no enter key has ended the line of the question. Where the terminal
// is gone that can't be helped.
void EndLine(os::Tty& tty, const base::Cancel& cancel) {
  (void)tty.Write("\n", cancel);
}

// Puts `text` until it is answered: again after every stop.
Answer Put(os::Tty& tty, const std::string& text, bool always_offered,
           const base::Cancel& cancel) {
  for (;;) {
    // Neither a stop nor a key from before the question is about it.
    cancel.ClearResumes();
    tty.DiscardInput();
    const absl::Status written = tty.Write(text, cancel);
    if (absl::IsCancelled(written)) return Answer::kCancelled;
    if (!written.ok()) return Answer::kNo;

    const os::TtyAnswer answer = tty.ReadLine(cancel);
    if (const auto* line = std::get_if<os::TtyLine>(&answer)) {
      return ReadAnswer(line->text, always_offered);
    }
    if (std::holds_alternative<os::TtyCancelled>(answer)) {
      EndLine(tty, cancel);
      return Answer::kCancelled;
    }
    // Continued by `bg`: the terminal is the shell's now.
    if (!tty.InForeground()) return Answer::kNoTerminal;
    if (std::holds_alternative<os::TtyResumed>(answer)) continue;
    EndLine(tty, cancel);
    return Answer::kNo;
  }
}

}  // namespace

TtyApprover::TtyApprover(base::TerminalOwner& owner, std::string path)
    : owner_(owner), path_(std::move(path)) {}

Answer TtyApprover::Ask(const Question& question, const base::Cancel& cancel) {
  const base::TerminalLease lease(owner_);
  auto tty = os::Tty::Open(path_);
  if (!tty.ok()) return Answer::kNoTerminal;
  return Put(*tty,
             absl::StrCat(kFreshLine, QuestionText(question, tty->Columns())),
             question.always.has_value(), cancel);
}

}  // namespace aii::approve
