// Properties of policy/options on arbitrary words:
//   - It reads every list as the C library's getopt_long reads it: the same
//     options with the same values in the same order, the same operands.
//
// Input: the first byte picks a table, the rest is one word a line.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "fuzz/fuzz_expect.h"
#include "policy/options.h"
#include "tests/support/getopt_reference.h"

namespace {

using aii::policy::LongOption;
using aii::policy::OptionTable;
using aii::policy::OptionValue;

constexpr LongOption kSmall[] = {
    {"all", OptionValue::kNone, 'a'},
    {"also-all", OptionValue::kNone, 'a'},
    {"before", OptionValue::kRequired, 'b'},
    {"color", OptionValue::kOptional, 'c'},
    {"color-map", OptionValue::kRequired, 300},
    {"-hidden", OptionValue::kNone, 301},
};
constexpr LongOption kTailLike[] = {
    {"bytes", OptionValue::kRequired, 'c'},
    {"follow", OptionValue::kOptional, 'f'},
    {"lines", OptionValue::kRequired, 'n'},
    {"pid", OptionValue::kRequired, 300},
    {"quiet", OptionValue::kNone, 'q'},
    {"retry", OptionValue::kNone, 301},
    {"silent", OptionValue::kNone, 'q'},
    {"sleep-interval", OptionValue::kRequired, 's'},
};
constexpr LongOption kOne[] = {{"only", OptionValue::kOptional, 'o'}};

constexpr OptionTable kTables[] = {
    {"ab:c::", kSmall}, {"0123456789c:fFn:qs:", kTailLike},
    {"o::", kOne},      {"", kOne},
    {"x::y:z", {}},
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const OptionTable& table = kTables[data[0] % std::size(kTables)];
  const absl::string_view input(reinterpret_cast<const char*>(data + 1),
                                size - 1);
  // No argument of a program holds a NUL.
  if (input.find('\0') != absl::string_view::npos) return 0;

  const std::vector<std::string> words = absl::StrSplit(input, '\n');
  std::vector<std::string> copy = words;
  const auto expected = aii::testing::ReadByGetopt(table, copy);
  const auto given = aii::policy::ReadOptions(table, words);
  FUZZ_EXPECT(given.options == expected.options);
  FUZZ_EXPECT(given.operands == expected.operands);
  return 0;
}
