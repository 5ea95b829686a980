#include "model/chat_request.h"

#include <utility>

#include "base/status_macros.h"

namespace aii::model {
namespace {

using base::Json;
using base::JsonArray;
using base::JsonObject;

// What a model wrote that is no JSON object would make servers that build their
// prompt from it fail on every later request. The result of the call tells the
// model what was wrong.
std::string SafeArguments(const std::string& arguments_json) {
  const auto json = base::ParseJson(arguments_json);
  return json.ok() && json->as_object() != nullptr ? arguments_json : "{}";
}

Json CallJson(const ReplyCall& call) {
  return JsonObject{
      {"id", call.id},
      {"type", "function"},
      {"function",
       JsonObject{{"name", call.name},
                  {"arguments", SafeArguments(call.arguments_json)}}}};
}

}  // namespace

ChatTranscript::ChatTranscript(const std::string& instructions) {
  if (instructions.empty()) return;
  messages_.push_back(
      JsonObject{{"role", "system"}, {"content", instructions}});
}

void ChatTranscript::AddUser(const std::string& text) {
  messages_.push_back(JsonObject{{"role", "user"}, {"content", text}});
}

void ChatTranscript::AddAssistant(const std::string& text,
                                  const std::vector<ReplyCall>& calls) {
  JsonObject message{{"role", "assistant"}, {"content", text}};
  if (!calls.empty()) {
    JsonArray list;
    for (const ReplyCall& call : calls) list.push_back(CallJson(call));
    message.emplace_back("tool_calls", std::move(list));
  }
  messages_.push_back(std::move(message));
}

void ChatTranscript::AddResult(const std::string& call_id,
                               const std::string& text) {
  messages_.push_back(JsonObject{
      {"role", "tool"}, {"tool_call_id", call_id}, {"content", text}});
}

void ChatTranscript::CutTo(std::size_t size) {
  AII_CHECK(size <= messages_.size());
  messages_.resize(size);
}

std::optional<Json> ToolsJson(const ToolSpec& tool) {
  auto parameters = base::ParseJson(tool.parameters_json);
  if (!parameters.ok()) return std::nullopt;
  return JsonArray{JsonObject{
      {"type", "function"},
      {"function", JsonObject{{"name", tool.name},
                              {"description", tool.description},
                              {"parameters", *std::move(parameters)}}}}};
}

std::string ChatRequestBody(const ChatTranscript& transcript,
                            const ChatRequestOptions& options) {
  JsonObject body;
  if (!options.model.empty()) body.emplace_back("model", options.model);
  body.emplace_back("messages", transcript.messages());
  if (options.tools.has_value()) {
    body.emplace_back("tools", *options.tools);
    if (options.forbid_tools) body.emplace_back("tool_choice", "none");
  }
  if (options.temperature >= 0) {
    body.emplace_back("temperature", options.temperature);
  }
  if (options.max_tokens > 0) {
    body.emplace_back("max_tokens", options.max_tokens);
  }
  body.emplace_back("stream", true);
  return base::WriteJson(body);
}

}  // namespace aii::model
