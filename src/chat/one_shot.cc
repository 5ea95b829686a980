#include "chat/one_shot.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace aii::chat {

std::string ComposeMessage(absl::string_view prompt,
                           absl::string_view content) {
  if (content.empty()) return std::string(prompt);
  if (prompt.empty()) return std::string(content);
  const absl::string_view newline = absl::EndsWith(content, "\n") ? "" : "\n";
  return absl::StrCat(prompt, "\n\n--- CONTENT ---\n", content, newline,
                      "--- END CONTENT ---");
}

}  // namespace aii::chat
