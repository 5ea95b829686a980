// Properties of chat/repetition on arbitrary bytes:
//   - Where the pieces of a response end makes no difference.
//   - It stops after a newline, and only after a line that was there before.
//   - What it let pass, it lets pass again.

#include <cstdint>
#include <optional>
#include <string>

#include "chat/repetition.h"
#include "fuzz/fuzz_expect.h"

namespace {

std::optional<std::size_t> FeedInPieces(absl::string_view text,
                                        std::size_t piece) {
  aii::chat::RepetitionWatch watch;
  for (std::size_t at = 0; at < text.size(); at += piece) {
    const auto end = watch.Feed(text.substr(at, piece));
    if (end.has_value()) return at + *end;
  }
  return std::nullopt;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  const auto end = FeedInPieces(text, size + 1);
  FUZZ_EXPECT(FeedInPieces(text, 1) == end);
  FUZZ_EXPECT(FeedInPieces(text, 7) == end);
  if (!end.has_value()) return 0;

  FUZZ_EXPECT(*end >= 3 * (aii::chat::kMinRepeatedChars + 1));
  FUZZ_EXPECT(text[*end - 1] == '\n');
  const absl::string_view before = text.substr(0, *end - 1);
  FUZZ_EXPECT(!FeedInPieces(before, before.size() + 1).has_value());
  const std::size_t begin = before.rfind('\n') + 1;
  const std::string line(text.substr(begin, *end - begin));
  FUZZ_EXPECT(before.find(line.substr(0, 4096)) < begin);
  return 0;
}
