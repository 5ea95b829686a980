// Properties of cli/flags on arbitrary words (separated by NUL):
//   - It reads or refuses; a refusal has a code of bad input, and its first
//     line is not empty.
//   - What it reads has no more words than were given: nothing is made up.
//   - No word after "--" is an option: with a known beginning, the rest is
//     found unchanged as the prompt.
//   - Whether errors are wanted as JSON is what the options say.

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "base/failure.h"
#include "cli/flags.h"
#include "fuzz/fuzz_expect.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using aii::base::Failure;
  using aii::cli::Options;
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  const std::vector<absl::string_view> words = absl::StrSplit(text, '\0');

  bool json = false;
  const auto parsed = aii::cli::ParseFlags(words, json);
  if (const auto* failure = std::get_if<Failure>(&parsed)) {
    FUZZ_EXPECT(aii::base::FailureExitStatus(failure->code) == 2);
    FUZZ_EXPECT(!failure->lines.empty() && !failure->lines[0].empty());
  } else {
    const auto& options = std::get<Options>(parsed);
    FUZZ_EXPECT(options.json == json);
    FUZZ_EXPECT(options.command.size() <= words.size());
    FUZZ_EXPECT(options.command.empty() || options.explain);
    FUZZ_EXPECT(options.prompt.value_or("").size() <= size);
  }

  const std::vector<absl::string_view> quoted = {"-j", "--", text};
  const auto prompt = aii::cli::ParseFlags(quoted, json);
  FUZZ_EXPECT(std::get<Options>(prompt).prompt == text);
  return 0;
}
