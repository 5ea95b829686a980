// Reads the options of a command as getopt_long(3) reads them.
//
// Layer: policy (pure).
// Spec:  docs/decisions.md 9.
//
// The reading is that of the GNU C library without POSIXLY_CORRECT: operands
// may come before options, long names may be abbreviated, short ones clustered,
// `--` ends the options.

#ifndef AII_POLICY_OPTIONS_H_
#define AII_POLICY_OPTIONS_H_

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace aii::policy {

enum class OptionValue { kNone, kRequired, kOptional };

struct LongOption {
  absl::string_view name;  // without the two hyphens
  OptionValue value = OptionValue::kNone;
  int id = 0;  // a short option's character where they mean the same
};

// The options of one program: plain data, usually constexpr.
struct OptionTable {
  // As in getopt(3): each character an option, one colon after it a required
  // value, two an optional (attached) one.
  absl::string_view short_options;
  std::span<const LongOption> long_options;
};

// What getopt_long returns where a word is no option of the table: unknown,
// ambiguous, without its value or with one that it does not take.
inline constexpr int kBadOption = '?';

// One option as it was given. The view is into the words that were read.
struct GivenOption {
  int id = kBadOption;
  std::optional<absl::string_view> value;

  friend bool operator==(const GivenOption&, const GivenOption&) = default;
};

// Both in the order in which they were given.
struct GivenWords {
  std::vector<GivenOption> options;
  std::vector<absl::string_view> operands;  // a lone `-` is one
};

// Reads all of `arguments`, past any bad option, as a program that ignores
// kBadOption would. `arguments` is without the program and must outlive the
// result. Cost: O(bytes * options in the table).
GivenWords ReadOptions(const OptionTable& table,
                       std::span<const std::string> arguments);

}  // namespace aii::policy

#endif  // AII_POLICY_OPTIONS_H_
