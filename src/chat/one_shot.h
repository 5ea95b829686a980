// A one-shot call: its message, and whether that can fit at all.
//
// Layer: chat.
// Spec:  docs/spec.md, "Modes".

#ifndef AII_CHAT_ONE_SHOT_H_
#define AII_CHAT_ONE_SHOT_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "base/cancel.h"
#include "base/failure.h"
#include "model/backend.h"

namespace aii::chat {

// Returns the prompt, a blank line, and the content between its marker lines;
// the prompt alone where there is no content, the content alone where there is
// no prompt.
std::string ComposeMessage(absl::string_view prompt, absl::string_view content);

// Whether `message` alone fills the window of the model, so that the call would
// fail for certain: then why. Nothing where the backend can't count, or
// `cancel` fired.
//
// Cost: nothing for a message of no more bytes than the smallest usual window
//       has tokens, since a token is a byte at least; else Info(), and where
//       that leaves a doubt, CountTokens().
std::optional<base::Failure> Preflight(model::Backend& backend,
                                       const std::string& message,
                                       const base::Cancel& cancel);

}  // namespace aii::chat

#endif  // AII_CHAT_ONE_SHOT_H_
