#include "cli/model_info.h"

#include <fstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/temp_dir.h"

namespace aii::cli {
namespace {

// spec B12
TEST(ModelInfoText, HasThreeLines) {
  EXPECT_EQ(ModelInfoText({.context_tokens = 8192,
                           .variant = "tiny",
                           .languages = {"fr", "de", "en"}}),
            "Context window: 8192 tokens\n"
            "Model variant: tiny\n"
            "Supported languages (3): de, en, fr\n");
}

// spec B12
TEST(ModelInfoText, SaysWhatIsUnknown) {
  EXPECT_EQ(ModelInfoText({}),
            "Context window: 4096 tokens\n"
            "Model variant: unknown\n"
            "Supported languages: unknown\n");
}

TEST(ModelInfoText, KeepsToItsLinesWhateverTheNamesAre) {
  EXPECT_EQ(ModelInfoText({.context_tokens = 1,
                           .variant = "a\nb\x1b[1m",
                           .languages = {"x\ny"}}),
            "Context window: 1 tokens\n"
            "Model variant: a\\nb\\x1B[1m\n"
            "Supported languages (1): x\\ny\n");
}

class DescribeModelTest : public ::testing::Test {
 protected:
  std::variant<std::string, InfoCancelled, base::Failure> Describe(
      const std::string& spec) {
    Console console({.out = -1, .err = -1});
    Reporter reporter(console, {});
    return DescribeModel({.model = spec}, {}, reporter, {});
  }
};

TEST_F(DescribeModelTest, DescribesTheModelThatIsChosen) {
  const ::aii::testing::TempDir folder;
  const std::string path = folder.path() + "/script";
  std::ofstream(path) << R"({"model": {"variant": "tiny"}})";
  EXPECT_EQ(std::get<std::string>(Describe("script:" + path)),
            "Context window: 4096 tokens\n"
            "Model variant: tiny\n"
            "Supported languages: unknown\n");
}

TEST_F(DescribeModelTest, FailsWhereThereIsNone) {
  EXPECT_EQ(std::get<base::Failure>(Describe("nonsense")).code,
            base::FailureCode::kUsageError);
  EXPECT_EQ(std::get<base::Failure>(Describe("script:/nowhere")).code,
            base::FailureCode::kFileNotFound);
  EXPECT_EQ(std::get<base::Failure>(Describe("unix:/nowhere")).code,
            base::FailureCode::kUnavailableNotSupported);
}

}  // namespace
}  // namespace aii::cli
