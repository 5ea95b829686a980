// The text of the question, and the reading of its answer.
//
// Layer: approve (pure).
// Spec:  docs/spec/exec.md, "The question"; docs/decisions.md 14.

#ifndef AII_APPROVE_QUESTION_H_
#define AII_APPROVE_QUESTION_H_

#include <string>

#include "absl/strings/string_view.h"
#include "approve/approver.h"

namespace aii::approve {

// Used where the terminal does not tell its width, or one that is absurd.
inline constexpr int kUsualColumns = 80;
inline constexpr int kMinColumns = 20;

// The text of the question, with "> " at its end. What is too long for a row is
// broken here, and each of its rows starts with a bar: no row of a command can
// then be taken for the line of answers. A note follows a command whose letters
// may deceive (argv::ReaderNote).
//
// columns: of the terminal; 0 where unknown.
std::string QuestionText(const Question& question, int columns);

// `y…` is yes; `a` or `always` alone is always, where offered; everything else
// is no. Letter case and blanks around do not matter.
Answer ReadAnswer(absl::string_view line, bool always_offered);

}  // namespace aii::approve

#endif  // AII_APPROVE_QUESTION_H_
