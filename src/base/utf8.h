// UTF-8: lenient decoding, and which code points are safe to show.
//
// Layer: base (pure).
// Spec:  SPEC-EXEC 5.4 and 7; docs/decisions.md 2 and 23. Categories are those
//        of the Unicode version of utf8proc.

#ifndef AII_BASE_UTF8_H_
#define AII_BASE_UTF8_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace aii::base {

// One step through a string.
struct DecodedChar {
  char32_t code_point = 0;     // U+FFFD where !valid
  std::size_t size_bytes = 0;  // bytes consumed, >= 1 for a non-empty input
  bool valid = false;
  bool cut = false;  // not valid, but it could be with more bytes behind it
};

// Decodes the first character of `text`, which is not empty.
//
// Not valid: overlong forms, surrogates, above U+10FFFF, stray continuation
// bytes, cut sequences. An invalid sequence consumes its maximal subpart
// (Unicode 15, 3.9, "U+FFFD Substitution of Maximal Subparts").
// Cost: O(1).
DecodedChar DecodeChar(absl::string_view text);

// Appends `code_point`, a Unicode scalar value, to `out`.
void AppendUtf8(char32_t code_point, std::string& out);

bool IsValidUtf8(absl::string_view text);

// Returns `text` with every invalid sequence replaced by U+FFFD.
std::string DecodeLenient(absl::string_view text);

// Whether `code_point` shown as it is could hide, move or fake text: categories
// Cc, Cf, Zl, Zp, Cs, Co and Cn, the default-ignorable ones, and every blank
// other than U+0020 (category Zs, and symbols without ink such as U+2800).
// A character newer than utf8proc counts as unassigned. True above U+10FFFF.
// Cost: O(1); ASCII needs no table.
bool IsUnsafeToShow(char32_t code_point);

// Cells of a terminal's row that `code_point` takes: 0 (a mark on the one
// before), 1 or 2. Cost: O(1).
int CellsOf(char32_t code_point);

// Whether it is a letter that reads from right to left (bidirectional class R
// or AL). Cost: O(1).
bool IsRightToLeft(char32_t code_point);

// The one printable ASCII character that `code_point` is a variant of by
// Unicode's compatibility decomposition (fullwidth and mathematical letters,
// the Kelvin sign); NUL where there is none.
char AsciiVariantOf(char32_t code_point);

}  // namespace aii::base

#endif  // AII_BASE_UTF8_H_
