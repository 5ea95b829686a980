// The flags: one table, from which parsing, --help, the man page and the
// completions come.
//
// Layer: cli (pure).
// Spec:  docs/spec.md, "Flags".

#ifndef AII_CLI_FLAG_TABLE_H_
#define AII_CLI_FLAG_TABLE_H_

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace aii::cli {

// What the flags and the other words of a command line come to.
struct Options {
  bool exec = false;
  bool interactive = false;
  bool json = false;
  bool verbose = false;
  bool no_stdin = false;
  bool list_allowed = false;
  bool reset_allowed = false;
  bool explain = false;
  bool model_info = false;
  bool stop_server = false;
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
  absl::string_view help;      // for --help and the completions: a phrase
  absl::string_view more;      // for the man page: sentences after the phrase
  // Where it goes: exactly one of the two is set.
  bool Options::* set = nullptr;
  std::optional<std::string> Options::* value = nullptr;
};

// In the order in which they are shown.
std::span<const Flag> Flags();

// A form of the SPEC of --model.
struct ModelForm {
  absl::string_view form;   // as help shows it
  absl::string_view typed;  // what a completion types: the form, its start, or
                            // nothing for a file
  absl::string_view help;
};

std::span<const ModelForm> ModelForms();

}  // namespace aii::cli

#endif  // AII_CLI_FLAG_TABLE_H_
