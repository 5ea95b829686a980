// Steps 1 to 3 of a tool call: validate, resolve, match. Runs nothing and asks
// nobody, so that --explain says what a real call would do by the same code.
//
// Layer: exec.
// Spec:  SPEC-EXEC 5.1; docs/decisions.md 3, 4 and 9.

#ifndef AII_EXEC_JUDGE_H_
#define AII_EXEC_JUDGE_H_

#include <optional>
#include <string>
#include <variant>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "argv/render.h"
#include "base/file_facts.h"
#include "policy/decide.h"
#include "policy/rule.h"
#include "policy/trusted_dirs.h"
#include "tool/call.h"

namespace aii::exec {

// It can't run, whatever a rule or a person says.
struct Refusal {
  std::string text;             // for the model, "Error: …"
  policy::Candidate candidate;  // program.path is empty where there is none
};

// It may run, or a person must be asked.
struct Judgement {
  policy::Candidate candidate;
  argv::DisplayText shown;  // in the question and in the log line
  policy::Decision decision;
};

// Finds a program as os::Resolve does for some search path.
using FindProgram =
    absl::FunctionRef<std::optional<base::ResolvedProgram>(absl::string_view)>;

// Judges `call` by what is on the disk now.
//
// Cost: `find`, argv::Render and policy::Decide, once each.
std::variant<Judgement, Refusal> Judge(tool::Call call,
                                       const policy::RuleSet& rules,
                                       const policy::TrustedDirs& trusted,
                                       FindProgram find);

}  // namespace aii::exec

#endif  // AII_EXEC_JUDGE_H_
