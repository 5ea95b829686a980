#include "base/failure.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace aii::base {
namespace {

// spec E3, E6
TEST(Failure, HasANameAndAnExitStatusForEachCode) {
  using enum FailureCode;
  struct Case {
    FailureCode code;
    const char* name;
    int exit_status;
  };
  const std::vector<Case> cases = {
      {kUnavailableNotSupported, "unavailable_not_supported", 3},
      {kUnavailableNotEnabled, "unavailable_not_enabled", 3},
      {kUnavailableDownloading, "unavailable_downloading", 3},
      {kInternalError, "internal_error", 1},
      {kAssetsUnavailable, "assets_unavailable", 4},
      {kGuardrailViolation, "guardrail_violation", 4},
      {kUnsupportedLanguage, "unsupported_language", 4},
      {kContextExceeded, "context_exceeded", 4},
      {kRateLimited, "rate_limited", 4},
      {kFileNotFound, "file_not_found", 2},
      {kConflictingInput, "conflicting_input", 2},
      {kUsageError, "usage_error", 2},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(FailureName(c.code), c.name);
    EXPECT_EQ(FailureExitStatus(c.code), c.exit_status);
  }
}

TEST(Failure, IsAnInternalErrorUnlessSaidOtherwise) {
  EXPECT_EQ(Failure{}.code, FailureCode::kInternalError);
}

TEST(NotSupported, IsUnavailableWithItsLines) {
  const Failure failure = NotSupported({"missing", "get it"});
  EXPECT_EQ(failure.code, FailureCode::kUnavailableNotSupported);
  EXPECT_EQ(failure.lines, std::vector<std::string>({"missing", "get it"}));
}

}  // namespace
}  // namespace aii::base
