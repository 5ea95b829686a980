#include "chat/one_shot.h"

#include <cstddef>
#include <variant>

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

std::optional<base::Failure> Preflight(model::Backend& backend,
                                       const std::string& message,
                                       const base::Cancel& cancel) {
  if (message.size() <= model::kDefaultContextTokens) return std::nullopt;
  const model::InfoResult info = backend.Info(cancel);
  const auto* known = std::get_if<model::ModelInfo>(&info);
  if (known == nullptr) return std::nullopt;  // the turn will say why
  const int window = known->context_tokens;
  if (message.size() <= static_cast<std::size_t>(window)) return std::nullopt;
  const std::optional<int> tokens = backend.CountTokens(message, cancel);
  if (!tokens.has_value() || *tokens <= window) return std::nullopt;
  return base::Failure{
      .code = base::FailureCode::kContextExceeded,
      .lines = {absl::StrCat("Input is ", *tokens, " tokens, exceeding the ",
                             window, "-token context window"),
                "try a shorter input or trim --file/stdin content"}};
}

}  // namespace aii::chat
