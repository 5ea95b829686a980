// A conversation as a chat server wants to read it.
//
// Layer: model (pure).

#ifndef AII_MODEL_CHAT_REQUEST_H_
#define AII_MODEL_CHAT_REQUEST_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "base/json.h"
#include "model/backend.h"
#include "model/chat_reply.h"

namespace aii::model {

// The messages so far. Only appended to or cut at its end, so that the server's
// cache of what it has read stays good.
class ChatTranscript {
 public:
  // instructions: the system message; none where empty.
  explicit ChatTranscript(const std::string& instructions);

  void AddUser(const std::string& text);
  void AddAssistant(const std::string& text,
                    const std::vector<ReplyCall>& calls);
  void AddResult(const std::string& call_id, const std::string& text);

  std::size_t size() const { return messages_.size(); }
  // Forgets what was added after size() was `size`.
  void CutTo(std::size_t size);

  const base::JsonArray& messages() const { return messages_; }

 private:
  base::JsonArray messages_;
};

struct ChatRequestOptions {
  std::string model;        // empty: the server's only one
  double temperature = -1;  // below 0: the server's own
  int max_tokens = 0;       // 0: the server's own
  std::optional<base::Json> tools;
  // The tool stays in the request, so that the prompt keeps its beginning, but
  // must not be called.
  bool forbid_tools = false;
};

// The "tools" member for one tool; nothing where its schema is not JSON.
std::optional<base::Json> ToolsJson(const ToolSpec& tool);

// The body of a streaming request. Text that is not UTF-8 is sent with U+FFFD.
std::string ChatRequestBody(const ChatTranscript& transcript,
                            const ChatRequestOptions& options);

}  // namespace aii::model

#endif  // AII_MODEL_CHAT_REQUEST_H_
