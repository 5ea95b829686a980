#include "cli/explain_lines.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/unique_fd.h"
#include "os/resolve.h"

namespace aii::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class ExplainLinesTest : public ::testing::Test {
 protected:
  ExplainLinesTest() {
    std::array<int, 2> ends;
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    read_.Reset(ends[0]);
    write_.Reset(ends[1]);
  }

  static std::optional<base::ResolvedProgram> Find(absl::string_view name) {
    return os::Resolve(name, "/usr/bin:/bin");
  }

  void Write(const std::string& text) {
    ASSERT_EQ(::write(write_.get(), text.data(), text.size()),
              static_cast<ssize_t>(text.size()));
  }

  std::string Answers(const std::string& text) {
    std::thread writer([&] {
      Write(text);
      write_.Reset();
    });
    std::string all;
    const absl::Status status =
        ExplainLines(context_, Find, read_.get(), [&](const std::string& some) {
          all += some;
          return absl::OkStatus();
        });
    writer.join();
    EXPECT_TRUE(status.ok()) << status;
    return all;
  }

  store::LoadedRules loaded_ = store::LoadAllowFile("");
  policy::TrustedDirs trusted_ = policy::TrustedDirs::BuiltIn();
  ExplainContext context_ = {
      .loaded = loaded_, .trusted = trusted_, .allow_path = ""};
  base::UniqueFd read_;
  base::UniqueFd write_;
};

// spec N5
TEST_F(ExplainLinesTest, AnswersEachLineByOneInOrder) {
  const std::string answers =
      Answers("[\"ls\",\"-l\"]\n[\"nosuchprogram\"]\n\nnonsense\n[\"ls\"]");
  const std::vector<std::string> lines = absl::StrSplit(answers, '\n');
  ASSERT_EQ(lines.size(), 6u) << answers;
  EXPECT_THAT(lines[0], HasSubstr(R"("decision":"run")"));
  EXPECT_THAT(lines[1], HasSubstr(R"("decision":"refuse")"));
  EXPECT_THAT(lines[2], StartsWith(R"({"error":"not JSON)"));
  EXPECT_THAT(lines[3], StartsWith(R"({"error":"not JSON)"));
  EXPECT_THAT(lines[4], HasSubstr(R"("argv":["ls"])"));
  EXPECT_EQ(lines[5], "");
}

TEST_F(ExplainLinesTest, TakesNothingButAnArrayOfStrings) {
  const std::string answers =
      Answers("{}\n[]\n\"ls\"\n[1]\n[\"ls\",null]\n[[\"ls\"]]\nnull");
  for (const absl::string_view line :
       absl::StrSplit(answers, '\n', absl::SkipEmpty())) {
    EXPECT_EQ(line, R"({"error":"not an array of strings, program first"})");
  }
  EXPECT_EQ(std::count(answers.begin(), answers.end(), '\n'), 7);
}

// Once for the lines that arrive together, anew for later ones.
TEST_F(ExplainLinesTest, LooksForAProgramAgainWhenInputPaused) {
  Write("[\"ls\"]\n[\"ls\",\"-l\"]\n");
  std::vector<std::string> sought;
  int prints = 0;
  const auto find = [&](absl::string_view name) {
    sought.emplace_back(name);
    return Find(name);
  };
  const auto print = [&](const std::string&) {
    if (++prints == 1) Write("[\"ls\"]\n");
    if (prints == 2) write_.Reset();
    return absl::OkStatus();
  };
  EXPECT_TRUE(ExplainLines(context_, find, read_.get(), print).ok());
  EXPECT_THAT(sought, ::testing::ElementsAre("ls", "ls"));
}

// spec N5
TEST_F(ExplainLinesTest, GoesOnAfterALineThatIsTooLong) {
  const std::string answers = Answers(absl::StrCat(
      "[\"ls\",\"", std::string(5u << 20, 'x'), "\"]\n[\"ls\"]\n"));
  const std::vector<std::string> lines = absl::StrSplit(answers, '\n');
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0], R"({"error":"a line is longer than 4194304 bytes"})");
  EXPECT_THAT(lines[1], HasSubstr(R"("decision":"run")"));
}

// Whoever asks one by one, and waits for each answer, gets it.
// spec N5
TEST_F(ExplainLinesTest, AnswersBeforeItWaitsForMore) {
  Write("[\"ls\"]\n[\"ls\"]\n[\"l");
  int prints = 0;
  const absl::Status status =
      ExplainLines(context_, Find, read_.get(), [&](const std::string& some) {
        if (++prints == 1) {
          EXPECT_EQ(std::count(some.begin(), some.end(), '\n'), 2);
          Write("s\"]\n");
          write_.Reset();
        }
        return absl::OkStatus();
      });
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_EQ(prints, 2);
}

TEST_F(ExplainLinesTest, EndsWhereNobodyReads) {
  Write("[\"ls\"]\n[\"ls\"]\n");
  const absl::Status gone = absl::UnavailableError("gone");
  EXPECT_EQ(ExplainLines(context_, Find, read_.get(),
                         [&](const std::string&) { return gone; }),
            gone);
}

}  // namespace
}  // namespace aii::cli
