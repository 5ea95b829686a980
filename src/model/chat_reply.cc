#include "model/chat_reply.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "model/server_error.h"

namespace aii::model {
namespace {

using base::Failure;
using base::Json;

// The member `name` unless it is missing or null, which mean the same here.
const Json* Present(const Json& object, absl::string_view name) {
  const Json* member = object.Find(name);
  return member == nullptr || member->is_null() ? nullptr : member;
}

std::string StringMember(const Json& object, absl::string_view name) {
  const Json* member = object.Find(name);
  const std::string* text = member == nullptr ? nullptr : member->as_string();
  return text == nullptr ? std::string() : *text;
}

std::optional<std::int64_t> IndexOf(const Json& call) {
  const Json* member = call.Find("index");
  const std::int64_t* index = member == nullptr ? nullptr : member->as_int();
  if (index == nullptr) return std::nullopt;
  return *index;
}

// The first of "choices"; more are never asked for.
const Json* FirstChoice(const Json& event) {
  const Json* choices = event.Find("choices");
  const base::JsonArray* list =
      choices == nullptr ? nullptr : choices->as_array();
  return list == nullptr || list->empty() ? nullptr : &list->front();
}

// What tells of a failure, or nullptr: the member "error", or an event that is
// an error itself, as llama-server and vLLM sent them.
const Json* ErrorIn(const Json& event) {
  if (const Json* error = Present(event, "error"); error != nullptr) {
    return error;
  }
  const bool is_error = Present(event, "choices") == nullptr &&
                        !StringMember(event, "message").empty() &&
                        Present(event, "code") != nullptr;
  return is_error ? &event : nullptr;
}

}  // namespace

ChatReply::Step ChatReply::Take(absl::string_view data) {
  if (done_) return std::string();
  if (data == "[DONE]") {
    done_ = true;
    return std::string();
  }
  const auto event = base::ParseJson(data);
  if (!event.ok()) return MalformedReply(event.status().message());
  if (event->as_object() == nullptr) return MalformedReply("not an object");
  if (const Json* error = ErrorIn(*event); error != nullptr) {
    return StreamedFailure(*error);
  }
  const Json* choice = FirstChoice(*event);
  if (choice == nullptr) return std::string();  // usage, a ping

  const std::size_t before = text_.size();
  const Json* delta = Present(*choice, "delta");
  const Json* message = Present(*choice, "message");
  if (const Json* said = delta != nullptr ? delta : message; said != nullptr) {
    std::optional<Failure> failure = TakeMessage(*said, delta == nullptr);
    if (failure.has_value()) return *std::move(failure);
  }
  if (std::string reason = StringMember(*choice, "finish_reason");
      !reason.empty()) {
    finish_reason_ = std::move(reason);
  } else if (delta == nullptr && message != nullptr && finish_reason_.empty()) {
    finish_reason_ = "stop";  // a whole message needs no word that it is one
  }
  return text_.substr(before);
}

std::string ChatReply::End() {
  std::string rest = think_.End();
  text_.append(rest);
  return rest;
}

// whole: a "message", whose calls stand one beside the other.
std::optional<Failure> ChatReply::TakeMessage(const Json& message, bool whole) {
  const Json* content = Present(message, "content");
  const std::string* text = content == nullptr ? nullptr : content->as_string();
  if (content != nullptr && text == nullptr) {
    return MalformedReply("'content' is not a string");
  }
  if (const Json* calls = Present(message, "tool_calls"); calls != nullptr) {
    std::optional<Failure> failure = TakeCalls(*calls, whole);
    if (failure.has_value()) return failure;
  }
  // Last: text of an event that is refused was never said.
  if (text != nullptr) text_.append(think_.Feed(*text));
  return std::nullopt;
}

std::optional<Failure> ChatReply::TakeCalls(const Json& list, bool whole) {
  const base::JsonArray* calls = list.as_array();
  if (calls == nullptr) return MalformedReply("'tool_calls' is not an array");
  std::int64_t position = 0;
  for (const Json& call : *calls) {
    const auto index =
        whole ? std::optional<std::int64_t>(position) : IndexOf(call);
    std::optional<Failure> failure = TakeCall(call, index);
    if (failure.has_value()) return failure;
    ++position;
  }
  return std::nullopt;
}

std::optional<Failure> ChatReply::TakeCall(const Json& call,
                                           std::optional<std::int64_t> index) {
  if (call.as_object() == nullptr) return MalformedReply("no tool call");
  const Json* function = Present(call, "function");
  if (function == nullptr) return std::nullopt;  // it calls nothing
  if (function->as_object() == nullptr) {
    return MalformedReply("'function' is not an object");
  }
  const std::string id = StringMember(call, "id");
  const std::string name = StringMember(*function, "name");
  ReplyCall* target = FindCall(id, index);
  // Whole calls one after the other, told apart by nothing but their names.
  const bool begins_again = target != nullptr && !index.has_value() &&
                            id.empty() && !name.empty() &&
                            !target->arguments_json.empty();
  if (target == nullptr || begins_again) {
    if (calls_.size() == kMaxCallsPerReply) {
      return MalformedReply("too many tool calls");
    }
    calls_.push_back({id, "", ""});
    indexes_.push_back(index);
    target = &calls_.back();
  }
  // Some servers repeat the name in every fragment.
  if (target->name.empty()) target->name = name;
  if (const Json* arguments = Present(*function, "arguments");
      arguments != nullptr) {
    const std::string* text = arguments->as_string();
    target->arguments_json.append(
        text != nullptr ? *text : base::WriteJson(*arguments));
  }
  return std::nullopt;
}

// The call that a fragment continues, or nullptr where it begins one. An id
// that is new begins one whatever the index says: some servers give index 0 to
// every call.
ReplyCall* ChatReply::FindCall(const std::string& id,
                               std::optional<std::int64_t> index) {
  for (std::size_t i = calls_.size(); i-- > 0;) {
    ReplyCall& call = calls_[i];
    const bool same_id = id.empty() || call.id.empty() || id == call.id;
    // Without an index a fragment without an id goes on with the last call.
    const bool same_index = index.has_value() ? indexes_[i] == index
                                              : !call.id.empty() || id.empty();
    if (same_id && same_index) return &call;
  }
  return nullptr;
}

int ChatReply::NameCalls(int next_number) {
  for (ReplyCall& call : calls_) {
    if (call.id.empty()) call.id = absl::StrCat("call_", next_number++);
  }
  return next_number;
}

}  // namespace aii::model
