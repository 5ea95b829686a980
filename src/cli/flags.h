// The command line: one table, from which parsing and help come.
//
// Layer: cli (pure).
// Spec:  docs/spec.md, "Flags".

#ifndef AII_CLI_FLAGS_H_
#define AII_CLI_FLAGS_H_

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/string_view.h"
#include "base/failure.h"

namespace aii::cli {

struct Options {
  bool exec = false;
  bool json = false;
  bool verbose = false;
  bool no_stdin = false;
  bool list_allowed = false;
  bool reset_allowed = false;
  bool explain = false;
  bool help = false;
  bool version = false;
  std::optional<std::string> file;
  std::optional<std::string> model;
  std::optional<std::string> prompt;
  std::vector<std::string> command;  // with --explain: the words after --
};

// One row of the table.
struct Flag {
  absl::string_view name;      // without "--"
  char letter = '\0';          // '\0': no short form
  absl::string_view argument;  // "PATH"; empty: takes none
  absl::string_view help;
  // Where it goes: exactly one of the two is set.
  bool Options::* set = nullptr;
  std::optional<std::string> Options::* value = nullptr;
};

std::span<const Flag> Flags();

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
