#include "model/foundation_failure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/backend.h"

namespace aii::model {
namespace {

using ::testing::ElementsAreArray;

struct AvailabilityCase {
  std::int32_t availability;
  const char* name;
  int exit_status;
  const char* line;
};

TEST(AvailabilityFailure, NamesTheReason) {
  EXPECT_FALSE(AvailabilityFailure(AII_FM_AVAILABLE).has_value());
  const AvailabilityCase cases[] = {
      {AII_FM_NOT_ELIGIBLE, "unavailable_not_supported", 3,
       "This device does not support Apple Intelligence"},
      {AII_FM_NOT_ENABLED, "unavailable_not_enabled", 3,
       "Apple Intelligence is not enabled"},
      {AII_FM_NOT_READY, "unavailable_downloading", 3,
       "Apple Intelligence model assets are still downloading"},
      {AII_FM_UNKNOWN, "internal_error", 1,
       "Apple Intelligence is unavailable for an unknown reason"},
      {77, "internal_error", 1,
       "Apple Intelligence is unavailable for an unknown reason"},
  };
  for (const AvailabilityCase& c : cases) {
    const auto failure = AvailabilityFailure(c.availability);
    ASSERT_TRUE(failure.has_value());
    EXPECT_EQ(base::FailureName(failure->code), c.name);
    EXPECT_EQ(base::FailureExitStatus(failure->code), c.exit_status);
    EXPECT_EQ(failure->lines[0], c.line);
  }
}

struct EndCase {
  std::int32_t code;
  const char* name;
  std::vector<std::string> lines;
};

aii_fm_end EndOf(std::int32_t code, const std::string& case_name,
                 const std::string& message) {
  return {.code = code,
          .case_name = case_name.data(),
          .case_name_size = case_name.size(),
          .message = message.data(),
          .message_size = message.size()};
}

TEST(EndFailure, GivesTheErrorOfTheTable) {
  const EndCase cases[] = {
      {AII_FM_CONTEXT_EXCEEDED,
       "context_exceeded",
       {"Exceeds 4096-token context window",
        "try a shorter input or use /new to reset context in interactive "
        "mode"}},
      {AII_FM_RATE_LIMITED, "rate_limited", {"Model busy, try again"}},
      {AII_FM_GUARDRAIL,
       "guardrail_violation",
       {"Prompt blocked by safety filters"}},
      {AII_FM_ASSETS_UNAVAILABLE,
       "assets_unavailable",
       {"Model assets became unavailable mid-session"}},
      {AII_FM_UNSUPPORTED_LANGUAGE,
       "unsupported_language",
       {"Prompt language not supported"}},
      {AII_FM_INTERNAL, "internal_error", {"Apple's model failed: aCase"}},
      {99, "internal_error", {"Apple's model failed: aCase"}},
  };
  for (const EndCase& c : cases) {
    const std::string name = "aCase";
    const std::string message = "why";
    const base::Failure failure =
        EndFailure(EndOf(c.code, name, message), 4096);
    EXPECT_EQ(base::FailureName(failure.code), c.name);
    EXPECT_THAT(failure.lines, ElementsAreArray(c.lines));
    EXPECT_EQ(failure.detail, "aCase: why");
  }
}

TEST(EndFailure, TakesTheWindowFromTheErrorWhereItTells) {
  aii_fm_end end = EndOf(AII_FM_CONTEXT_EXCEEDED, "", "");
  end.context_size = 8192;
  EXPECT_EQ(EndFailure(end, 4096).lines[0],
            "Exceeds 8192-token context window");
}

TEST(EndFailure, TakesStringsThatAreNotThere) {
  const base::Failure failure = EndFailure({.code = AII_FM_INTERNAL}, 4096);
  EXPECT_EQ(failure.lines[0], "Apple's model failed: an unknown error");
  EXPECT_EQ(failure.detail, "");
}

TEST(ContextTokens, AreTheDefaultWhereTheFrameworkCanNotSay) {
  EXPECT_EQ(ContextTokens(8192), 8192);
  EXPECT_EQ(ContextTokens(0), 4096);
  EXPECT_EQ(ContextTokens(-1), 4096);
  EXPECT_EQ(ContextTokens(INT64_MAX), 4096);
}

}  // namespace
}  // namespace aii::model
