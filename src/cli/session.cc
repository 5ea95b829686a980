#include "cli/session.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "approve/tty_approver.h"
#include "base/clock.h"
#include "chat/one_shot.h"
#include "cli/allowlist.h"
#include "cli/content.h"
#include "cli/private_model.h"
#include "exec/host.h"
#include "os/resolve.h"
#include "store/allow_writer.h"
#include "tool/call.h"

namespace aii::cli {
Session::Session(const Options& options, const Environment& environment,
                 Console& console, Reporter& reporter, std::string allow_path)
    : options_(options),
      environment_(environment),
      console_(console),
      reporter_(reporter),
      allow_path_(std::move(allow_path)) {}

std::optional<base::Failure> Session::Choose(const base::Cancel& cancel) {
  auto chosen = ChooseModel(options_.model, environment_, cancel);
  if (auto* failure = std::get_if<base::Failure>(&chosen)) {
    return std::move(*failure);
  }
  pending_ = std::get<PendingModel>(std::move(chosen));
  if (!std::holds_alternative<model::AppleModel>(pending_->spec)) {
    return std::nullopt;
  }
  auto opened = Open({});
  if (auto* failure = std::get_if<base::Failure>(&opened)) {
    return std::move(*failure);
  }
  opened_early_ = true;
  return std::nullopt;
}

std::variant<Session::Opened, OpenCancelled, base::Failure> Session::Open(
    const base::Cancel& cancel) {
  if (std::exchange(opened_early_, false)) return Opened{};
  backend_.reset();
  auto opened = OpenModel(*pending_, OptionsOfModel(), reporter_,
                          base::MonotonicClock(), cancel);
  if (auto* failure = std::get_if<base::Failure>(&opened)) {
    return std::move(*failure);
  }
  if (std::holds_alternative<OpenCancelled>(opened)) return OpenCancelled{};
  backend_ = std::get<std::unique_ptr<model::Backend>>(std::move(opened));
  if (options_.exec && !rules_.has_value()) {
    rules_ = LoadRules(allow_path_, reporter_);
  }
  return Opened{};
}

// A conversation's prompt is its system prompt, before the tool's (SPEC-EXEC
// 8).
model::SessionOptions Session::OptionsOfModel() const {
  model::SessionOptions session;
  if (options_.interactive) {
    session.instructions =
        DecodeText(options_.prompt.value_or(""), "system prompt", reporter_);
  }
  if (!options_.exec) return session;
  absl::StrAppend(
      &session.instructions, session.instructions.empty() ? "" : "\n\n",
      tool::SessionInstructions(environment_.home, os::WorkingDirectory()));
  session.tool = model::ToolSpec{
      .name = std::string(tool::kToolName),
      .description = std::string(tool::ToolDescription()),
      .parameters_json = std::string(tool::ToolParametersJson())};
  return session;
}

std::optional<base::Failure> Session::Preflight(const std::string& message,
                                                const base::Cancel& cancel) {
  return chat::Preflight(*backend_, message, cancel);
}

chat::TurnResult Session::Talk(std::string message,
                               const base::Cancel& cancel) {
  reporter_.Thinking();
  chat::TurnResult result = RunTurn(std::move(message), cancel);
  console_.Doing({});
  return result;
}

chat::TurnResult Session::RunTurn(std::string message,
                                  const base::Cancel& cancel) {
  if (backend_ == nullptr) {
    auto opened = Open(cancel);
    if (auto* failure = std::get_if<base::Failure>(&opened)) {
      return chat::TurnFailed{std::move(*failure)};
    }
    if (std::holds_alternative<OpenCancelled>(opened)) {
      return chat::TurnCancelled{};
    }
  }
  // A server that died between two turns is started anew: what was said is
  // here, not there.
  const PrivateModel& served = pending_->served;
  if (served.server != nullptr && served.server->ended()) {
    if (auto failure =
            AwaitPrivate(served, reporter_, base::MonotonicClock(), cancel)) {
      return chat::TurnFailed{*std::move(failure)};
    }
    if (cancel.cancelled()) return chat::TurnCancelled{};
  }
  if (!options_.exec) {
    return chat::RunTurn(*backend_, std::move(message), nullptr, console_,
                         cancel);
  }
  approve::TtyApprover approver(console_);
  exec::Host host(
      {.rules = rules_->rules,
       .trusted = trusted_,
       .approver = approver,
       .events = reporter_,
       .clock = base::MonotonicClock(),
       .search_path = environment_.search_path,
       .limits = {},
       .save_rule = [this](const std::vector<std::string>& words)
           -> absl::Status { return store::SaveRule(allow_path_, words); },
       .allow_path =
           allow_path_.empty() ? "~/.config/aii/allow" : allow_path_});
  return chat::RunTurn(*backend_, std::move(message), &host, console_, cancel);
}

}  // namespace aii::cli
