// Matching a command against rules (SPEC-EXEC 5.3).
//
// Layer: policy (pure).

#ifndef AII_POLICY_MATCH_H_
#define AII_POLICY_MATCH_H_

#include <span>
#include <string>

#include "base/file_facts.h"
#include "policy/rule.h"
#include "policy/trusted_dirs.h"

namespace aii::policy {

// Returns the longest rule that matches, or nullptr.
//
// A rule matches when its first word equals the program name, the program is in
// a trusted directory, and its other words are a prefix of `arguments`. The
// pointer is good until `rules` changes.
// Cost: O(rules of this program * their words), whatever the number of others.
const Rule* FindMatch(const RuleSet& rules, const TrustedDirs& trusted,
                      const base::ResolvedProgram& program,
                      std::span<const std::string> arguments);

}  // namespace aii::policy

#endif  // AII_POLICY_MATCH_H_
