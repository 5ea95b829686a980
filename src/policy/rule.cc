#include "policy/rule.h"

#include <utility>

namespace aii::policy {

bool RuleSet::Add(Rule rule) {
  if (rule.words.empty() || !known_.insert(rule.words).second) return false;
  by_program_[rule.words.front()].push_back(rules_.size());
  rules_.push_back(std::move(rule));
  return true;
}

bool RuleSet::Contains(std::span<const std::string> words) const {
  return known_.contains(std::vector(words.begin(), words.end()));
}

std::span<const std::size_t> RuleSet::ForProgram(
    absl::string_view program) const {
  const auto found = by_program_.find(program);
  if (found == by_program_.end()) return {};
  return found->second;
}

}  // namespace aii::policy
