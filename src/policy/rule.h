// Allow rules and the one effective rule set.
//
// Layer: policy (pure).
// Spec:  SPEC-EXEC 5.3 and 6.

#ifndef AII_POLICY_RULE_H_
#define AII_POLICY_RULE_H_

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"

namespace aii::policy {

enum class RuleOrigin {
  kDefault,  // built in
  kFile,     // a line of the allow file
  kPerson,   // "always", in this process
};

// An argv prefix: words[0] is the program name. Never empty.
struct Rule {
  std::vector<std::string> words;
  RuleOrigin origin = RuleOrigin::kFile;
  int line = 0;  // in the allow file, from 1; 0 where it is from elsewhere
};

// Rules in the order in which they were added, indexed by program name.
class RuleSet {
 public:
  // Adds `rule` unless it has no word or a rule with the same words is there.
  // Returns whether it was added. Cost: O(bytes of the rule).
  bool Add(Rule rule);

  // Whether a rule of exactly these words is there, whatever its origin.
  bool Contains(std::span<const std::string> words) const;

  const std::vector<Rule>& rules() const { return rules_; }

  // Positions in rules() of the rules for `program`, ascending; good until the
  // next Add. Cost: O(1).
  std::span<const std::size_t> ForProgram(absl::string_view program) const;

 private:
  std::vector<Rule> rules_;
  absl::flat_hash_set<std::vector<std::string>> known_;
  absl::flat_hash_map<std::string, std::vector<std::size_t>> by_program_;
};

}  // namespace aii::policy

#endif  // AII_POLICY_RULE_H_
