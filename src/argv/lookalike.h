// Warns a reader of a command whose letters may deceive.
//
// Layer: argv (pure).
// Spec:  docs/spec/exec.md, "The question".

#ifndef AII_ARGV_LOOKALIKE_H_
#define AII_ARGV_LOOKALIKE_H_

#include <string>

#include "absl/strings/string_view.h"

namespace aii::argv {

// The printable ASCII character that `code_point` is easily taken for: letters
// of other scripts of the same shape, hyphens, slashes, quotes, and variants
// such as fullwidth letters. NUL where there is none, as for ASCII itself.
//
// The shapes are those of Unicode's confusables (UTS 39) for Latin, Greek,
// Cyrillic, Armenian and punctuation, a choice: it can't be complete, for
// shapes depend on the font.
char LooksLike(char32_t code_point);

// One line about the first character of `text` that looks like another, and
// about letters that read from right to left; empty where there is neither.
//
// text: what Render or EscapeUnsafe gave.
// Cost: O(text).
std::string ReaderNote(absl::string_view text);

}  // namespace aii::argv

#endif  // AII_ARGV_LOOKALIKE_H_
