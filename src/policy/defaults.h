// The built-in default rules (SPEC-EXEC 5.6).
//
// Layer: policy (pure).

#ifndef AII_POLICY_DEFAULTS_H_
#define AII_POLICY_DEFAULTS_H_

#include <span>
#include <string>

#include "absl/strings/string_view.h"
#include "policy/rule.h"

namespace aii::policy {

// The default programs, in the spec's order; each is a rule by itself.
std::span<const absl::string_view> DefaultPrograms();

bool IsDefaultProgram(absl::string_view name);

// A rule set of exactly the defaults.
RuleSet DefaultRules();

}  // namespace aii::policy

#endif  // AII_POLICY_DEFAULTS_H_
