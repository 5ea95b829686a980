// The question on /dev/tty.
//
// Layer: approve.
// Spec:  SPEC-EXEC 5.4; docs/decisions.md 13 to 15.

#ifndef AII_APPROVE_TTY_APPROVER_H_
#define AII_APPROVE_TTY_APPROVER_H_

#include <string>

#include "approve/approver.h"
#include "base/terminal_lease.h"

namespace aii::approve {

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
