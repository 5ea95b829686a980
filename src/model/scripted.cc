#include "model/scripted.h"

#include <poll.h>

#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "base/status_macros.h"
#include "model/script_steps.h"

namespace aii::model {
namespace {

// Returns false where the token fired first.
bool Sleep(absl::Duration length, const base::Clock& clock,
           const base::Cancel& cancel) {
  const base::Instant deadline = clock.Now() + length;
  while (!cancel.cancelled()) {
    const int timeout_ms = base::PollTimeoutMs(clock, deadline);
    if (timeout_ms == 0) return true;
    struct pollfd wait = {cancel.fd(), POLLIN, 0};
    // EINTR: the loop looks at the token and at the clock again.
    (void)::poll(&wait, 1, timeout_ms);
  }
  return false;
}

class Script final : public Backend {
 public:
  Script(std::vector<Step> steps, const base::Clock& clock)
      : steps_(std::move(steps)), clock_(clock) {}

  InfoResult Info(const base::Cancel&) override {
    for (const Step& step : steps_) {
      const auto* describe = std::get_if<Describe>(&step.action);
      if (describe != nullptr) return describe->info;
    }
    return ModelInfo{.variant = "script"};
  }

  void StartTurn(std::string message) override {
    if (in_turn_) SkipTurn();  // it was left in the middle
    in_turn_ = true;
    message_ = std::move(message);
    result_.clear();
    calling_stopped_ = false;
  }

  Event Next(const base::Cancel& cancel) override {
    while (true) {
      if (cancel.cancelled()) return EndEarly(Cancelled{});
      if (next_ == steps_.size()) return Finished(Done{});
      const Step& step = steps_[next_++];
      std::optional<Event> event = std::visit(
          [&](const auto& action) { return Play(action, step.line, cancel); },
          step.action);
      if (event.has_value()) return *std::move(event);
    }
  }

  void Answer(absl::string_view id, std::string result) override {
    if (id == open_call_) result_ = std::move(result);
  }

  void StopCalling() override { calling_stopped_ = true; }

 private:
  using Played = std::optional<Event>;  // nothing: go on with the next step

  const std::string& Text(Heard heard) const {
    return heard == Heard::kMessage ? message_ : result_;
  }

  void SkipTurn() {
    while (next_ < steps_.size()) {
      if (std::holds_alternative<End>(steps_[next_++].action)) break;
    }
  }

  Event Finished(Event event) {
    in_turn_ = false;
    return event;
  }

  // The rest of this turn is never played.
  Event EndEarly(Event event) {
    SkipTurn();
    return Finished(std::move(event));
  }

  Played Play(const Say& say, int, const base::Cancel&) {
    return TextDelta{say.text};
  }

  Played Play(const SayBack& say, int, const base::Cancel&) {
    if (Text(say.heard).empty()) return std::nullopt;
    return TextDelta{Text(say.heard)};
  }

  Played Play(const Call& call, int, const base::Cancel&) {
    if (calling_stopped_) return std::nullopt;
    ++calls_;
    open_call_ = call.id.empty() ? absl::StrCat("call_", calls_) : call.id;
    return ToolCall{open_call_, call.name, call.arguments_json};
  }

  Played Play(const Expect& expect, int line, const base::Cancel&) {
    const std::string& text = Text(expect.heard);
    if (absl::StrContains(text, expect.part)) return std::nullopt;
    const char* what =
        expect.heard == Heard::kMessage ? "the message" : "the tool result";
    return EndEarly(Error{
        {base::FailureCode::kInternalError,
         {absl::StrCat("The script expected something else (line ", line, ")"),
          absl::StrCat(what, " lacks '", expect.part, "': '", text, "'")},
         {}}});
  }

  Played Play(const Delay& delay, int, const base::Cancel& cancel) {
    if (Sleep(delay.length, clock_, cancel)) return std::nullopt;
    return EndEarly(Cancelled{});
  }

  Played Play(const Fail& fail, int, const base::Cancel&) {
    return EndEarly(Error{fail.failure});
  }

  Played Play(const End&, int, const base::Cancel&) { return Finished(Done{}); }

  Played Play(const Describe&, int, const base::Cancel&) {
    return std::nullopt;
  }

  const std::vector<Step> steps_;
  const base::Clock& clock_;
  std::size_t next_ = 0;
  std::string message_;
  std::string result_;
  std::string open_call_;
  int calls_ = 0;
  bool calling_stopped_ = false;
  bool in_turn_ = false;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Backend>> ParseScript(absl::string_view text,
                                                     const base::Clock& clock) {
  if (text.size() > kMaxScriptBytes) {
    return absl::OutOfRangeError("the script is too large");
  }
  AII_ASSIGN_OR_RETURN(std::vector<Step> steps, ParseSteps(text));
  return std::make_unique<Script>(std::move(steps), clock);
}

}  // namespace aii::model
