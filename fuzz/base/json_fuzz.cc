// Properties of base/json on arbitrary bytes:
//   - ParseJson accepts or refuses within its limits; it never crashes.
//   - What it accepts is UTF-8 and survives Write then Parse unchanged.
//   - What is written is one line of UTF-8 that is safe to show.
//   - Write is stable.

#include <cstdint>
#include <string>

#include "base/json.h"
#include "base/utf8.h"
#include "fuzz/fuzz_expect.h"

namespace {

void ExpectSafeToShow(absl::string_view text) {
  while (!text.empty()) {
    const aii::base::DecodedChar decoded = aii::base::DecodeChar(text);
    FUZZ_EXPECT(decoded.valid);
    FUZZ_EXPECT(!aii::base::IsUnsafeToShow(decoded.code_point));
    text.remove_prefix(decoded.size_bytes);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  const auto json = aii::base::ParseJson(text);
  if (!json.ok()) {
    FUZZ_EXPECT(aii::base::IsValidUtf8(json.status().message()));
    return 0;
  }
  FUZZ_EXPECT(aii::base::IsValidUtf8(text));
  const std::string written = aii::base::WriteJson(*json);
  ExpectSafeToShow(written);
  const auto again = aii::base::ParseJson(written);
  FUZZ_EXPECT(again.ok());
  FUZZ_EXPECT(*again == *json);
  FUZZ_EXPECT(aii::base::WriteJson(*again) == written);
  return 0;
}
