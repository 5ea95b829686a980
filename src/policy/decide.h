// Step 3 of a tool call: does a rule let it run, or must a person be asked?
//
// Layer: policy (pure). The same code serves a real call and --explain.
// Spec:  SPEC-EXEC 5.1; docs/decisions.md 9.

#ifndef AII_POLICY_DECIDE_H_
#define AII_POLICY_DECIDE_H_

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/file_facts.h"
#include "policy/always.h"
#include "policy/grant.h"
#include "policy/rule.h"
#include "policy/silent_guard.h"
#include "policy/trusted_dirs.h"

namespace aii::policy {

// A command to judge. argv[0] is the name that the model gave.
struct Candidate {
  base::ResolvedProgram program;
  std::vector<std::string> argv;
};

// It may run unasked.
struct Allow {
  Grant grant;
  Rule rule;  // the one that matched
};

// A person must be asked.
struct Ask {
  bool trusted = false;
  std::string reason;  // "no rule covers it", or the silent guard's
  std::variant<AlwaysPrefix, NotOffered> always;
};

using Decision = std::variant<Allow, Ask>;

// Judges one command.
//
// rules:     the effective rule set.
// candidate: argv holds at least argv[0].
// probe:     asked only where a default rule matched.
Decision Decide(const RuleSet& rules, const TrustedDirs& trusted,
                const Candidate& candidate, ProbeFile probe);

// The one place in policy that makes grants: a rule that matched together with
// the silent guard's answer. Nobody but Decide can ask for one.
class Permit {
 private:
  friend Decision Decide(const RuleSet& rules, const TrustedDirs& trusted,
                         const Candidate& candidate, ProbeFile probe);

  // Returns the grant, or the guard's reason to ask a person.
  static std::variant<Grant, std::string> ForMatch(const Rule& rule,
                                                   const Candidate& candidate,
                                                   ProbeFile probe);
};

}  // namespace aii::policy

#endif  // AII_POLICY_DECIDE_H_
