// The allow file: what persists of a person's permissions.
//
// Layer: store.
// Spec:  SPEC-EXEC 6; docs/decisions.md 25 to 29.

#ifndef AII_STORE_ALLOW_FILE_H_
#define AII_STORE_ALLOW_FILE_H_

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "policy/rule.h"

namespace aii::store {

// Largest allow file that is read, and that SaveRule lets grow, in bytes.
inline constexpr std::size_t kMaxAllowFileBytes = 4u << 20;

// Malformed lines that get a warning of their own; one more counts the rest.
inline constexpr int kMaxLineWarnings = 20;

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
// source and a warning. Writes nothing; never blocks, whatever is at `path`. An
// empty path is no file.
//
// Trusted is a regular file (links are followed) of this very user, root or
// not, that neither group nor others can write. What is both unreadable and
// untrusted is untrusted.
LoadedRules LoadAllowFile(const std::string& path);

// Parses the text of an allow file. Malformed lines are skipped with a warning;
// they never widen anything: what SplitWords refuses, what is not UTF-8, and
// what has an empty first word. path: for the warnings. Pure.
// Cost: O(text), besides RuleSet::Add.
LoadedRules ParseAllowText(absl::string_view text, absl::string_view path);

// Makes `words` a rule of the file, creating it with the defaults first where
// it is missing; nothing is written when the file has the rule. Under a lock on
// "<path>.lock". Once this returns OK the rule is on the disk.
//
// Errors: kInvalidArgument: no line of the file could say `words`, or `path` is
//         not absolute. kFailedPrecondition: the file is untrusted.
//         kDeadlineExceeded: another process keeps the lock.
//         kResourceExhausted: the file is full. Others from the system.
//         The message is the <reason> of the warning. The file is then as it
//         was. A kill or a power cut at any moment leaves the rule, or a
//         comment with a part of it, or nothing: never a shorter rule, which
//         would allow more.
absl::Status SaveRule(const std::string& path,
                      std::span<const std::string> words);

// Removes the file at `path`, a link rather than its target, under the lock.
// Returns whether there was one.
// Errors: from unlink(2); a directory is never removed. From the lock.
absl::StatusOr<bool> RemoveAllowFile(const std::string& path);

}  // namespace aii::store

#endif  // AII_STORE_ALLOW_FILE_H_
