// --list-allowed and --reset-allowed.
//
// Layer: cli.
// Spec:  SPEC-EXEC 3; docs/decisions.md 28 and 29.

#ifndef AII_CLI_ALLOWLIST_H_
#define AII_CLI_ALLOWLIST_H_

#include <string>
#include <variant>
#include <vector>

#include "absl/strings/string_view.h"
#include "base/events.h"
#include "base/failure.h"
#include "store/allow_file.h"

namespace aii::cli {

// Loads the rules that are in force; what goes wrong becomes warnings.
store::LoadedRules LoadRules(const std::string& path, base::EventSink& events);

// What --list-allowed prints: a source line, then one rule a line as it would
// stand in the file.
std::string ListAllowedText(const store::LoadedRules& loaded,
                            absl::string_view path);

// Rules that can never match, and rules that let an interpreter or a wrapper
// run anything: one warning each, without "aii: warning: ".
std::vector<std::string> RuleWarnings(const store::LoadedRules& loaded);

// Removes the file; what is printed, or the failure.
std::variant<std::string, base::Failure> ResetAllowed(const std::string& path);

}  // namespace aii::cli

#endif  // AII_CLI_ALLOWLIST_H_
