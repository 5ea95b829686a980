#include "cli/app.h"

#include <unistd.h>

#include <string>
#include <utility>
#include <variant>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "base/json.h"
#include "chat/one_shot.h"
#include "chat/turn.h"
#include "cli/allowlist.h"
#include "cli/console.h"
#include "cli/content.h"
#include "cli/explain.h"
#include "cli/explain_lines.h"
#include "cli/flags.h"
#include "cli/help.h"
#include "cli/interactive.h"
#include "cli/model_info.h"
#include "cli/private_model.h"
#include "cli/reporter.h"
#include "cli/session.h"
#include "os/resolve.h"
#include "os/signals.h"
#include "policy/trusted_dirs.h"
#include "store/allow_file.h"

namespace aii::cli {
namespace {

constexpr int kInterruptedStatus = 130;

// One run of the program, after its flags were read.
class Run {
 public:
  Run(const Options& options, const Environment& environment)
      : options_(options),
        environment_(environment),
        console_({.out = STDOUT_FILENO,
                  .err = STDERR_FILENO,
                  .out_is_terminal = ::isatty(STDOUT_FILENO) != 0,
                  .err_is_terminal = ::isatty(STDERR_FILENO) != 0,
                  .status = !options.json && !environment.dumb_terminal,
                  .color = !environment.no_color}),
        reporter_(console_, {.json = options.json,
                             .verbose = options.verbose,
                             .color = !environment.no_color}),
        allow_path_(store::AllowFilePath(environment.home)) {}

  ExitState Start() {
    if (options_.help) return Print(HelpText());
    if (options_.version) return Print(VersionText());
    if (options_.list_allowed) return ListAllowed();
    if (options_.explain) return ExplainWithRules();
    if (options_.model_info) return Interruptible(&Run::ShowModelInfo);
    if (options_.stop_server) return Interruptible(&Run::StopServer);
    if (options_.reset_allowed) {
      auto reset = ResetAllowed(allow_path_);
      if (auto* failure = std::get_if<base::Failure>(&reset)) {
        return Fail(*failure);
      }
      return Print(std::get<std::string>(reset));
    }
    if (options_.interactive) return Interruptible(&Run::Interactive);
    if (!options_.prompt && !options_.file &&
        (options_.no_stdin || !HasContent(STDIN_FILENO))) {
      if (::isatty(STDIN_FILENO) != 0 && !options_.exec) {
        return Print(HelpText());
      }
      return Fail(NothingToDo());
    }
    return Interruptible(&Run::OneShot);
  }

  ExitState Fail(const base::Failure& failure) {
    return {.status = reporter_.Fail(failure)};
  }

 private:
  static base::Failure NothingToDo() {
    return {
        .code = base::FailureCode::kUsageError,
        .lines = {"there is neither a prompt nor content", "try 'aii --help'"}};
  }

  ExitState Print(const std::string& text) {
    return Written(console_.Print(text));
  }

  // The state after output: success, or why it could not be written.
  ExitState Written(const absl::Status& status) {
    if (status.ok()) return {};
    if (console_.reader_gone()) return {.status = 1, .closed_pipe = true};
    return Fail({.code = base::FailureCode::kInternalError,
                 .lines = {std::string(status.message())}});
  }

  ExitState ListAllowed() {
    const store::LoadedRules loaded = LoadRules(allow_path_, reporter_);
    for (const std::string& warning : RuleWarnings(loaded)) {
      reporter_.Warning(warning);
    }
    return Print(ListAllowedText(loaded, allow_path_));
  }

  ExitState ExplainWithRules() {
    const store::LoadedRules loaded = LoadRules(allow_path_, reporter_);
    const policy::TrustedDirs trusted = policy::TrustedDirs::BuiltIn();
    const ExplainContext context = {
        .loaded = loaded, .trusted = trusted, .allow_path = allow_path_};
    const auto find = [this](absl::string_view name) {
      return os::Resolve(name, environment_.search_path);
    };
    if (options_.command.empty()) {
      return Written(ExplainLines(
          context, find, STDIN_FILENO,
          [this](const std::string& text) { return console_.Print(text); }));
    }
    const Explanation explanation = Explain(context, find, options_.command);
    ExitState end = Print(
        options_.json
            ? absl::StrCat(base::WriteJson(ExplanationJson(explanation)), "\n")
            : ExplanationText(explanation));
    if (end.status == 0) end.status = ExplainStatus(explanation.decision);
    return end;
  }

  // Runs `mode` with a token that ctrl-c and the like fire.
  ExitState Interruptible(ExitState (Run::*mode)(base::CancelSource&)) {
    auto source = base::CancelSource::Create();
    if (!source.ok()) {
      return Fail({.code = base::FailureCode::kInternalError,
                   .lines = {std::string(source.status().message())}});
    }
    const os::SignalWatch signals(**source);
    return (this->*mode)(**source);
  }

  ExitState ShowModelInfo(base::CancelSource& source) {
    const base::Cancel cancel = source.token();
    auto described = DescribeModel(options_, environment_, reporter_, cancel);
    if (auto* failure = std::get_if<base::Failure>(&described)) {
      return Fail(*failure);
    }
    if (std::holds_alternative<InfoCancelled>(described)) {
      return Cancelled(cancel);
    }
    return Print(std::get<std::string>(described));
  }

  ExitState StopServer(base::CancelSource& source) {
    const base::Cancel cancel = source.token();
    auto stopped = StopServers(environment_, cancel);
    if (cancel.cancelled()) return Cancelled(cancel);
    if (auto* failure = std::get_if<base::Failure>(&stopped)) {
      return Fail(*failure);
    }
    return Print(std::get<std::string>(stopped));
  }

  ExitState OneShot(base::CancelSource& source) {
    const base::Cancel cancel = source.token();
    Session session(options_, environment_, console_, reporter_, allow_path_);
    if (const auto failure = session.Choose(cancel)) return Fail(*failure);
    reporter_.ReadingInput();
    auto content = ReadContent(options_, STDIN_FILENO, reporter_, cancel);
    if (auto* failure = std::get_if<base::Failure>(&content)) {
      return Fail(*failure);
    }
    if (std::holds_alternative<ContentCancelled>(content)) {
      return Cancelled(cancel);
    }
    reporter_.Thinking();
    std::string message = chat::ComposeMessage(
        DecodeText(options_.prompt.value_or(""), "prompt", reporter_),
        std::get<std::string>(content));
    if (message.empty()) return Fail(NothingToDo());
    return WithModel(session, cancel, [&] {
      if (const auto failure = session.Preflight(message, cancel)) {
        return Fail(*failure);
      }
      return Finish(session.Talk(std::move(message), cancel), cancel);
    });
  }

  ExitState Interactive(base::CancelSource& source) {
    const base::Cancel cancel = source.token();
    Session session(options_, environment_, console_, reporter_, allow_path_);
    if (const auto failure = session.Choose(cancel)) return Fail(*failure);
    return WithModel(session, cancel, [&] {
      chat::InteractiveEnd end = Converse(session, console_, reporter_,
                                          environment_, STDIN_FILENO, source);
      return std::visit(
          [&](auto& ended) { return Finish(AsTurn(ended), cancel); }, end);
    });
  }

  static chat::TurnResult AsTurn(const chat::ConversationOver&) {
    return chat::TurnDone{};
  }
  template <typename Ended>
  static chat::TurnResult AsTurn(const Ended& ended) {
    return ended;
  }

  // Waits for the model, then does `then`.
  ExitState WithModel(Session& session, const base::Cancel& cancel,
                      absl::FunctionRef<ExitState()> then) {
    auto opened = session.Open(cancel);
    if (auto* failure = std::get_if<base::Failure>(&opened)) {
      return Fail(*failure);
    }
    if (std::holds_alternative<OpenCancelled>(opened)) {
      return Cancelled(cancel);
    }
    return then();
  }

  ExitState Finish(const chat::TurnResult& result, const base::Cancel& cancel) {
    if (const auto* failed = std::get_if<chat::TurnFailed>(&result)) {
      return Fail(failed->failure);
    }
    if (const auto* unwritable = std::get_if<chat::TurnUnwritable>(&result)) {
      return Written(unwritable->status);
    }
    if (std::holds_alternative<chat::TurnCancelled>(result)) {
      return Cancelled(cancel);
    }
    return {};
  }

  static ExitState Cancelled(const base::Cancel& cancel) {
    return {.status = kInterruptedStatus, .ended_by = cancel.reason()};
  }

  const Options& options_;
  const Environment& environment_;
  Console console_;
  Reporter reporter_;
  std::string allow_path_;
};

}  // namespace

ExitState RunApp(std::span<const absl::string_view> words,
                 const Environment& environment) {
  bool json_errors = false;
  auto parsed = ParseFlags(words, json_errors);
  if (const auto* failure = std::get_if<base::Failure>(&parsed)) {
    return Run(Options{.json = json_errors}, environment).Fail(*failure);
  }
  return Run(std::get<Options>(parsed), environment).Start();
}

}  // namespace aii::cli
