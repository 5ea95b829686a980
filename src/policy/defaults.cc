#include "policy/defaults.h"

#include <algorithm>
#include <array>

namespace aii::policy {
namespace {

constexpr std::array<absl::string_view, 17> kPrograms = {
    "ls", "pwd", "cat",  "head", "tail",  "wc", "date",   "whoami", "uname",
    "df", "du",  "stat", "file", "which", "ps", "uptime", "sw_vers"};

}  // namespace

std::span<const absl::string_view> DefaultPrograms() { return kPrograms; }

bool IsDefaultProgram(absl::string_view name) {
  return std::ranges::find(kPrograms, name) != kPrograms.end();
}

RuleSet DefaultRules() {
  RuleSet rules;
  for (const absl::string_view program : kPrograms) {
    rules.Add(
        {.words = {std::string(program)}, .origin = RuleOrigin::kDefault});
  }
  return rules;
}

}  // namespace aii::policy
