#include "policy/rule.h"

#include <algorithm>
#include <utility>

namespace aii::policy {

bool RuleSet::Add(Rule rule) {
  if (rule.words.empty() || Contains(rule.words)) return false;
  by_program_[rule.words.front()].push_back(rules_.size());
  rules_.push_back(std::move(rule));
  return true;
}

bool RuleSet::Contains(std::span<const std::string> words) const {
  if (words.empty()) return false;
  return std::ranges::any_of(
      ForProgram(words.front()), [this, words](std::size_t position) {
        return std::ranges::equal(rules_[position].words, words);
      });
}

std::span<const std::size_t> RuleSet::ForProgram(
    absl::string_view program) const {
  const auto found = by_program_.find(program);
  if (found == by_program_.end()) return {};
  return found->second;
}

}  // namespace aii::policy
