// Properties of model/server_log on arbitrary bytes:
//   - At most as many lines as asked for, each of a bounded size.
//   - A quoted line stands in the text, has no line break in it, and no blank
//     before it.
//   - Asking for fewer lines gives the last of them.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "fuzz/fuzz_expect.h"
#include "model/server_log.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  const std::vector<std::string> lines = aii::model::LastLines(text, 5);
  FUZZ_EXPECT(lines.size() <= 5);
  for (const std::string& line : lines) {
    FUZZ_EXPECT(!line.empty());
    FUZZ_EXPECT(line.size() <= aii::model::kMaxQuotedBytes);
    FUZZ_EXPECT(absl::StrContains(text, line));
    FUZZ_EXPECT(line.find_first_of("\r\n") == std::string::npos);
    FUZZ_EXPECT(!absl::ascii_isspace(static_cast<unsigned char>(line[0])));
  }
  const std::vector<std::string> last = aii::model::LastLines(text, 1);
  FUZZ_EXPECT(last.empty() == lines.empty());
  if (!last.empty()) FUZZ_EXPECT(last.front() == lines.back());
  return 0;
}
