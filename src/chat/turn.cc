#include "chat/turn.h"

#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tool/call.h"
#include "tool/result_text.h"

namespace aii::chat {
namespace {

class Turn {
 public:
  Turn(model::Backend& backend, exec::Host* host, AnswerSink& sink,
       const base::Cancel& cancel)
      : backend_(backend), host_(host), sink_(sink), cancel_(cancel) {}

  // Handles one event; the result once the turn is over.
  std::optional<TurnResult> operator()(const model::TextDelta& delta) {
    const absl::Status written = sink_.Write(delta.text);
    if (!written.ok()) return TurnUnwritable{written};
    return std::nullopt;
  }

  std::optional<TurnResult> operator()(const model::ToolCall& call) {
    backend_.Answer(call.id, Serve(call));
    if (cancel_.cancelled()) return TurnCancelled{};
    return std::nullopt;
  }

  std::optional<TurnResult> operator()(const model::Done&) {
    return TurnDone{};
  }

  std::optional<TurnResult> operator()(const model::Error& error) {
    return TurnFailed{error.failure};
  }

  std::optional<TurnResult> operator()(const model::Cancelled&) {
    return TurnCancelled{};
  }

 private:
  std::string Serve(const model::ToolCall& call) {
    if (host_ == nullptr || call.name != tool::kToolName) {
      return absl::StrCat("Error: there is no tool named ", call.name);
    }
    if (!backend_.OwnsToolLoop() && ++calls_ > kMaxToolCalls) {
      backend_.StopCalling();
      return std::string(tool::TooManyCallsText());
    }
    return host_->RunCommand(call.arguments_json, cancel_);
  }

  model::Backend& backend_;
  exec::Host* host_;
  AnswerSink& sink_;
  const base::Cancel& cancel_;
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
