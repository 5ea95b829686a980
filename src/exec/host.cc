#include "exec/host.h"

#include <optional>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "exec/judge.h"
#include "os/resolve.h"
#include "policy/decide.h"
#include "tool/call.h"
#include "tool/result_text.h"

namespace aii::exec {
namespace {

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
  if (!call.ok()) return Refuse(call.status().message());

  auto judged = Judge(*std::move(call), context_.rules, context_.trusted,
                      [this](absl::string_view executable) {
                        return os::Resolve(executable, context_.search_path);
                      });
  if (auto* refusal = std::get_if<Refusal>(&judged)) {
    return Refuse(refusal->text);
  }
  auto& judgement = std::get<Judgement>(judged);
  if (auto* allow = std::get_if<policy::Allow>(&judgement.decision)) {
    return RunGranted(std::move(allow->grant), judgement.shown, cancel);
  }
  return AskAndRun(judgement, cancel);
}

std::string Host::AskAndRun(const Judgement& judgement,
                            const base::Cancel& cancel) {
  const policy::Candidate& candidate = judgement.candidate;
  const auto& ask = std::get<policy::Ask>(judgement.decision);
  if (denials_ >= kMaxDenials || declined_.contains(candidate.argv)) {
    return Refuse(tool::DeclinedText());
  }
  auto answer = approve::Asking::Ask(context_.approver, candidate, ask, cancel);
  if (const auto* refused = std::get_if<approve::Refused>(&answer)) {
    switch (refused->answer) {
      case approve::Answer::kNoTerminal:
        return Refuse(tool::NoTerminalText());
      case approve::Answer::kCancelled:
        return std::string(tool::InterruptedText());
      default:
        ++denials_;
        declined_.insert(candidate.argv);
        return Refuse(tool::DeclinedText());
    }
  }
  auto& approved = std::get<approve::Approved>(answer);
  if (approved.always) {
    Remember(std::get<policy::AlwaysPrefix>(ask.always));
  }
  return RunGranted(std::move(approved.grant), judgement.shown, cancel);
}

std::string Host::Refuse(absl::string_view result_text) {
  context_.events.CallRefused(result_text);
  return std::string(result_text);
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
