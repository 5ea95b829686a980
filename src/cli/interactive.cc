#include "cli/interactive.h"

#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "base/terminal_lease.h"
#include "cli/content.h"
#include "os/line_editor.h"
#include "os/line_reader.h"

namespace aii::cli {
namespace {

constexpr absl::string_view kHeader =
    "aii \u2014 Apple Intelligence Interface\n"
    "Type /new to reset, /quit to exit.\n";
constexpr absl::string_view kHelp =
    "/new         forget the conversation and start a fresh one\n"
    "/quit, /exit end (so does ctrl-D)\n"
    "/help        this\n"
    "A line that ends in a backslash goes on with the next one. Ctrl-C stops\n"
    "an answer, or gives up a line.\n";
constexpr absl::string_view kClearScreen = "\033[H\033[2J";

base::Failure InputFailure(std::string why) {
  return {.code = base::FailureCode::kInternalError, .lines = {std::move(why)}};
}

// The person's lines and notices, on the terminal.
class TerminalLines final : public chat::LineSource {
 public:
  TerminalLines(os::LineEditor& editor, base::TerminalOwner& owner)
      : editor_(editor), owner_(owner) {}

  chat::Input ReadLine(const base::Cancel& cancel) override {
    const base::TerminalLease lease(owner_);
    os::EditorAnswer answer = editor_.Read("> ", cancel);
    if (auto* line = std::get_if<os::EditedLine>(&answer)) {
      return std::move(line->text);
    }
    // The shell's prompt is not to stand behind ours.
    if (std::holds_alternative<os::EditorClosed>(answer)) {
      (void)editor_.Write("\n", cancel);
      return chat::InputEnded{};
    }
    if (cancel.reason() == base::CancelReason::kInterrupt) {
      return chat::InputGivenUp{};
    }
    return chat::InputCancelled{};
  }

  void Remember(const std::string& message) override {
    editor_.Remember(message);
  }

 private:
  os::LineEditor& editor_;
  base::TerminalOwner& owner_;
};

class PipedLines final : public chat::LineSource {
 public:
  PipedLines(int fd, base::EventSink& events)
      : reader_(fd, kMaxContentBytes), events_(events) {}

  chat::Input ReadLine(const base::Cancel& cancel) override {
    const auto line = reader_.Next(cancel);
    if (absl::IsCancelled(line.status())) return chat::InputCancelled{};
    if (!line.ok()) {
      return chat::InputFailed{InputFailure(absl::StrCat(
          "cannot read standard input: ", line.status().message()))};
    }
    if (!line->has_value()) return chat::InputEnded{};
    return DecodeText(std::string(**line), "message", events_);
  }

  void Remember(const std::string&) override {}

 private:
  os::LineReader reader_;
  base::EventSink& events_;
};

// What the person is shown. `editor` is nullptr where there is no terminal.
class Shown final : public chat::Conversation {
 public:
  Shown(Session& session, Console& console, Reporter& reporter,
        os::LineEditor* editor, bool clears, const base::Cancel& cancel)
      : session_(session),
        console_(console),
        reporter_(reporter),
        editor_(editor),
        clears_(clears),
        cancel_(cancel) {}

  chat::TurnResult Talk(std::string message) override {
    chat::TurnResult result = session_.Talk(std::move(message), cancel_);
    if (!std::holds_alternative<chat::TurnDone>(result)) return result;
    // A blank line after each response.
    const absl::Status written = console_.Print("\n");
    if (!written.ok()) return chat::TurnUnwritable{written};
    return result;
  }

  std::optional<base::Failure> StartAnew() override {
    auto opened = session_.Open(cancel_);
    if (auto* failure = std::get_if<base::Failure>(&opened)) {
      return std::move(*failure);
    }
    return std::nullopt;
  }

  void ShowHeader(bool anew) override {
    Show(absl::StrCat(anew && clears_ ? kClearScreen : "", kHeader));
  }
  void ShowHelp() override { Show(kHelp); }
  void ShowUnknown(absl::string_view command) override {
    const std::string text = absl::StrCat("unknown command '", command,
                                          "'; /help lists what there is");
    if (editor_ == nullptr) return reporter_.Note(text);
    Show(absl::StrCat("aii: ", text, "\n"));
  }
  void ShowFailure(const base::Failure& failure) override {
    (void)reporter_.Fail(failure);
    if (failure.code == base::FailureCode::kContextExceeded) {
      reporter_.Note("use /new to start a fresh conversation");
    }
  }
  void ShowInterrupted() override { Show("\n"); }

 private:
  void Show(absl::string_view text) {
    if (editor_ == nullptr) return;
    const base::TerminalLease lease(console_);
    (void)editor_->Write(text, cancel_);
  }

  Session& session_;
  Console& console_;
  Reporter& reporter_;
  os::LineEditor* editor_;
  const bool clears_;
  const base::Cancel cancel_;
};

}  // namespace

chat::InteractiveEnd Converse(Session& session, Console& console,
                              Reporter& reporter,
                              const Environment& environment, int stdin_fd,
                              base::CancelSource& source) {
  if (::isatty(stdin_fd) == 0) {
    PipedLines lines(stdin_fd, reporter);
    Shown shown(session, console, reporter, nullptr, false, source.token());
    return chat::RunInteractive(lines, shown, source);
  }
  auto editor = os::LineEditor::Open(source.token());
  if (absl::IsCancelled(editor.status())) return chat::TurnCancelled{};
  if (!editor.ok()) {
    return chat::TurnFailed{
        InputFailure(std::string(editor.status().message()))};
  }
  TerminalLines lines(**editor, console);
  Shown shown(session, console, reporter, editor->get(),
              !environment.dumb_terminal, source.token());
  return chat::RunInteractive(lines, shown, source);
}

}  // namespace aii::cli
