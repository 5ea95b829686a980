#include "cli/content.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "base/unique_fd.h"

namespace aii::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class Warnings final : public base::EventSink {
 public:
  void Warning(absl::string_view text) override { texts.emplace_back(text); }
  void Remark(absl::string_view) override {}
  void CommandStarts(absl::string_view) override {}
  void CommandEnds(const base::CommandEnd&) override {}
  void CallRefused(absl::string_view) override {}
  void StillRunning(absl::string_view, pid_t) override {}
  std::vector<std::string> texts;
};

// A pipe that holds `bytes` and is at its end after them.
base::UniqueFd PipeWith(const std::string& bytes) {
  std::array<int, 2> ends;
  EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  EXPECT_EQ(::write(ends[1], bytes.data(), bytes.size()),
            static_cast<ssize_t>(bytes.size()));
  ::close(ends[1]);
  return base::UniqueFd(ends[0]);
}

class ReadContentTest : public ::testing::Test {
 protected:
  ReadContentTest() {
    path_ = ::testing::TempDir() + "aii-content-" + std::to_string(::getpid());
    std::ofstream(path_) << "from the file";
  }
  ~ReadContentTest() override { std::remove(path_.c_str()); }

  std::string path_;
  Warnings warnings_;
  base::Cancel never_;
};

// spec M1
TEST_F(ReadContentTest, ReadsAPipeToItsEnd) {
  const base::UniqueFd pipe = PipeWith("one\ntwo\n");
  EXPECT_EQ(
      std::get<std::string>(ReadContent({}, pipe.get(), warnings_, never_)),
      "one\ntwo\n");
}

// spec M3
TEST_F(ReadContentTest, TakesTheNullDeviceAsNoContent) {
  const base::UniqueFd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  EXPECT_FALSE(HasContent(null.get()));
  EXPECT_TRUE(HasContent(PipeWith("").get()));
  EXPECT_FALSE(HasContent(-1));
}

TEST_F(ReadContentTest, LeavesStandardInputAloneWithN) {
  const base::UniqueFd pipe = PipeWith("kept");
  EXPECT_EQ(std::get<std::string>(
                ReadContent({.no_stdin = true}, pipe.get(), warnings_, never_)),
            "");
  std::array<char, 8> left{};
  EXPECT_EQ(::read(pipe.get(), left.data(), left.size()), 4);
}

TEST_F(ReadContentTest, ReadsAFile) {
  const base::UniqueFd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  EXPECT_EQ(std::get<std::string>(
                ReadContent({.file = path_}, null.get(), warnings_, never_)),
            "from the file");
  const base::UniqueFd empty = PipeWith("");
  EXPECT_EQ(std::get<std::string>(
                ReadContent({.file = path_}, empty.get(), warnings_, never_)),
            "from the file")
      << "an empty pipe is no content";
}

// spec M6
TEST_F(ReadContentTest, RefusesAFileTogetherWithAPipe) {
  const base::UniqueFd pipe = PipeWith("x");
  const auto read = ReadContent({.file = path_}, pipe.get(), warnings_, never_);
  const auto& failure = std::get<base::Failure>(read);
  EXPECT_EQ(failure.code, base::FailureCode::kConflictingInput);
  EXPECT_THAT(failure.lines,
              ElementsAre("Cannot use both --file and piped stdin. Use one or "
                          "the other"));
}

TEST_F(ReadContentTest, NamesAFileThatCannotBeRead) {
  const auto read = ReadContent({.no_stdin = true, .file = "/nowhere/x"}, -1,
                                warnings_, never_);
  const auto& failure = std::get<base::Failure>(read);
  EXPECT_EQ(failure.code, base::FailureCode::kFileNotFound);
  EXPECT_THAT(failure.lines, ElementsAre("Cannot read file: /nowhere/x"));
}

// spec M5
TEST_F(ReadContentTest, ReplacesWhatIsNoUtf8AndWarns) {
  const base::UniqueFd pipe = PipeWith(
      "a\xff"
      "b");
  EXPECT_EQ(
      std::get<std::string>(ReadContent({}, pipe.get(), warnings_, never_)),
      "a\uFFFDb");
  EXPECT_THAT(warnings_.texts,
              ElementsAre("the content is not all UTF-8; other bytes were "
                          "replaced"));
  const base::UniqueFd fine = PipeWith("\u00e9");
  Warnings none;
  ReadContent({}, fine.get(), none, never_);
  EXPECT_THAT(none.texts, IsEmpty());
}

TEST(DecodeText, ReplacesWhatIsNoUtf8AndNamesWhatHadIt) {
  Warnings warnings;
  EXPECT_EQ(DecodeText("caf\u00e9", "prompt", warnings), "caf\u00e9");
  EXPECT_THAT(warnings.texts, IsEmpty());
  EXPECT_EQ(DecodeText("caf\xe9", "prompt", warnings), "caf\uFFFD");
  EXPECT_THAT(warnings.texts,
              ElementsAre("the prompt is not all UTF-8; other bytes were "
                          "replaced"));
}

TEST_F(ReadContentTest, StopsWhenItIsCancelled) {
  std::array<int, 2> ends;
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  const base::UniqueFd read_end(ends[0]);
  const base::UniqueFd silent(ends[1]);
  auto source = base::CancelSource::Create();
  ASSERT_TRUE(source.ok());
  (*source)->Trigger(base::CancelReason::kInterrupt);
  EXPECT_TRUE(std::holds_alternative<ContentCancelled>(
      ReadContent({}, read_end.get(), warnings_, (*source)->token())));
}

}  // namespace
}  // namespace aii::cli
