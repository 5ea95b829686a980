// The allow file: what persists of a person's permissions. Reads it, and never
// writes: store/allow_writer does.
//
// Layer: store.
// Spec:  SPEC-EXEC 6; docs/decisions.md 25 to 29.

#ifndef AII_STORE_ALLOW_FILE_H_
#define AII_STORE_ALLOW_FILE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "base/unique_fd.h"
#include "policy/rule.h"

namespace aii::store {

// Largest allow file that is read, in bytes. It is not let grow further either:
// the defaults would be back.
inline constexpr std::size_t kMaxAllowFileBytes = 4u << 20;

// A line that begins with it is a comment.
inline constexpr char kComment = '#';

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

struct OpenedAllowFile {
  AllowSource source = AllowSource::kNoFile;
  base::UniqueFd fd;    // with kFile
  absl::Status reason;  // without
};

// Opens the file at `path` if it is trusted, as LoadAllowFile() says, for
// reading, or for reading and appending; never creates one.
enum class AllowAccess { kRead, kAppend };
OpenedAllowFile OpenAllowFile(const std::string& path, AllowAccess access);

// Parses the text of an allow file. Malformed lines are skipped with a warning;
// they never widen anything: what SplitWords refuses, what is not UTF-8, and
// what has an empty first word. path: for the warnings. Pure.
// Cost: O(text), besides RuleSet::Add.
LoadedRules ParseAllowText(absl::string_view text, absl::string_view path);

}  // namespace aii::store

#endif  // AII_STORE_ALLOW_FILE_H_
