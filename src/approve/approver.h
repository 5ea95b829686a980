// Asking a person.
//
// Layer: approve.
// Spec:  SPEC-EXEC 5.1 and 5.4; docs/decisions.md 13 to 15.

#ifndef AII_APPROVE_APPROVER_H_
#define AII_APPROVE_APPROVER_H_

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "argv/render.h"
#include "base/cancel.h"
#include "policy/decide.h"
#include "policy/grant.h"

namespace aii::approve {

// What the person is shown.
struct Question {
  argv::DisplayText command;  // the whole argument vector
  bool trusted = false;       // else: (not in a system directory)
  // The label of [a], Render of the words that would be stored; nothing where
  // [a] is not offered.
  std::optional<argv::DisplayText> always;
};

enum class Answer {
  kNo,
  kOnce,
  kAlways,      // only where it was offered
  kNoTerminal,  // nobody can be asked
  kCancelled,
};

// Puts a question to a person and waits. One at a time.
class Approver {
 public:
  virtual ~Approver() = default;
  virtual Answer Ask(const Question& question, const base::Cancel& cancel) = 0;
};

struct Approved {
  policy::Grant grant;
  bool always = false;
};
struct Refused {
  Answer answer = Answer::kNo;  // kNo, kNoTerminal or kCancelled
};

// Builds the question of a candidate, puts it, and turns a yes into a Grant.
// The only maker of grants besides policy.
class Asking {
 public:
  static std::variant<Approved, Refused> Ask(Approver& approver,
                                             const policy::Candidate& candidate,
                                             const policy::Ask& ask,
                                             const base::Cancel& cancel);

  // The words that are shown: the resolved path as the program where it is not
  // in a trusted directory (SPEC-EXEC 5.4).
  static std::vector<std::string> ShownWords(const policy::Candidate& candidate,
                                             bool trusted);
};

}  // namespace aii::approve

#endif  // AII_APPROVE_APPROVER_H_
