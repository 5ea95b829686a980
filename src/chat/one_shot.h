// The message of a one-shot call: the prompt, with content.
//
// Layer: chat (pure).
// Spec:  docs/spec.md, "Modes".

#ifndef AII_CHAT_ONE_SHOT_H_
#define AII_CHAT_ONE_SHOT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace aii::chat {

// Returns the prompt, a blank line, and the content between its marker lines;
// the prompt alone where there is no content, the content alone where there is
// no prompt.
std::string ComposeMessage(absl::string_view prompt, absl::string_view content);

}  // namespace aii::chat

#endif  // AII_CHAT_ONE_SHOT_H_
