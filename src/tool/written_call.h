// A call that a model writes as text, where it should have made it.
//
// Layer: tool (pure). Every byte read here is hostile.
// Spec:  docs/spec/exec.md; ADR 11.

#ifndef AII_TOOL_WRITTEN_CALL_H_
#define AII_TOOL_WRITTEN_CALL_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace aii::tool {

// Longest text that is held back because it may be such a call, in bytes.
inline constexpr std::size_t kMaxHeldBytes = 8u << 10;

// Watches the text of one message as it comes. A written call is a message that
// is nothing but one JSON object, maybe in a code fence, that names the tool or
// has an "executable" where the tool has it; or one that begins with
// "<tool_call>", as many small models write it. Nothing here is ever run: it is
// told from an answer, so that the model can be told what to do instead.
class WrittenCallWatch {
 public:
  // Takes more of the message. Returns what can be shown now: all of it, once
  // it can't become a written call any more; nothing as long as it can.
  // Cost: O(text), and O(kMaxHeldBytes) while text is held back.
  std::string Feed(absl::string_view text);

  struct End {
    std::string text;      // what was held back
    bool is_call = false;  // it is a written call
  };

  // The message is over; the next Feed() begins a new one.
  // Cost: O(kMaxHeldBytes).
  End Finish();

 private:
  std::string held_;
  bool passes_ = false;  // what comes is no written call
};

}  // namespace aii::tool

#endif  // AII_TOOL_WRITTEN_CALL_H_
