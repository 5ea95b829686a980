// Serves the tool calls of one turn, in the order of SPEC-EXEC 5.1.
//
// Layer: exec.
// Spec:  SPEC-EXEC 5.1; docs/decisions.md 17, 30 and 32.

#ifndef AII_EXEC_HOST_H_
#define AII_EXEC_HOST_H_

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "approve/approver.h"
#include "argv/render.h"
#include "base/cancel.h"
#include "base/clock.h"
#include "base/events.h"
#include "exec/judge.h"
#include "exec/runner.h"
#include "policy/always.h"
#include "policy/grant.h"
#include "policy/rule.h"
#include "policy/trusted_dirs.h"

namespace aii::exec {

// Denials after which no more is asked in a turn.
inline constexpr int kMaxDenials = 3;

// What a host needs and does not own. Everything outlives it.
struct HostContext {
  policy::RuleSet& rules;  // the effective ones; "always" adds to them
  const policy::TrustedDirs& trusted;
  approve::Approver& approver;
  base::EventSink& events;
  const base::Clock& clock;
  std::string search_path;
  Limits limits;
  // Persists a rule; not called again for one that is already in `rules`.
  std::function<absl::Status(const std::vector<std::string>& words)> save_rule;
  std::string allow_path;  // for the warning when saving fails
};

// One turn.
class Host {
 public:
  explicit Host(HostContext context) : context_(std::move(context)) {}

  // Does the whole of one call and words its result. Never throws; every
  // failure is a text for the model. After a cancellation the text is
  // InterruptedText().
  std::string RunCommand(absl::string_view arguments_json,
                         const base::Cancel& cancel);

  // The result of a call that runs nothing, told to the person as well.
  std::string Refuse(absl::string_view result_text);

 private:
  std::string AskAndRun(const Judgement& judgement, const base::Cancel& cancel);
  std::string RunGranted(policy::Grant grant, const argv::DisplayText& shown,
                         const base::Cancel& cancel);
  void Remember(const policy::AlwaysPrefix& words);

  HostContext context_;
  std::set<std::vector<std::string>> declined_;
  int denials_ = 0;
};

}  // namespace aii::exec

#endif  // AII_EXEC_HOST_H_
