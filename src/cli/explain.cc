#include "cli/explain.h"

#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "argv/render.h"
#include "tool/call.h"

namespace aii::cli {
namespace {

absl::string_view Word(WouldDo decision) {
  switch (decision) {
    case WouldDo::kRun:
      return "run";
    case WouldDo::kAsk:
      return "ask";
    case WouldDo::kRefuse:
      break;
  }
  return "refuse";
}

std::string SourceOf(const store::LoadedRules& loaded,
                     const std::string& allow_path) {
  switch (loaded.source) {
    case store::AllowSource::kFile:
    case store::AllowSource::kUntrusted:
      return allow_path;
    case store::AllowSource::kNoFile:
    case store::AllowSource::kUnreadable:
      break;
  }
  return "built-in defaults";
}

// The model reads "Error: …"; a person has asked.
std::string ReasonIn(absl::string_view text) {
  absl::ConsumePrefix(&text, "Error: ");
  return std::string(text);
}

void Allowed(policy::Rule rule, Explanation& explanation) {
  explanation.decision = WouldDo::kRun;
  explanation.line = rule.line;
  explanation.rule = std::move(rule.words);
}

void Asked(policy::Ask ask, Explanation& explanation) {
  explanation.decision = WouldDo::kAsk;
  explanation.reason = std::move(ask.reason);
  if (auto* prefix = std::get_if<policy::AlwaysPrefix>(&ask.always)) {
    explanation.always = *std::move(prefix);
  } else {
    absl::StrAppend(&explanation.reason, "; no [a]: ",
                    std::get<policy::NotOffered>(ask.always).reason);
  }
}

void Judged(std::variant<exec::Judgement, exec::Refusal> judged,
            const policy::TrustedDirs& trusted, Explanation& explanation) {
  const base::ResolvedProgram& program = std::visit(
      [](const auto& one) -> const base::ResolvedProgram& {
        return one.candidate.program;
      },
      judged);
  explanation.path = program.path;
  explanation.trusted = trusted.Trusts(program);
  if (const auto* refusal = std::get_if<exec::Refusal>(&judged)) {
    explanation.reason = ReasonIn(refusal->text);
    return;
  }
  auto& judgement = std::get<exec::Judgement>(judged);
  explanation.command = judgement.shown.text();
  if (auto* allow = std::get_if<policy::Allow>(&judgement.decision)) {
    Allowed(std::move(allow->rule), explanation);
  } else {
    Asked(std::get<policy::Ask>(std::move(judgement.decision)), explanation);
  }
}

}  // namespace

Explanation Explain(const ExplainContext& context, exec::FindProgram find,
                    std::vector<std::string> argv) {
  Explanation explanation;
  explanation.source = SourceOf(context.loaded, context.allow_path);
  auto call = tool::MakeCall(argv.front(), {argv.begin() + 1, argv.end()});
  if (call.ok()) {
    Judged(exec::Judge(*std::move(call), context.loaded.rules, context.trusted,
                       find),
           context.trusted, explanation);
  } else {
    explanation.reason = ReasonIn(call.status().message());
  }
  if (explanation.command.empty()) {
    explanation.command = argv::Render(argv).text();
  }
  explanation.argv = std::move(argv);
  return explanation;
}

std::string ExplanationText(const Explanation& explanation) {
  std::string text;
  const auto line = [&text](absl::string_view key, absl::string_view value) {
    if (value.empty()) return;
    absl::StrAppend(&text, key, value, "\n");
  };
  line("command:  ", explanation.command);
  line("path:     ", argv::EscapeUnsafe(explanation.path, false));
  if (!explanation.path.empty()) {
    line("trusted:  ", explanation.trusted ? "yes" : "no");
  }
  line("decision: ", Word(explanation.decision));
  line("rule:     ", argv::Render(explanation.rule).text());
  line("line:     ",
       explanation.line == 0 ? "" : absl::StrCat(explanation.line));
  line("always:   ", argv::Render(explanation.always).text());
  line("reason:   ", argv::EscapeUnsafe(explanation.reason, false));
  line("source:   ", argv::EscapeUnsafe(explanation.source, false));
  return text;
}

base::Json ExplanationJson(const Explanation& explanation) {
  const auto words = [](const std::vector<std::string>& all) {
    return base::JsonArray(all.begin(), all.end());
  };
  base::JsonObject object;
  object.emplace_back("command", explanation.command);
  object.emplace_back("argv", words(explanation.argv));
  if (!explanation.path.empty()) {
    object.emplace_back("path", explanation.path);
    object.emplace_back("trusted", explanation.trusted);
  }
  object.emplace_back("decision", Word(explanation.decision));
  if (!explanation.rule.empty()) {
    object.emplace_back("rule", words(explanation.rule));
  }
  if (explanation.line != 0) object.emplace_back("line", explanation.line);
  object.emplace_back("source", explanation.source);
  if (!explanation.always.empty()) {
    object.emplace_back("always", words(explanation.always));
  }
  if (!explanation.reason.empty()) {
    object.emplace_back("reason", explanation.reason);
  }
  return object;
}

int ExplainStatus(WouldDo decision) {
  switch (decision) {
    case WouldDo::kRun:
      return kWouldRunStatus;
    case WouldDo::kAsk:
      return kWouldAskStatus;
    case WouldDo::kRefuse:
      break;
  }
  return kWouldRefuseStatus;
}

}  // namespace aii::cli
