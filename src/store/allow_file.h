// The allow file: what persists of a person's permissions.
//
// Layer: store.
// Spec:  SPEC-EXEC 6; docs/decisions.md 25 to 29.

#ifndef AII_STORE_ALLOW_FILE_H_
#define AII_STORE_ALLOW_FILE_H_

#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "policy/rule.h"

namespace aii::store {

// Largest allow file that is read, in bytes.
inline constexpr std::size_t kMaxAllowFileBytes = 4u << 20;

enum class AllowSource {
  kNoFile,      // built-in defaults
  kFile,        // the file, and nothing else
  kUnreadable,  // built-in defaults, with a warning
  kUntrusted,   // no rule at all, with a warning; never written to
};

struct LoadedRules {
  policy::RuleSet rules;
  AllowSource source = AllowSource::kNoFile;
  std::vector<std::string> warnings;  // without "aii: warning: "
};

// "<home>/.config/aii/allow"; empty where `home` is not an absolute path.
std::string AllowFilePath(absl::string_view home);

// Reads the rules that are in force. Never fails: what goes wrong becomes a
// source and a warning. Writes nothing.
LoadedRules LoadAllowFile(const std::string& path);

// Parses the text of an allow file. Malformed lines are skipped with a warning;
// they never widen anything. path: for the warnings. Pure.
LoadedRules ParseAllowText(absl::string_view text, absl::string_view path);

// Makes `words` a rule of the file, creating it with the defaults first where
// it is missing; nothing is written when the file has the rule. Under a lock.
//
// Errors: kFailedPrecondition: the file is untrusted. Others from the system.
//         The message is the <reason> of the warning.
absl::Status SaveRule(const std::string& path,
                      std::span<const std::string> words);

// Removes the file. Returns whether there was one.
absl::StatusOr<bool> RemoveAllowFile(const std::string& path);

}  // namespace aii::store

#endif  // AII_STORE_ALLOW_FILE_H_
