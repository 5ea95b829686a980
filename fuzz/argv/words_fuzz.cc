// Properties of argv/words on arbitrary bytes:
//   - SplitWords accepts what a second reading of POSIX accepts, and finds the
//     same words; it refuses every line that is too long.
//   - What it accepts survives Join then Split unchanged.
//   - Join is stable, and never starts a comment or holds a newline.

#include <cstdint>
#include <string>

#include "argv/words.h"
#include "fuzz/fuzz_expect.h"
#include "tests/support/split_by_states.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const absl::string_view line(reinterpret_cast<const char*>(data), size);
  const auto words = aii::argv::SplitWords(line);
  const auto expected = aii::testing::SplitByStates(line);
  const bool fits = size <= aii::argv::kMaxLineBytes;
  FUZZ_EXPECT(words.ok() == (fits && expected.has_value()));
  if (!words.ok()) return 0;
  FUZZ_EXPECT(*words == *expected);

  const std::string joined = aii::argv::JoinWords(*words);
  FUZZ_EXPECT(joined.empty() == words->empty());
  FUZZ_EXPECT(joined.substr(0, 1) != "#");
  FUZZ_EXPECT(joined.find('\n') == std::string::npos);
  if (joined.size() > aii::argv::kMaxLineBytes) return 0;  // quotes grew it
  const auto again = aii::argv::SplitWords(joined);
  FUZZ_EXPECT(again.ok());
  FUZZ_EXPECT(*again == *words);
  FUZZ_EXPECT(aii::argv::JoinWords(*again) == joined);
  return 0;
}
