#include "exec/judge.h"

#include <cstddef>
#include <utility>

#include "absl/strings/str_cat.h"
#include "approve/approver.h"
#include "os/probe.h"
#include "tool/result_text.h"

namespace aii::exec {
namespace {

policy::Candidate CandidateOf(tool::Call call) {
  policy::Candidate candidate;
  candidate.argv.reserve(call.arguments.size() + 1);
  candidate.argv.push_back(std::move(call.executable));
  for (std::string& word : call.arguments) {
    candidate.argv.push_back(std::move(word));
  }
  return candidate;
}

bool HoldsNul(const policy::Candidate& candidate) {
  for (const std::string& word : candidate.argv) {
    if (word.find('\0') != std::string::npos) return true;
  }
  return false;
}

}  // namespace

std::variant<Judgement, Refusal> Judge(tool::Call call,
                                       const policy::RuleSet& rules,
                                       const policy::TrustedDirs& trusted,
                                       FindProgram find) {
  policy::Candidate candidate = CandidateOf(std::move(call));
  auto program = find(candidate.argv.front());
  if (!program.has_value()) {
    std::string text = tool::NotFoundText(candidate.argv.front());
    return Refusal{std::move(text), std::move(candidate)};
  }
  candidate.program = *std::move(program);
  const std::string& name = candidate.program.name;
  if (HoldsNul(candidate)) {
    std::string text =
        tool::LaunchFailedText(name, "argument contains a NUL character");
    return Refusal{std::move(text), std::move(candidate)};
  }
  argv::DisplayText shown = argv::Render(approve::Asking::ShownWords(
      candidate, trusted.Trusts(candidate.program)));
  if (const std::size_t size = shown.text().size();
      size > argv::kMaxReviewBytes) {
    std::string text = tool::LaunchFailedText(
        name,
        absl::StrCat("the command is too long to review (", size, " bytes)"));
    return Refusal{std::move(text), std::move(candidate)};
  }
  policy::Decision decision =
      policy::Decide(rules, trusted, candidate, os::Probe);
  return Judgement{std::move(candidate), std::move(shown), std::move(decision)};
}

}  // namespace aii::exec
