// Trusted directories (SPEC-EXEC 5.3; docs/decisions.md 5 and 8).
//
// Layer: policy (pure).

#ifndef AII_POLICY_TRUSTED_DIRS_H_
#define AII_POLICY_TRUSTED_DIRS_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "base/file_facts.h"

namespace aii::policy {

// A list of directories, compared byte for byte.
class TrustedDirs {
 public:
  // The program's own list for this platform, fixed in code.
  static TrustedDirs BuiltIn();

  // For tests and builds with other roots. Each is absolute, without a trailing
  // slash.
  explicit TrustedDirs(std::vector<std::string> directories)
      : directories_(std::move(directories)) {}

  // Whether the parent directory of `program.path` equals one of the list. A
  // path that the model gave as relative, one with a `.` or `..` component or
  // an empty one (//) never is trusted.
  bool Trusts(const base::ResolvedProgram& program) const;

  const std::vector<std::string>& directories() const { return directories_; }

 private:
  std::vector<std::string> directories_;
};

}  // namespace aii::policy

#endif  // AII_POLICY_TRUSTED_DIRS_H_
