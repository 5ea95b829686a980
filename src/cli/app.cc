#include "cli/app.h"

#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "approve/tty_approver.h"
#include "base/clock.h"
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
#include "cli/model_choice.h"
#include "cli/model_info.h"
#include "cli/reporter.h"
#include "exec/host.h"
#include "os/resolve.h"
#include "os/signals.h"
#include "policy/trusted_dirs.h"
#include "store/allow_file.h"
#include "tool/call.h"

namespace aii::cli {
namespace {

constexpr int kInterruptedStatus = 130;

std::string WorkingDirectory() {
  std::string path(4096, '\0');
  if (::getcwd(path.data(), path.size()) == nullptr) return "";
  path.resize(path.find('\0'));
  return path;
}

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
    if (options_.reset_allowed) {
      auto reset = ResetAllowed(allow_path_);
      if (auto* failure = std::get_if<base::Failure>(&reset)) {
        return Fail(*failure);
      }
      return Print(std::get<std::string>(reset));
    }
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
    const store::LoadedRules loaded = LoadRules();
    for (const std::string& warning : RuleWarnings(loaded)) {
      reporter_.Warning(warning);
    }
    return Print(ListAllowedText(loaded, allow_path_));
  }

  ExitState ExplainWithRules() {
    const store::LoadedRules loaded = LoadRules();
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

  store::LoadedRules LoadRules() {
    store::LoadedRules loaded = store::LoadAllowFile(allow_path_);
    for (const std::string& warning : loaded.warnings) {
      reporter_.Warning(warning);
    }
    return loaded;
  }

  // Runs `mode` with a token that ctrl-c and the like fire.
  ExitState Interruptible(ExitState (Run::*mode)(const base::Cancel&)) {
    auto source = base::CancelSource::Create();
    if (!source.ok()) {
      return Fail({.code = base::FailureCode::kInternalError,
                   .lines = {std::string(source.status().message())}});
    }
    const os::SignalWatch signals(**source);
    return (this->*mode)((*source)->token());
  }

  ExitState ShowModelInfo(const base::Cancel& cancel) {
    auto described = DescribeModel(options_, environment_, reporter_, cancel);
    if (auto* failure = std::get_if<base::Failure>(&described)) {
      return Fail(*failure);
    }
    if (std::holds_alternative<InfoCancelled>(described)) {
      return Cancelled(cancel);
    }
    return Print(std::get<std::string>(described));
  }

  ExitState OneShot(const base::Cancel& cancel) {
    auto chosen = ChooseModel(options_.model, environment_);
    if (auto* failure = std::get_if<base::Failure>(&chosen)) {
      return Fail(*failure);
    }
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

    auto opened = OpenModel(std::get<PendingModel>(chosen), Session(),
                            reporter_, base::MonotonicClock(), cancel);
    if (auto* failure = std::get_if<base::Failure>(&opened)) {
      return Fail(*failure);
    }
    if (std::holds_alternative<OpenCancelled>(opened)) {
      return Cancelled(cancel);
    }
    auto& backend = *std::get<std::unique_ptr<model::Backend>>(opened);
    return Finish(Talk(backend, std::move(message), cancel), cancel);
  }

  model::SessionOptions Session() const {
    if (!options_.exec) return {};
    return {.instructions = tool::SessionInstructions(environment_.home,
                                                      WorkingDirectory()),
            .tool = model::ToolSpec{
                .name = std::string(tool::kToolName),
                .description = std::string(tool::ToolDescription()),
                .parameters_json = std::string(tool::ToolParametersJson())}};
  }

  chat::TurnResult Talk(model::Backend& backend, std::string message,
                        const base::Cancel& cancel) {
    if (!options_.exec) {
      return chat::RunTurn(backend, std::move(message), nullptr, console_,
                           cancel);
    }
    store::LoadedRules loaded = LoadRules();
    const policy::TrustedDirs trusted = policy::TrustedDirs::BuiltIn();
    approve::TtyApprover approver(console_);
    exec::Host host(
        {.rules = loaded.rules,
         .trusted = trusted,
         .approver = approver,
         .events = reporter_,
         .clock = base::MonotonicClock(),
         .search_path = environment_.search_path,
         .limits = {},
         .save_rule = [this](const std::vector<std::string>& words)
             -> absl::Status { return store::SaveRule(allow_path_, words); },
         .allow_path =
             allow_path_.empty() ? "~/.config/aii/allow" : allow_path_});
    return chat::RunTurn(backend, std::move(message), &host, console_, cancel);
  }

  ExitState Finish(const chat::TurnResult& result, const base::Cancel& cancel) {
    console_.Doing({});
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
