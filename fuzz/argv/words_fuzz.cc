// Properties of argv/words on arbitrary bytes:
//   - SplitWords accepts or refuses; it never crashes. It refuses every line
//     with a NUL or a newline, and every line that is too long.
//   - What it accepts survives Join then Split unchanged.
//   - Join is stable, and never starts a comment or holds a newline.
//   - No byte comes from nowhere: words are not longer than their line.

#include <cstdint>
#include <string>

#include "argv/words.h"
#include "fuzz/fuzz_expect.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const absl::string_view line(reinterpret_cast<const char*>(data), size);
  const auto words = aii::argv::SplitWords(line);
  if (!words.ok()) return 0;
  FUZZ_EXPECT(size <= aii::argv::kMaxLineBytes);
  FUZZ_EXPECT(line.find_first_of(absl::string_view("\0\n", 2)) ==
              absl::string_view::npos);
  std::size_t total_bytes = 0;
  for (const std::string& word : *words) total_bytes += word.size();
  FUZZ_EXPECT(total_bytes <= size);

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
