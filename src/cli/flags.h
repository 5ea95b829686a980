// Reads the command line by the table of flags.
//
// Layer: cli (pure).
// Spec:  docs/spec.md, "Flags".

#ifndef AII_CLI_FLAGS_H_
#define AII_CLI_FLAGS_H_

#include <span>
#include <variant>

#include "absl/strings/string_view.h"
#include "base/failure.h"
#include "cli/flag_table.h"

namespace aii::cli {

// Reads the words after the program name. Short flags combine, `--opt=value`
// and `--opt value` both work, `--` ends options, "-" is a prompt. With
// --explain the words after `--` are the command to explain.
//
// Errors: usage_error or conflicting_input. Whether the failure is shown as
// JSON must be known even then: `json_errors` is set as soon as -j was read
// anywhere among the options.
std::variant<Options, base::Failure> ParseFlags(
    std::span<const absl::string_view> words, bool& json_errors);

}  // namespace aii::cli

#endif  // AII_CLI_FLAGS_H_
