#include "policy/decide.h"

#include <utility>

#include "policy/defaults.h"
#include "policy/match.h"

namespace aii::policy {
namespace {

std::span<const std::string> ArgumentsOf(const Candidate& candidate) {
  const std::span<const std::string> argv = candidate.argv;
  return argv.empty() ? argv : argv.subspan(1);
}

// A line of the allow file that equals a default is one: a seeded file must
// not weaken the guard.
bool IsDefaultRule(const Rule& rule) {
  return rule.words.size() == 1 && IsDefaultProgram(rule.words.front());
}

}  // namespace

std::variant<Grant, std::string> Permit::ForMatch(const Rule& rule,
                                                  const Candidate& candidate,
                                                  ProbeFile probe) {
  GrantSource source = GrantSource::kRule;
  if (IsDefaultRule(rule)) {
    std::optional<std::string> reason =
        SilentGuard(rule.words.front(), ArgumentsOf(candidate), probe);
    if (reason) return *std::move(reason);
    source = GrantSource::kDefault;
  }
  return Grant(candidate.program, candidate.argv, source);
}

Decision Decide(const RuleSet& rules, const TrustedDirs& trusted,
                const Candidate& candidate, ProbeFile probe) {
  const std::span<const std::string> arguments = ArgumentsOf(candidate);
  std::string reason = "no rule covers it";
  const Rule* const rule =
      FindMatch(rules, trusted, candidate.program, arguments);
  if (rule != nullptr) {
    auto permit = Permit::ForMatch(*rule, candidate, probe);
    if (Grant* const grant = std::get_if<Grant>(&permit)) {
      return Allow{.grant = std::move(*grant), .rule = *rule};
    }
    reason = std::get<std::string>(std::move(permit));
  }
  return Ask{.trusted = trusted.Trusts(candidate.program),
             .reason = std::move(reason),
             .always = DeriveAlways(trusted, candidate.program, arguments)};
}

}  // namespace aii::policy
