// A failure as a person sees it: code, message lines, exit status.
//
// Layer: base.
// Spec:  docs/spec.md, "Errors".

#ifndef AII_BASE_FAILURE_H_
#define AII_BASE_FAILURE_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace aii::base {

enum class FailureCode {
  kUnavailableNotSupported,
  kUnavailableNotEnabled,
  kUnavailableDownloading,
  kInternalError,
  kAssetsUnavailable,
  kGuardrailViolation,
  kUnsupportedLanguage,
  kContextExceeded,
  kRateLimited,
  kFileNotFound,
  kConflictingInput,
  kUsageError,
};

// The name that --json prints: "unavailable_not_supported", …
absl::string_view FailureName(FailureCode code);

// The exit status of the program: 1 to 4.
int FailureExitStatus(FailureCode code);

struct Failure {
  FailureCode code = FailureCode::kInternalError;
  // First what failed, then what to do. Without prefix or newline; may hold any
  // bytes, whoever prints escapes.
  std::vector<std::string> lines;
  std::string detail;  // more for the curious; may be empty
};

// kUnavailableNotSupported: what is missing, then the way to it.
Failure NotSupported(std::vector<std::string> lines);

}  // namespace aii::base

#endif  // AII_BASE_FAILURE_H_
