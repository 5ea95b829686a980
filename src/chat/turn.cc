#include "chat/turn.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "chat/repetition.h"
#include "tool/call.h"
#include "tool/result_text.h"
#include "tool/written_call.h"

namespace aii::chat {
namespace {

base::Failure Repeating(int context_tokens) {
  return {
      .code = base::FailureCode::kContextExceeded,
      .lines = {absl::StrCat("Response appears to be repeating \u2014 likely "
                             "exceeded the ",
                             context_tokens, "-token context window"),
                "try a shorter input, limit expected response length or "
                "use /new to reset in interactive mode"}};
}

class Turn {
 public:
  Turn(model::Backend& backend, exec::Host* host, AnswerSink& sink,
       const base::Cancel& cancel)
      : backend_(backend), host_(host), sink_(sink), cancel_(cancel) {}

  // Handles one event; the result once the turn is over.
  std::optional<TurnResult> operator()(const model::TextDelta& delta) {
    // Without the tool there is no call to be told from an answer.
    return Show(host_ == nullptr ? delta.text : written_.Feed(delta.text));
  }

  std::optional<TurnResult> operator()(const model::ToolCall& call) {
    // One that is written and made is made.
    const tool::WrittenCallWatch::End before = written_.Finish();
    if (!before.is_call) {
      if (auto ended = Show(before.text)) return ended;
    }
    backend_.Answer(call.id, Serve(call));
    if (!cancel_.cancelled()) return std::nullopt;
    // Else the model would work on, for an answer that nobody reads.
    EndTurn(cancel_);
    return TurnCancelled{};
  }

  std::optional<TurnResult> operator()(const model::Done&) {
    const tool::WrittenCallWatch::End last = written_.Finish();
    if (last.is_call && !told_ && calls_ <= kMaxToolCalls) {
      told_ = true;
      backend_.StartTurn(host_->Refuse(std::string(tool::WrittenCallText())));
      return std::nullopt;
    }
    if (auto ended = Show(last.text)) return ended;
    return TurnDone{};
  }

  std::optional<TurnResult> operator()(const model::Error& error) {
    if (auto ended = Show(written_.Finish().text)) return ended;
    return TurnFailed{error.failure};
  }

  std::optional<TurnResult> operator()(const model::Cancelled&) {
    if (auto ended = Show(written_.Finish().text)) return ended;
    return TurnCancelled{};
  }

 private:
  std::optional<TurnResult> Show(absl::string_view text) {
    if (text.empty()) return std::nullopt;
    const std::optional<std::size_t> end = repetition_.Feed(text);
    const absl::Status written =
        sink_.Write(text.substr(0, end.value_or(text.size())));
    if (!written.ok()) return TurnUnwritable{written};
    if (end.has_value()) return StopRepeating();
    return std::nullopt;
  }

  std::string Serve(const model::ToolCall& call) {
    if (host_ == nullptr || call.name != tool::kToolName) {
      std::string text =
          absl::StrCat("Error: there is no tool named ", call.name);
      return host_ == nullptr ? text : host_->Refuse(text);
    }
    if (!backend_.OwnsToolLoop() && ++calls_ > kMaxToolCalls) {
      backend_.StopCalling();
      return std::string(tool::TooManyCallsText());
    }
    return host_->RunCommand(call.arguments_json, cancel_);
  }

  // Takes events until the turn is over. `cancel` has fired.
  void EndTurn(const base::Cancel& cancel) {
    for (;;) {
      const model::Event event = backend_.Next(cancel);
      if (const auto* call = std::get_if<model::ToolCall>(&event)) {
        backend_.Answer(call->id, std::string(tool::InterruptedText()));
      } else if (!std::holds_alternative<model::TextDelta>(event)) {
        return;
      }
    }
  }

  // The model is told to stop as by an interrupt of this turn alone.
  TurnResult StopRepeating() {
    const absl::Status written = sink_.Write("...\n");
    if (!written.ok()) return TurnUnwritable{written};
    auto stop = base::CancelSource::Create();
    if (stop.ok()) {
      (*stop)->Trigger(base::CancelReason::kInterrupt);
      EndTurn((*stop)->token());
    }
    const model::InfoResult info = backend_.Info(cancel_);
    const auto* known = std::get_if<model::ModelInfo>(&info);
    return TurnFailed{Repeating(known == nullptr ? model::kDefaultContextTokens
                                                 : known->context_tokens)};
  }

  model::Backend& backend_;
  exec::Host* host_;
  AnswerSink& sink_;
  const base::Cancel& cancel_;
  RepetitionWatch repetition_;
  tool::WrittenCallWatch written_;
  bool told_ = false;  // that a written call does not run
  int calls_ = 0;
};

}  // namespace

TurnResult RunTurn(model::Backend& backend, std::string message,
                   exec::Host* host, AnswerSink& sink,
                   const base::Cancel& cancel) {
  backend.StartTurn(std::move(message));
  Turn turn(backend, host, sink, cancel);
  std::optional<TurnResult> result;
  while (!result.has_value()) {
    result = std::visit(turn, backend.Next(cancel));
  }
  const absl::Status ended = sink.EndResponse();
  if (!ended.ok() && std::holds_alternative<TurnDone>(*result)) {
    return TurnUnwritable{ended};
  }
  return *std::move(result);
}

}  // namespace aii::chat
