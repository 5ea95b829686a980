// Whether the cost of a match depends on the number of rules for other
// programs: 17 rules (the defaults) against 10,000. And what a long list of
// rules of the same program costs.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "policy/match.h"

namespace aii::policy {
namespace {

using Words = std::vector<std::string>;

base::ResolvedProgram Git() {
  return {.path = "/usr/bin/git", .name = "git", .final_name = "git"};
}

void Measure(benchmark::State& state, const RuleSet& rules) {
  const TrustedDirs trusted = TrustedDirs::BuiltIn();
  const base::ResolvedProgram program = Git();
  const Words arguments = {"status", "--short", "--branch"};
  for (auto _ : state) {
    const Rule* rule = FindMatch(rules, trusted, program, arguments);
    benchmark::DoNotOptimize(rule);
  }
  state.SetItemsProcessed(state.iterations());
}

void BM_OtherPrograms(benchmark::State& state) {
  RuleSet rules;
  rules.Add({.words = {"git", "status"}});
  for (std::int64_t i = 1; i < state.range(0); ++i) {
    rules.Add({.words = {absl::StrCat("program-", i), "status"}});
  }
  Measure(state, rules);
}
BENCHMARK(BM_OtherPrograms)->Arg(17)->Arg(10000);

void BM_NoRuleOfTheProgram(benchmark::State& state) {
  RuleSet rules;
  for (std::int64_t i = 0; i < state.range(0); ++i) {
    rules.Add({.words = {absl::StrCat("program-", i), "status"}});
  }
  Measure(state, rules);
}
BENCHMARK(BM_NoRuleOfTheProgram)->Arg(17)->Arg(10000);

void BM_SameProgram(benchmark::State& state) {
  RuleSet rules;
  for (std::int64_t i = 0; i < state.range(0); ++i) {
    rules.Add({.words = {"git", absl::StrCat("status-", i)}});
  }
  Measure(state, rules);
}
BENCHMARK(BM_SameProgram)->Arg(1)->Arg(17)->Arg(1000);

}  // namespace
}  // namespace aii::policy
