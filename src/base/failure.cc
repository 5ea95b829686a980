#include "base/failure.h"

#include <utility>

#include "base/status_macros.h"

namespace aii::base {
namespace {

struct Entry {
  FailureCode code;
  absl::string_view name;
  int exit_status;
};

constexpr Entry kEntries[] = {
    {FailureCode::kUnavailableNotSupported, "unavailable_not_supported", 3},
    {FailureCode::kUnavailableNotEnabled, "unavailable_not_enabled", 3},
    {FailureCode::kUnavailableDownloading, "unavailable_downloading", 3},
    {FailureCode::kInternalError, "internal_error", 1},
    {FailureCode::kAssetsUnavailable, "assets_unavailable", 4},
    {FailureCode::kGuardrailViolation, "guardrail_violation", 4},
    {FailureCode::kUnsupportedLanguage, "unsupported_language", 4},
    {FailureCode::kContextExceeded, "context_exceeded", 4},
    {FailureCode::kRateLimited, "rate_limited", 4},
    {FailureCode::kFileNotFound, "file_not_found", 2},
    {FailureCode::kConflictingInput, "conflicting_input", 2},
    {FailureCode::kUsageError, "usage_error", 2},
};

const Entry& Find(FailureCode code) {
  for (const Entry& entry : kEntries) {
    if (entry.code == code) return entry;
  }
  AII_CHECK(false);
}

}  // namespace

absl::string_view FailureName(FailureCode code) { return Find(code).name; }

int FailureExitStatus(FailureCode code) { return Find(code).exit_status; }

Failure NotSupported(std::vector<std::string> lines) {
  return {.code = FailureCode::kUnavailableNotSupported,
          .lines = std::move(lines),
          .detail = {}};
}

}  // namespace aii::base
