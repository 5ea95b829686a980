// Shows an argument vector so that it can be reviewed: injective, one line,
// nothing that moves or hides text.
//
// Layer: argv (pure).
// Spec:  SPEC-EXEC 5.4, "Rendering"; docs/decisions.md 1 to 4.

#ifndef AII_ARGV_RENDER_H_
#define AII_ARGV_RENDER_H_

#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"

namespace aii::argv {

// A command longer than this when rendered can't be reviewed (decision 4).
inline constexpr std::size_t kMaxReviewBytes = 32 * 1024;

// Text made for a person's eyes. Nothing in os or exec takes one: it can't be
// run by mistake.
class DisplayText {
 public:
  DisplayText() = default;
  explicit DisplayText(std::string text) : text_(std::move(text)) {}
  const std::string& text() const { return text_; }
  friend bool operator==(const DisplayText&, const DisplayText&) = default;

 private:
  std::string text_;
};

// Renders `words`: bare where a POSIX shell reads it back unquoted, else '…',
// else (anything to escape inside) $'…' with \n, \xNN and \u{…}.
//
// words:   any bytes except NUL.
// Returns: valid UTF-8 without any code point that IsUnsafeToShow(). Different
//          word lists give different texts.
// Cost:    O(bytes).
DisplayText Render(std::span<const std::string> words);

// Whether Render shows `word` as $'…' (decision 11: then no "always").
bool NeedsEscape(absl::string_view word);

// Free text, such as the model's on a terminal or a message: every code point
// that IsUnsafeToShow() and every invalid byte becomes \n, \xNN or \u{…};
// newline and tab stay when `keep_layout`. Not injective, and a person can see
// that: it is no command.
std::string EscapeUnsafe(absl::string_view text, bool keep_layout);

}  // namespace aii::argv

#endif  // AII_ARGV_RENDER_H_
