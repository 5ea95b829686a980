// Properties of the text side of os/resolve on arbitrary bytes (the first line
// is a search path, the rest a relative path); no file is looked at:
//   - Every directory comes from an absolute entry and has no trailing slash.
//   - Joining the directories again as a search path gives the same ones.
//   - JoinPath stays below its directory, but for `..`, and is stable.

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/match.h"
#include "fuzz/fuzz_expect.h"
#include "os/resolve.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const absl::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = input.find('\n');
  const absl::string_view search_path = input.substr(0, cut);
  const absl::string_view relative =
      cut == absl::string_view::npos ? "" : input.substr(cut + 1);

  const auto directories = aii::os::SearchDirectories(search_path);
  std::string again;
  for (const absl::string_view directory : directories) {
    FUZZ_EXPECT(directory.empty() || directory[0] == '/');
    FUZZ_EXPECT(!absl::EndsWith(directory, "/"));
    FUZZ_EXPECT(directory.find(':') == absl::string_view::npos);
    again += std::string(directory) + "/:";
  }
  FUZZ_EXPECT(aii::os::SearchDirectories(again) == directories);

  const std::string joined = aii::os::JoinPath("/base", relative);
  FUZZ_EXPECT(absl::StartsWith(joined, "/base"));
  FUZZ_EXPECT(joined.find("//") == std::string::npos);
  FUZZ_EXPECT(joined.find("/./") == std::string::npos);
  FUZZ_EXPECT(!absl::EndsWith(joined, "/."));
  FUZZ_EXPECT(aii::os::JoinPath("/base", joined.substr(5)) == joined);
  return 0;
}
