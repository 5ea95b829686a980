#include "base/status_macros.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

namespace aii::base {
namespace {

absl::Status Fails() { return absl::NotFoundError("gone"); }

absl::Status Counts(const absl::Status& first, int& calls) {
  AII_RETURN_IF_ERROR(first);
  ++calls;
  if (calls > 1) AII_RETURN_IF_ERROR(Fails());
  return absl::OkStatus();
}

TEST(ReturnIfError, ReturnsAtTheFirstErrorOnly) {
  int calls = 0;
  EXPECT_EQ(Counts(Fails(), calls).message(), "gone");
  EXPECT_EQ(calls, 0);
  EXPECT_TRUE(Counts(absl::OkStatus(), calls).ok());
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(Counts(absl::OkStatus(), calls).message(), "gone");
}

absl::StatusOr<std::unique_ptr<int>> Make(int value) {
  if (value < 0) return absl::InvalidArgumentError("negative");
  return std::make_unique<int>(value);
}

absl::StatusOr<int> Add(int a, int b) {
  AII_ASSIGN_OR_RETURN(const std::unique_ptr<int> first, Make(a));
  std::unique_ptr<int> second;
  AII_ASSIGN_OR_RETURN(second, Make(b));
  return *first + *second;
}

TEST(AssignOrReturn, DeclaresOrAssignsWhatMayOnlyMove) {
  const auto sum = Add(1, 2);
  ASSERT_TRUE(sum.ok());
  EXPECT_EQ(*sum, 3);
  EXPECT_EQ(Add(-1, 2).status().message(), "negative");
  EXPECT_EQ(Add(1, -2).status().message(), "negative");
}

TEST(Check, EndsTheProgramWhereAConditionIsFalse) {
  AII_CHECK(true);
  EXPECT_DEATH(AII_CHECK(1 + 1 == 3), "");
}

}  // namespace
}  // namespace aii::base
