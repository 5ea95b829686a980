// Whether "always" may be offered, and for which prefix.
//
// Layer: policy (pure).
// Spec:  SPEC-EXEC 5.5; docs/decisions.md 10, 11 and 12.

#ifndef AII_POLICY_ALWAYS_H_
#define AII_POLICY_ALWAYS_H_

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/string_view.h"
#include "base/file_facts.h"
#include "policy/trusted_dirs.h"

namespace aii::policy {

// Whether `name` is in the never-always set, by family: letter case ignored, as
// it is and with everything from the first dot, then trailing digits and
// hyphens, dropped (python3.12, vim.basic, nc.openbsd).
bool IsNeverAlways(absl::string_view name);

// The words that [a] would store.
using AlwaysPrefix = std::vector<std::string>;
// Why [a] is not offered, one phrase for a person: "not in a system directory".
struct NotOffered {
  std::string reason;
};

// arguments: without the program.
std::variant<AlwaysPrefix, NotOffered> DeriveAlways(
    const TrustedDirs& trusted, const base::ResolvedProgram& program,
    std::span<const std::string> arguments);

}  // namespace aii::policy

#endif  // AII_POLICY_ALWAYS_H_
