// Properties of os/drain's OutputHead on arbitrary bytes, split in an arbitrary
// way (the first byte seeds the split); nothing is read from a descriptor:
//   - Any split of the same bytes gives the same head and total.
//   - The head is the first kRetainedBytes and never more.

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "fuzz/fuzz_expect.h"
#include "os/drain.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size == 0) return 0;
  std::uint32_t state = data[0] + 1u;
  const absl::string_view bytes(reinterpret_cast<const char*>(data + 1),
                                size - 1);
  aii::os::OutputHead whole;
  whole.Append(bytes);

  aii::os::OutputHead pieces;
  for (std::size_t at = 0; at < bytes.size();) {
    state = state * 1664525u + 1013904223u;
    const std::size_t piece = 1 + (state >> 8) % 900;
    pieces.Append(bytes.substr(at, piece));
    FUZZ_EXPECT(pieces.retained().size() <= aii::os::kRetainedBytes);
    at += piece;
  }
  FUZZ_EXPECT(pieces.retained() == whole.retained());
  FUZZ_EXPECT(pieces.total_bytes() == whole.total_bytes());
  FUZZ_EXPECT(whole.total_bytes() == bytes.size());
  FUZZ_EXPECT(whole.retained() == bytes.substr(0, aii::os::kRetainedBytes));
  return 0;
}
