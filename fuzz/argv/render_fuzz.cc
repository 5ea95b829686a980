// Properties of argv/render on arbitrary words (the input, cut at NUL):
//   - Rendered text is UTF-8 on one line, nothing in it unsafe to show.
//   - Render is injective: a reader gets the same words back.
//   - A word is shown as $'…' exactly where NeedsEscape says so.
//   - EscapeUnsafe leaves nothing unsafe, and what is safe as it was.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "argv/render.h"
#include "fuzz/fuzz_expect.h"
#include "tests/support/rendered_words.h"

namespace {

std::vector<std::string> CutAtNul(absl::string_view bytes) {
  std::vector<std::string> words;
  while (true) {
    const std::size_t end = bytes.find('\0');
    words.emplace_back(bytes.substr(0, end));
    if (end == absl::string_view::npos) return words;
    bytes.remove_prefix(end + 1);
  }
}

void ExpectRenderHolds(const std::vector<std::string>& words) {
  const std::string text = aii::argv::Render(words).text();
  FUZZ_EXPECT(aii::testing::IsSafeToShow(text));
  FUZZ_EXPECT(aii::testing::ReadRenderedWords(text) == words);
}

void ExpectWordHolds(const std::string& word) {
  const std::vector<std::string> words = {word};
  const std::string text = aii::argv::Render(words).text();
  FUZZ_EXPECT((text.substr(0, 2) == "$'") == aii::argv::NeedsEscape(word));
  FUZZ_EXPECT(aii::argv::NeedsEscape(word) != aii::testing::IsSafeToShow(word));
}

void ExpectEscapeHolds(const std::string& text) {
  const std::string line = aii::argv::EscapeUnsafe(text, false);
  FUZZ_EXPECT(aii::testing::IsSafeToShow(line));
  FUZZ_EXPECT((line == text) == aii::testing::IsSafeToShow(text));
  std::string laid_out = aii::argv::EscapeUnsafe(text, true);
  std::replace(laid_out.begin(), laid_out.end(), '\n', ' ');
  std::replace(laid_out.begin(), laid_out.end(), '\t', ' ');
  FUZZ_EXPECT(aii::testing::IsSafeToShow(laid_out));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const absl::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::vector<std::string> words = CutAtNul(bytes);
  ExpectRenderHolds(words);
  for (const std::string& word : words) ExpectWordHolds(word);
  ExpectEscapeHolds(std::string(bytes));
  return 0;
}
