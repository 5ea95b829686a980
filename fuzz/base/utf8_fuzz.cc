// Properties of base/utf8 on arbitrary bytes:
//   - DecodeChar consumes between 1 and 4 bytes, never more than there are.
//   - AppendUtf8 gives back the bytes of every valid character.
//   - DecodeLenient gives valid UTF-8, and keeps what was valid already.
//   - A text is valid exactly where DecodeLenient changes nothing.
//   - DecodeLenient is what DecodeChar and AppendUtf8 give, step by step.

#include <cstdint>
#include <string>

#include "base/utf8.h"
#include "fuzz/fuzz_expect.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string lenient = aii::base::DecodeLenient(text);
  FUZZ_EXPECT(aii::base::IsValidUtf8(lenient));
  FUZZ_EXPECT(aii::base::IsValidUtf8(text) == (lenient == text));
  FUZZ_EXPECT(aii::base::DecodeLenient(lenient) == lenient);

  std::string rebuilt;
  for (absl::string_view rest = text; !rest.empty();) {
    const aii::base::DecodedChar decoded = aii::base::DecodeChar(rest);
    FUZZ_EXPECT(decoded.size_bytes >= 1 && decoded.size_bytes <= 4);
    FUZZ_EXPECT(decoded.size_bytes <= rest.size());
    std::string encoded;
    aii::base::AppendUtf8(decoded.code_point, encoded);
    if (decoded.valid) {
      FUZZ_EXPECT(encoded == rest.substr(0, decoded.size_bytes));
    }
    (void)aii::base::IsUnsafeToShow(decoded.code_point);
    rebuilt += encoded;
    rest.remove_prefix(decoded.size_bytes);
  }
  FUZZ_EXPECT(rebuilt == lenient);
  return 0;
}
