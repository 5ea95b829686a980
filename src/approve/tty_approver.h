// The question on /dev/tty.
//
// Layer: approve.
// Spec:  SPEC-EXEC 5.4; docs/decisions.md 13 to 15.

#ifndef AII_APPROVE_TTY_APPROVER_H_
#define AII_APPROVE_TTY_APPROVER_H_

#include <string>

#include "absl/strings/string_view.h"
#include "approve/approver.h"
#include "base/terminal_lease.h"

namespace aii::approve {

// The text of the question, with "> " at its end.
std::string QuestionText(const Question& question);

// `y…` is yes; `a` or `always` alone is always, where offered; everything else
// is no. Letter case and blanks around do not matter.
Answer ReadAnswer(absl::string_view line, bool always_offered);

class TtyApprover final : public Approver {
 public:
  // owner: who writes to the terminal otherwise; leased while a question is up.
  // path:  the terminal, for tests.
  explicit TtyApprover(base::TerminalOwner& owner,
                       std::string path = "/dev/tty");
  Answer Ask(const Question& question, const base::Cancel& cancel) override;

 private:
  base::TerminalOwner& owner_;
  std::string path_;
};

}  // namespace aii::approve

#endif  // AII_APPROVE_TTY_APPROVER_H_
