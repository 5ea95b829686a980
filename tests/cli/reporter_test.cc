#include "cli/reporter.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>

#include "base/unique_fd.h"

namespace aii::cli {
namespace {

class ReporterTest : public ::testing::Test {
 protected:
  ReporterTest() {
    std::array<int, 2> ends;
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK), 0);
    read_.Reset(ends[0]);
    write_.Reset(ends[1]);
  }

  std::string Err() {
    std::string bytes(65536, '\0');
    const ssize_t count = ::read(read_.get(), bytes.data(), bytes.size());
    bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return bytes;
  }

  Console Make(bool terminal) {
    return Console({.err = write_.get(), .err_is_terminal = terminal});
  }

  base::UniqueFd read_, write_;
};

const base::Failure kFailure = {
    .code = base::FailureCode::kContextExceeded,
    .lines = {"Exceeds 4096-token context window", "try a shorter input"},
    .detail = "n_ctx"};

// spec E1
TEST_F(ReporterTest, PrintsEachLineOfAFailureWithThePrefix) {
  Console console = Make(false);
  EXPECT_EQ(Reporter(console, {}).Fail(kFailure), 4);
  EXPECT_EQ(Err(),
            "aii: Exceeds 4096-token context window\n"
            "aii: try a shorter input\n");
}

// spec E2
TEST_F(ReporterTest, PrintsAFailureAsOneJsonObject) {
  Console console = Make(false);
  EXPECT_EQ(Reporter(console, {.json = true}).Fail(kFailure), 4);
  EXPECT_EQ(Err(),
            R"({"error":"context_exceeded","message":"Exceeds 4096-token )"
            R"(context window\ntry a shorter input","detail":"n_ctx",)"
            R"("exitCode":4})"
            "\n");
}

// spec O5
TEST_F(ReporterTest, SaysNothingElseWithJson) {
  Console console = Make(true);
  Reporter reporter(console, {.json = true, .verbose = true});
  reporter.Warning("w");
  reporter.Remark("r");
  reporter.Note("n");
  reporter.CommandStarts("df -h");
  reporter.CommandEnds({.result_text = "exit 0\n", .elapsed = {}});
  reporter.StillRunning("firefox", 7);
  EXPECT_EQ(Err(), "");
}

// spec O4
TEST_F(ReporterTest, WordsEvents) {
  Console console = Make(false);
  Reporter reporter(console, {});
  reporter.Warning("odd \x1b name");
  reporter.CommandStarts("df -h");
  reporter.CommandEnds({.result_text = "exit 0\n", .elapsed = {}});
  reporter.StillRunning("firefox", 7);
  EXPECT_EQ(Err(),
            "aii: warning: odd \\x1B name\n"
            "aii: $ df -h\n"
            "aii: still running: firefox (pid 7)\n");
}

TEST_F(ReporterTest, RemarksOnATerminalOnly) {
  Console pipe = Make(false);
  Reporter(pipe, {.color = true}).Remark("small");
  EXPECT_EQ(Err(), "");
  Console terminal = Make(true);
  Reporter(terminal, {.color = true}).Remark("small");
  EXPECT_EQ(Err(), "\033[2maii: small\033[0m\n");
  Reporter(terminal, {.color = false}).Remark("small");
  EXPECT_EQ(Err(), "aii: small\n");
}

// spec O9
TEST_F(ReporterTest, ShowsTheVeryTextOfTheModelWhenVerbose) {
  Console console = Make(false);
  Reporter(console, {.verbose = true})
      .CommandEnds({.result_text = "exit 0\na\x1b\nb\n",
                    .elapsed = absl::Milliseconds(1240)});
  EXPECT_EQ(Err(),
            "aii: took 1.2 s; the model is told:\n"
            "aii: | exit 0\n"
            "aii: | a\\x1B\n"
            "aii: | b\n");
}

// spec O9
TEST_F(ReporterTest, ShowsWhyACallRanNothingOnlyWhenVerbose) {
  Console console = Make(false);
  Reporter(console, {}).CallRefused("Error: invalid arguments");
  EXPECT_EQ(Err(), "");
  Reporter(console, {.verbose = true}).CallRefused("Error: invalid arguments");
  EXPECT_EQ(Err(),
            "aii: nothing ran; the model is told:\n"
            "aii: | Error: invalid arguments\n");
}

}  // namespace
}  // namespace aii::cli
