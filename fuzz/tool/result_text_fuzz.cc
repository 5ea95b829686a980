// Properties of tool/result_text on arbitrary output, names and reasons:
//   - The result is UTF-8 whatever the command wrote.
//   - It starts with how the command ended; UTF-8 output follows unchanged.
//   - The note of what was cut is there exactly where something was.
//
// Input: the first byte is what was cut, the rest the output.

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "base/utf8.h"
#include "fuzz/fuzz_expect.h"
#include "tool/result_text.h"

namespace {

void ExpectHolds(absl::string_view start, absl::string_view output,
                 std::uint64_t total_bytes, const std::string& text) {
  FUZZ_EXPECT(aii::base::IsValidUtf8(text));
  FUZZ_EXPECT(absl::StartsWith(text, start));
  const std::string note =
      absl::StrCat("\n[output truncated: ", total_bytes,
                   " bytes, showing first ", output.size(), "]");
  const bool cut = total_bytes > output.size();
  // A command may write such a note itself; then there are two.
  if (cut) FUZZ_EXPECT(absl::EndsWith(text, note));
  if (!aii::base::IsValidUtf8(output)) return;
  FUZZ_EXPECT(text == absl::StrCat(start, output, cut ? note : ""));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using aii::base::IsValidUtf8;
  if (size == 0) return 0;
  const absl::string_view output(reinterpret_cast<const char*>(data + 1),
                                 size - 1);
  const std::uint64_t total_bytes = output.size() + data[0];
  ExpectHolds(absl::StrCat("exit ", data[0], "\n"), output, total_bytes,
              aii::tool::FinishedText(data[0], output, total_bytes));
  ExpectHolds("Terminated: the command exceeded the 30-second time limit.\n",
              output, total_bytes,
              aii::tool::TimedOutText(output, total_bytes));
  FUZZ_EXPECT(IsValidUtf8(aii::tool::NotFoundText(output)));
  FUZZ_EXPECT(IsValidUtf8(aii::tool::LaunchFailedText(output, output)));
  return 0;
}
