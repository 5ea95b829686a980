// Properties of model/snapshots on arbitrary snapshots, one between two NULs:
//   - All that is given of a segment is its last snapshot, once it is finished;
//     before that only U+FFFD at its end may be missing.
//   - A text that grows, by bytes or with a cut character shown as U+FFFD,
//   comes
//     out whole, and each piece is UTF-8 where the text is.

#include <cstdint>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "fuzz/fuzz_expect.h"
#include "model/snapshots.h"

namespace {

bool OnlyReplacements(absl::string_view text) {
  while (absl::ConsumeSuffix(&text, "\uFFFD")) {
  }
  return text.empty();
}

// `text` as it is shown while more of it comes: with U+FFFD for each byte of a
// character that is not whole yet.
std::string WithoutCutCharacter(absl::string_view text) {
  std::size_t tail = 0;
  while (tail < 3 && tail < text.size() &&
         (text[text.size() - 1 - tail] & 0xC0) == 0x80) {
    ++tail;
  }
  const bool led =
      tail < text.size() && (text[text.size() - 1 - tail] & 0xC0) == 0xC0;
  if (!led) return std::string(text);
  std::string shown(text.substr(0, text.size() - 1 - tail));
  for (std::size_t i = 0; i <= tail; ++i) shown += "\uFFFD";
  return shown;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view bytes(reinterpret_cast<const char*>(data), size);
  aii::model::Snapshots snapshots;
  std::string segment;  // what was given of it
  std::string before;
  for (const absl::string_view snapshot :
       absl::StrSplit(bytes, absl::ByChar('\0'))) {
    const std::string fresh = snapshots.Advance(snapshot);
    if (absl::StartsWith(snapshot, segment)) {
      segment += fresh;
    } else {
      // The rest of the one before comes first.
      const std::string rest = before.substr(segment.size());
      FUZZ_EXPECT(absl::StartsWith(fresh, rest));
      segment = fresh.substr(rest.size());
    }
    FUZZ_EXPECT(absl::StartsWith(snapshot, segment));
    FUZZ_EXPECT(OnlyReplacements(snapshot.substr(segment.size())));
    before = std::string(snapshot);
  }
  FUZZ_EXPECT(segment + snapshots.Finish() == before);

  aii::model::Snapshots growing;
  std::string text;
  for (std::size_t end = 0; end < size; end += 1 + end / 8) {
    const std::string shown = WithoutCutCharacter(bytes.substr(0, end));
    text += growing.Advance(shown);
    FUZZ_EXPECT(absl::StartsWith(shown, text));
  }
  text += growing.Advance(bytes);
  text += growing.Finish();
  FUZZ_EXPECT(text == bytes);
  return 0;
}
