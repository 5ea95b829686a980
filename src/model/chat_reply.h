// One reply of a chat server, put together from its pieces.
//
// Layer: model (pure). Every byte read here is hostile.

#ifndef AII_MODEL_CHAT_REPLY_H_
#define AII_MODEL_CHAT_REPLY_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/string_view.h"
#include "base/failure.h"
#include "base/json.h"
#include "model/think_filter.h"

namespace aii::model {

// Most tool calls of one reply.
inline constexpr std::size_t kMaxCallsPerReply = 64;

struct ReplyCall {
  std::string id;    // not empty once the reply is complete
  std::string name;  // may be empty: the model named none
  std::string arguments_json;

  friend bool operator==(const ReplyCall&, const ReplyCall&) = default;
};

// Reads the "chat.completion.chunk" events of a stream, or one whole
// "chat.completion". Servers differ; accepted are: content that is null or
// missing, calls in fragments or whole, without ids, without indexes, all with
// index 0, with arguments as an object instead of a string, without a function
// (which are none); errors that are no member "error". Reasoning
// ("reasoning_content", or "<think>…</think>" before the text) is no text;
// everything else is ignored.
class ChatReply {
 public:
  // Text that is new in this event, maybe none; or why the turn fails: the
  // server's own error, or kInternalError for what is no such event.
  using Step = std::variant<std::string, base::Failure>;

  // Takes the data of one event ("[DONE]" too), or the whole body where the
  // server does not stream.
  // Cost: O(data).
  Step Take(absl::string_view data);

  // Whether "[DONE]" or a whole reply was seen: nothing more counts.
  bool done() const { return done_; }

  // Whether the reply may end here: done(), or a finish_reason was seen.
  bool complete() const { return done_ || !finish_reason_.empty(); }

  // No event comes any more: the rest of the text, which was held back as it
  // might have been the start of reasoning.
  std::string End();

  // Whether the model stopped because it had no room left.
  bool cut_short() const { return finish_reason_ == "length"; }

  // Everything said so far, and the calls in their order.
  const std::string& text() const { return text_; }
  const std::vector<ReplyCall>& calls() const { return calls_; }

  // "stop", "length", "tool_calls", …; empty before.
  const std::string& finish_reason() const { return finish_reason_; }

  // Gives an id to each call that has none: "call_<n>", n counted on from
  // `next_number`, which is returned increased.
  int NameCalls(int next_number);

 private:
  std::optional<base::Failure> TakeMessage(const base::Json& message,
                                           bool whole);
  std::optional<base::Failure> TakeCalls(const base::Json& list, bool whole);
  std::optional<base::Failure> TakeCall(const base::Json& call,
                                        std::optional<std::int64_t> index);
  ReplyCall* FindCall(const std::string& id, std::optional<std::int64_t> index);

  ThinkFilter think_;
  std::string text_;
  std::vector<ReplyCall> calls_;
  std::vector<std::optional<std::int64_t>> indexes_;  // beside calls_
  std::string finish_reason_;
  bool done_ = false;
};

}  // namespace aii::model

#endif  // AII_MODEL_CHAT_REPLY_H_
