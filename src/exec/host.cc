#include "exec/host.h"

#include <optional>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "argv/render.h"
#include "os/probe.h"
#include "os/resolve.h"
#include "policy/decide.h"
#include "tool/call.h"
#include "tool/result_text.h"

namespace aii::exec {
namespace {

// What can't be run whatever a rule or a person says; nothing where it can.
std::optional<std::string> Unrunnable(const policy::Candidate& candidate,
                                      std::size_t shown_bytes) {
  const std::string& name = candidate.program.name;
  for (const std::string& word : candidate.argv) {
    if (word.find('\0') != std::string::npos) {
      return tool::LaunchFailedText(name, "argument contains a NUL character");
    }
  }
  if (shown_bytes > argv::kMaxReviewBytes) {
    return tool::LaunchFailedText(
        name, absl::StrCat("the command is too long to review (", shown_bytes,
                           " bytes)"));
  }
  return std::nullopt;
}

struct ResultWriter {
  const std::string& name;

  std::string operator()(const Finished& run) const {
    return tool::FinishedText(run.status, run.output.retained,
                              run.output.total_bytes);
  }
  std::string operator()(const TimedOut& run) const {
    return tool::TimedOutText(run.output.retained, run.output.total_bytes);
  }
  std::string operator()(const Interrupted&) const {
    return std::string(tool::InterruptedText());
  }
  std::string operator()(const LaunchFailed& failed) const {
    return tool::LaunchFailedText(name, failed.reason);
  }
};

}  // namespace

std::string Host::RunCommand(absl::string_view arguments_json,
                             const base::Cancel& cancel) {
  absl::StatusOr<tool::Call> call = tool::ParseCall(arguments_json);
  if (!call.ok()) return std::string(call.status().message());

  std::optional<base::ResolvedProgram> program =
      os::Resolve(call->executable, context_.search_path);
  if (!program.has_value()) return tool::NotFoundText(call->executable);

  policy::Candidate candidate;
  candidate.program = *std::move(program);
  candidate.argv.reserve(call->arguments.size() + 1);
  candidate.argv.push_back(std::move(call->executable));
  for (std::string& word : call->arguments) {
    candidate.argv.push_back(std::move(word));
  }
  return Judge(candidate, cancel);
}

std::string Host::Judge(const policy::Candidate& candidate,
                        const base::Cancel& cancel) {
  const argv::DisplayText shown = argv::Render(approve::Asking::ShownWords(
      candidate, context_.trusted.Trusts(candidate.program)));
  if (auto refusal = Unrunnable(candidate, shown.text().size())) {
    return *std::move(refusal);
  }
  policy::Decision decision =
      policy::Decide(context_.rules, context_.trusted, candidate, os::Probe);
  if (auto* allow = std::get_if<policy::Allow>(&decision)) {
    return RunGranted(std::move(allow->grant), shown, cancel);
  }
  return AskAndRun(candidate, std::get<policy::Ask>(decision), shown, cancel);
}

std::string Host::AskAndRun(const policy::Candidate& candidate,
                            const policy::Ask& ask,
                            const argv::DisplayText& shown,
                            const base::Cancel& cancel) {
  if (denials_ >= kMaxDenials || declined_.contains(candidate.argv)) {
    return std::string(tool::DeclinedText());
  }
  auto answer = approve::Asking::Ask(context_.approver, candidate, ask, cancel);
  if (const auto* refused = std::get_if<approve::Refused>(&answer)) {
    switch (refused->answer) {
      case approve::Answer::kNoTerminal:
        return std::string(tool::NoTerminalText());
      case approve::Answer::kCancelled:
        return std::string(tool::InterruptedText());
      default:
        ++denials_;
        declined_.insert(candidate.argv);
        return std::string(tool::DeclinedText());
    }
  }
  auto& approved = std::get<approve::Approved>(answer);
  if (approved.always) {
    Remember(std::get<policy::AlwaysPrefix>(ask.always));
  }
  return RunGranted(std::move(approved.grant), shown, cancel);
}

void Host::Remember(const policy::AlwaysPrefix& words) {
  const bool added = context_.rules.Add(
      {.words = words, .origin = policy::RuleOrigin::kPerson});
  if (!added) return;
  const absl::Status saved = context_.save_rule(words);
  if (saved.ok()) return;
  context_.events.Warning(absl::StrCat(
      "could not save rule to ", context_.allow_path, ": ", saved.message()));
}

std::string Host::RunGranted(policy::Grant grant,
                             const argv::DisplayText& shown,
                             const base::Cancel& cancel) {
  const std::string name = grant.program().name;
  context_.events.CommandStarts(shown.text());
  const RunReport report =
      Run(std::move(grant), context_.limits, context_.clock, cancel);
  for (const os::Descendant& left : report.still_running) {
    context_.events.StillRunning(left.name, left.pid);
  }
  std::string result = std::visit(ResultWriter{name}, report.outcome);
  context_.events.CommandEnds(
      {.result_text = result, .elapsed = report.elapsed});
  return result;
}

}  // namespace aii::exec
