// Properties of tool/written_call on arbitrary messages, split in an arbitrary
// way (the first byte seeds the split):
//   - Nothing is lost: what is shown and what was held back are the message.
//   - What was shown is no written call, and no more is held than the cap.
//   - Any split gives the same verdict, and the same text where there is one.

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "fuzz/fuzz_expect.h"
#include "tool/written_call.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using aii::tool::WrittenCallWatch;
  if (size == 0) return 0;
  std::uint32_t state = data[0] + 1u;
  const absl::string_view message(reinterpret_cast<const char*>(data + 1),
                                  size - 1);
  WrittenCallWatch whole;
  const std::string shown_whole = whole.Feed(message);
  const WrittenCallWatch::End end_whole = whole.Finish();
  FUZZ_EXPECT(shown_whole + end_whole.text == message);
  FUZZ_EXPECT(shown_whole.empty() || !end_whole.is_call);
  FUZZ_EXPECT(end_whole.text.size() <= aii::tool::kMaxHeldBytes);

  WrittenCallWatch pieces;
  std::string shown;
  for (std::size_t at = 0; at < message.size();) {
    state = state * 1664525u + 1013904223u;
    const std::size_t piece = 1 + (state >> 8) % 40;
    shown += pieces.Feed(message.substr(at, piece));
    at += piece;
  }
  const WrittenCallWatch::End end = pieces.Finish();
  FUZZ_EXPECT(shown + end.text == message);
  FUZZ_EXPECT(end.is_call == end_whole.is_call);
  return 0;
}
