// Properties of argv/lookalike on arbitrary bytes:
//   - A text of ASCII has no note; a text with a letter that looks like ASCII
//     has one.
//   - What is safe to show has a note that is, too: on one line, and short.
//   - Text around it does not take a note away.

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "argv/lookalike.h"
#include "base/utf8.h"
#include "fuzz/fuzz_expect.h"
#include "tests/support/rendered_words.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  constexpr std::size_t kLongestNote = 100;
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  bool ascii = true;
  bool alike = false;
  for (absl::string_view rest = text; !rest.empty();) {
    const aii::base::DecodedChar decoded = aii::base::DecodeChar(rest);
    rest.remove_prefix(decoded.size_bytes);
    ascii = ascii && decoded.valid && decoded.code_point < 0x80;
    if (!decoded.valid) continue;
    const char shape = aii::argv::LooksLike(decoded.code_point);
    FUZZ_EXPECT(shape == '\0' || (shape > ' ' && shape < '\x7F'));
    alike = alike || shape != '\0';
  }
  const std::string note = aii::argv::ReaderNote(text);
  FUZZ_EXPECT(!ascii || note.empty());
  FUZZ_EXPECT(!alike || !note.empty());
  FUZZ_EXPECT(note.size() <= kLongestNote);
  if (aii::testing::IsSafeToShow(text)) {
    FUZZ_EXPECT(aii::testing::IsSafeToShow(note));
  }
  const std::string among = aii::argv::ReaderNote(absl::StrCat("ls ", text));
  FUZZ_EXPECT(among == note);
  return 0;
}
