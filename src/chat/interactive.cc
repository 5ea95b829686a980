#include "chat/interactive.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace aii::chat {
namespace {

// "/word", and not "/etc/hosts" or "/etc is what?".
bool IsCommand(absl::string_view message) {
  if (message.size() < 2 || message[0] != '/') return false;
  for (const char c : message.substr(1)) {
    if (!absl::ascii_isalpha(static_cast<unsigned char>(c))) return false;
  }
  return true;
}

class Loop {
 public:
  Loop(LineSource& lines, Conversation& conversation,
       base::CancelSource& source)
      : lines_(lines), conversation_(conversation), source_(source) {}

  InteractiveEnd Run() {
    conversation_.ShowHeader(/*anew=*/false);
    std::optional<InteractiveEnd> end;
    while (!end.has_value()) end = Step(ReadMessage());
    return *std::move(end);
  }

 private:
  using Stepped = std::optional<InteractiveEnd>;  // nothing: it goes on

  // Lines up to one that does not end in a backslash.
  Input ReadMessage() {
    std::string message;
    for (;;) {
      Input input = lines_.ReadLine(source_.token());
      const auto* line = std::get_if<std::string>(&input);
      if (line == nullptr) {
        const bool said = !message.empty();
        if (said && std::holds_alternative<InputEnded>(input)) return message;
        return input;
      }
      if (!absl::EndsWith(*line, "\\")) return absl::StrCat(message, *line);
      absl::StrAppend(&message, line->substr(0, line->size() - 1), "\n");
    }
  }

  Stepped Step(Input input) {
    if (std::holds_alternative<InputEnded>(input)) return ConversationOver{};
    if (std::holds_alternative<InputCancelled>(input)) return TurnCancelled{};
    if (std::holds_alternative<InputGivenUp>(input)) return GoOn();
    if (auto* failed = std::get_if<InputFailed>(&input)) {
      return TurnFailed{std::move(failed->failure)};
    }
    std::string message = std::get<std::string>(std::move(input));
    const absl::string_view words = absl::StripAsciiWhitespace(message);
    if (words.empty()) return std::nullopt;
    lines_.Remember(message);
    if (IsCommand(words)) return Command(words);
    return AfterTurn(conversation_.Talk(std::move(message)));
  }

  Stepped Command(absl::string_view command) {
    if (command == "/quit" || command == "/exit") return ConversationOver{};
    if (command == "/help") {
      conversation_.ShowHelp();
    } else if (command == "/new") {
      return StartAnew();
    } else {
      conversation_.ShowUnknown(command);
    }
    return std::nullopt;
  }

  Stepped StartAnew() {
    const std::optional<base::Failure> failure = conversation_.StartAnew();
    if (source_.token().cancelled()) return GoOn();
    if (failure.has_value()) {
      conversation_.ShowFailure(*failure);
    } else {
      conversation_.ShowHeader(/*anew=*/true);
    }
    return std::nullopt;
  }

  Stepped AfterTurn(TurnResult result) {
    if (auto* unwritable = std::get_if<TurnUnwritable>(&result)) {
      return *std::move(unwritable);
    }
    if (const auto* failed = std::get_if<TurnFailed>(&result)) {
      conversation_.ShowFailure(failed->failure);
    }
    return GoOn();
  }

  // An interrupt may also come just as a turn ends.
  Stepped GoOn() {
    const bool interrupted = source_.token().cancelled();
    source_.Reset();
    if (source_.token().cancelled()) return TurnCancelled{};
    if (interrupted) conversation_.ShowInterrupted();
    return std::nullopt;
  }

  LineSource& lines_;
  Conversation& conversation_;
  base::CancelSource& source_;
};

}  // namespace

InteractiveEnd RunInteractive(LineSource& lines, Conversation& conversation,
                              base::CancelSource& source) {
  return Loop(lines, conversation, source).Run();
}

}  // namespace aii::chat
