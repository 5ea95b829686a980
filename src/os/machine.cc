#include "os/machine.h"

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace aii::os {

std::uint64_t AvailableBytesIn(absl::string_view meminfo) {
  constexpr std::uint64_t kKibibyte = 1024;
  for (absl::string_view line : absl::StrSplit(meminfo, '\n')) {
    if (!absl::ConsumePrefix(&line, "MemAvailable:")) continue;
    std::uint64_t kibibytes = 0;
    if (!absl::ConsumeSuffix(&line, " kB") ||
        !absl::SimpleAtoi(absl::StripAsciiWhitespace(line), &kibibytes) ||
        kibibytes > UINT64_MAX / kKibibyte) {
      return 0;
    }
    return kibibytes * kKibibyte;
  }
  return 0;
}

}  // namespace aii::os
