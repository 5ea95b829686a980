#include "policy/match.h"

#include <algorithm>
#include <cstddef>

namespace aii::policy {
namespace {

bool IsPrefix(std::span<const std::string> prefix,
              std::span<const std::string> arguments) {
  return prefix.size() <= arguments.size() &&
         std::ranges::equal(prefix, arguments.first(prefix.size()));
}

}  // namespace

const Rule* FindMatch(const RuleSet& rules, const TrustedDirs& trusted,
                      const base::ResolvedProgram& program,
                      std::span<const std::string> arguments) {
  if (!trusted.Trusts(program)) return nullptr;

  const Rule* longest = nullptr;
  for (const std::size_t position : rules.ForProgram(program.name)) {
    const Rule& rule = rules.rules()[position];
    if (longest && rule.words.size() <= longest->words.size()) continue;
    if (IsPrefix(std::span(rule.words).subspan(1), arguments)) longest = &rule;
  }
  return longest;
}

}  // namespace aii::policy
