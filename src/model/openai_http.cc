#include "model/openai_http.h"

#include <deque>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "model/chat_reply.h"
#include "model/chat_request.h"
#include "model/event_stream.h"
#include "model/server_error.h"
#include "tool/result_text.h"

namespace aii::model {
namespace {

constexpr int kHttpOk = 200;

// How much of an error's body is kept.
constexpr std::size_t kMaxErrorBytes = 64u << 10;

// Longest reply of a server that does not stream.
constexpr std::size_t kMaxWholeReplyBytes = 16u << 20;

// One reply under way.
struct Exchange {
  std::unique_ptr<os::HttpStream> stream;
  int status = 0;        // 0: no head yet
  std::string body;      // of an error, or of a whole reply
  bool streams = false;  // server-sent events, else a whole JSON reply
  EventStreamParser parser;
  std::deque<std::string> events;
  bool any_event = false;
  ChatReply reply;
};

// The calls of one reply and what came of them.
struct Round {
  std::string text;
  std::vector<ReplyCall> calls;
  std::vector<std::string> results;  // of the first calls
  bool asked = false;                // the next call was given, not answered
};

class OpenAiBackend final : public Backend {
 public:
  explicit OpenAiBackend(OpenAiOptions options)
      : options_(std::move(options)),
        transcript_(options_.session.instructions) {
    request_.model = options_.model;
    request_.temperature = options_.temperature;
    request_.max_tokens = options_.max_tokens;
    if (options_.session.tool.has_value()) {
      request_.tools = ToolsJson(*options_.session.tool);
      AII_CHECK(request_.tools.has_value());
    }
  }

  InfoResult Info(const base::Cancel& cancel) override {
    return AskModelInfo(options_.server, options_.model, cancel);
  }

  std::optional<int> CountTokens(const std::string& text,
                                 const base::Cancel& cancel) override {
    return AskTokenCount(options_.server, options_.model, text, cancel);
  }

  void StartTurn(std::string message) override {
    Conclude();  // of a turn that was left in the middle
    turn_start_ = transcript_.size();
    transcript_.AddUser(message);
    request_.forbid_tools = false;
  }

  Event Next(const base::Cancel& cancel) override {
    while (true) {
      if (cancel.cancelled()) return End(Cancelled{});
      if (round_.has_value()) {
        if (auto call = NextCall(); call.has_value()) return *std::move(call);
        Conclude();
      }
      if (!exchange_.has_value()) StartRequest();
      if (auto event = Pump(cancel); event.has_value()) {
        return *std::move(event);
      }
    }
  }

  void Answer(absl::string_view id, std::string result) override {
    if (!round_.has_value() || !round_->asked) return;
    if (round_->calls[round_->results.size()].id != id) return;
    round_->results.push_back(std::move(result));
    round_->asked = false;
  }

  void StopCalling() override { request_.forbid_tools = true; }

 private:
  // Where something goes on, it gives nothing.
  using Pumped = std::optional<Event>;

  void StartRequest() {
    exchange_.emplace();
    os::HttpRequest request;
    request.path =
        absl::StrCat(options_.server.path_prefix, "/chat/completions");
    request.body = ChatRequestBody(transcript_, request_);
    request.idle_timeout = options_.idle_timeout;
    exchange_->stream =
        os::HttpStream::Start(options_.server.endpoint, std::move(request));
  }

  Pumped NextCall() {
    Round& round = *round_;
    if (round.results.size() == round.calls.size()) return std::nullopt;
    if (request_.forbid_tools) {
      round.results.resize(round.calls.size(),
                           std::string(tool::TooManyCallsText()));
      return std::nullopt;
    }
    round.asked = true;
    const ReplyCall& call = round.calls[round.results.size()];
    return ToolCall{call.id, call.name, call.arguments_json};
  }

  // One step on with the reply.
  Pumped Pump(const base::Cancel& cancel) {
    Exchange& exchange = *exchange_;
    if (!exchange.events.empty()) {
      const std::string data = std::move(exchange.events.front());
      exchange.events.pop_front();
      return TakeData(data);
    }
    if (exchange.reply.done()) return FinishReply();
    auto event = exchange.stream->Next(cancel);
    if (!event.ok()) return Broken(event.status());
    return std::visit([this](auto& part) { return Take(part); }, *event);
  }

  Pumped Take(const os::HttpHead& head) {
    exchange_->status = head.status;
    reached_ = true;
    return std::nullopt;
  }

  Pumped Take(const os::HttpPiece& piece) {
    Exchange& exchange = *exchange_;
    if (exchange.status != kHttpOk) {
      exchange.body.append(piece.bytes, 0,
                           kMaxErrorBytes - exchange.body.size());
      return std::nullopt;
    }
    if (exchange.streams) return TakeStreamed(piece.bytes);
    exchange.body.append(piece.bytes);
    // What a reply is shows in its first character; content types are wrong
    // too often.
    const std::size_t first = exchange.body.find_first_not_of(" \t\r\n");
    if (first == std::string::npos) {
      exchange.body.clear();
      return std::nullopt;
    }
    if (exchange.body[first] == '{') {
      if (exchange.body.size() <= kMaxWholeReplyBytes) return std::nullopt;
      return Fail(ReplyTooLarge());
    }
    exchange.streams = true;
    return TakeStreamed(std::exchange(exchange.body, std::string()));
  }

  Pumped TakeStreamed(absl::string_view bytes) {
    auto events = exchange_->parser.Append(bytes);
    if (!events.ok()) return Fail(ReplyTooLarge());
    for (std::string& data : *events) {
      exchange_->any_event = true;
      exchange_->events.push_back(std::move(data));
    }
    return std::nullopt;
  }

  Pumped Take(const os::HttpEnd&) {
    Exchange& exchange = *exchange_;
    if (exchange.status != kHttpOk) {
      return Fail(ServerFailure(exchange.status, exchange.body));
    }
    if (exchange.reply.complete()) return FinishReply();
    if (!exchange.streams && !exchange.body.empty()) {
      return TakeWhole(std::exchange(exchange.body, std::string()));
    }
    if (!exchange.any_event) {
      return Fail(MalformedReply("no event and no JSON"));
    }
    return Fail(ConnectionLost("the reply has no end"));
  }

  Pumped TakeWhole(const std::string& body) {
    Pumped event = TakeData(body);
    if (exchange_.has_value() && !exchange_->reply.complete()) {
      return Fail(MalformedReply("not a chat completion"));
    }
    return event;
  }

  Pumped TakeData(const std::string& data) {
    ChatReply::Step step = exchange_->reply.Take(data);
    if (auto* failure = std::get_if<base::Failure>(&step); failure != nullptr) {
      return Fail(std::move(*failure));
    }
    std::string& text = std::get<std::string>(step);
    if (text.empty()) return std::nullopt;
    return TextDelta{std::move(text)};
  }

  // The reply is complete: the connection goes before a tool runs.
  Pumped FinishReply() {
    if (std::string rest = exchange_->reply.End(); !rest.empty()) {
      return TextDelta{std::move(rest)};
    }
    // A call may be cut short as well: it is not what the model meant.
    if (exchange_->reply.cut_short()) return Fail(CutShort());
    ChatReply reply = std::move(exchange_->reply);
    exchange_.reset();
    const bool may_call = request_.tools.has_value() && !request_.forbid_tools;
    if (reply.calls().empty() || !may_call) {
      transcript_.AddAssistant(reply.text(), {});
      return Done{};
    }
    next_call_ = reply.NameCalls(next_call_);
    round_.emplace(Round{reply.text(), reply.calls(), {}, false});
    return std::nullopt;
  }

  // Writes down what there is of a reply, whole or not, and of its calls.
  void Conclude() {
    if (round_.has_value()) {
      Round round = *std::exchange(round_, std::nullopt);
      round.results.resize(round.calls.size(),
                           std::string(tool::InterruptedText()));
      transcript_.AddAssistant(round.text, round.calls);
      for (std::size_t i = 0; i < round.calls.size(); ++i) {
        transcript_.AddResult(round.calls[i].id, round.results[i]);
      }
    }
    if (exchange_.has_value()) {
      const std::string said = exchange_->reply.text();
      exchange_.reset();
      if (!said.empty()) transcript_.AddAssistant(said, {});
    }
  }

  // The turn ends early. A message without any answer is forgotten: two of a
  // person in a row are more than many servers accept.
  Event End(Event event) {
    Conclude();
    if (transcript_.size() == turn_start_ + 1) transcript_.CutTo(turn_start_);
    return event;
  }

  Event Fail(base::Failure failure) { return End(Error{std::move(failure)}); }

  Pumped Broken(const absl::Status& status) {
    switch (status.code()) {
      case absl::StatusCode::kCancelled:
        return End(Cancelled{});
      case absl::StatusCode::kUnavailable:
        if (reached_) return Fail(ConnectionLost(status.message()));
        if (TurnToV6(options_.server)) {
          exchange_.reset();
          return std::nullopt;
        }
        return Fail(NoServer(options_.server.display_name, status.message()));
      case absl::StatusCode::kDataLoss:
      case absl::StatusCode::kDeadlineExceeded:
        // Some servers close without the end of the last chunk.
        if (exchange_->reply.complete()) return FinishReply();
        return Fail(ConnectionLost(status.message()));
      default:
        return Fail(TransportFailure(status, options_.server.display_name));
    }
  }

  OpenAiOptions options_;
  ChatRequestOptions request_;
  ChatTranscript transcript_;
  std::size_t turn_start_ = 0;
  std::optional<Exchange> exchange_;
  std::optional<Round> round_;
  int next_call_ = 1;
  bool reached_ = false;  // the server has answered before
};

}  // namespace

std::unique_ptr<Backend> MakeOpenAiBackend(OpenAiOptions options) {
  return std::make_unique<OpenAiBackend>(std::move(options));
}

}  // namespace aii::model
