// Splits one line of the allow file into argument words, and quotes them back.
//
// Layer: argv (pure: no system calls, no globals, no clock).
// Spec:  SPEC-EXEC 6, "Format"; docs/decisions.md 27.

#ifndef AII_ARGV_WORDS_H_
#define AII_ARGV_WORDS_H_

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace aii::argv {

// Longest accepted line, in bytes, without its newline.
inline constexpr std::size_t kMaxLineBytes = 4096;

// Splits `line` by the POSIX quoting rules (single quotes, double quotes,
// backslash). No expansion of any kind: `$`, `~`, `*` and `|` are plain bytes.
// Only space and tab separate. `#` is a plain byte here too: which lines are
// comments is the file's affair.
//
// line:    one line, without the newline.
// Returns: the words in order. A blank line gives no words. A quoted empty
//          string ('') gives one empty word.
// Errors:  kInvalidArgument, message "<what> at byte <n>" with n counted from
//          1: unterminated quote (where it opens), trailing backslash, NUL,
//          newline.
//          kOutOfRange: line longer than kMaxLineBytes.
// Cost:    O(line), one pass.
absl::StatusOr<std::vector<std::string>> SplitWords(absl::string_view line);

// Returns a line L with SplitWords(L) == words, if L is not longer than
// kMaxLineBytes. Quotes only where needed; L is no comment and starts with no
// byte order mark.
//
// words: bytes without NUL or newline. What SplitWords would refuse is not
//        refused here: split what is about to be stored.
std::string JoinWords(std::span<const std::string> words);

}  // namespace aii::argv

#endif  // AII_ARGV_WORDS_H_
