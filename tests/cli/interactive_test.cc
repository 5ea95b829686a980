// Conversations over a pipe; those on a terminal are in tests/system.

#include "cli/interactive.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "base/unique_fd.h"
#include "tests/support/temp_dir.h"

namespace aii::cli {
namespace {

class ConverseTest : public ::testing::Test {
 protected:
  // Sends `input` through a conversation with `script`; what the model said.
  std::string Talk(const std::string& script, const std::string& input) {
    options_.interactive = true;
    options_.model = "script:" + directory_.Write("script.jsonl", script);
    Session session(options_, environment_, console_, reporter_, "");
    EXPECT_FALSE(session.Choose({}).has_value());
    EXPECT_TRUE(std::holds_alternative<Session::Opened>(
        session.Open(source_->token())));
    directory_.Write("in", input);
    const base::UniqueFd in(
        ::open(directory_.File("in").c_str(), O_RDONLY | O_CLOEXEC));
    end_ = Converse(session, console_, reporter_, environment_, in.get(),
                    *source_);
    return testing::Slurp(directory_.File("out"));
  }

  testing::TempDir directory_;
  Options options_;
  Environment environment_ = {.search_path = "/usr/bin:/bin"};
  base::UniqueFd out_{::open(directory_.File("out").c_str(),
                             O_WRONLY | O_CREAT | O_CLOEXEC, 0600)};
  base::UniqueFd err_{::open(directory_.File("err").c_str(),
                             O_WRONLY | O_CREAT | O_CLOEXEC, 0600)};
  Console console_{{.out = out_.get(), .err = err_.get()}};
  Reporter reporter_{console_, {}};
  std::unique_ptr<base::CancelSource> source_ =
      std::move(base::CancelSource::Create()).value();
  chat::InteractiveEnd end_;
};

constexpr char kEcho[] = "{\"say_message\": true}\n{\"end\": true}\n";

// spec C4
TEST_F(ConverseTest, AnswersLineByLineWithABlankLineAfterEach) {
  EXPECT_EQ(Talk(std::string(kEcho) + kEcho, "one\n\ntwo"), "one\n\ntwo\n\n");
  EXPECT_TRUE(std::holds_alternative<chat::ConversationOver>(end_));
}

// spec C11
TEST_F(ConverseTest, ShowsNeitherHeaderNorPromptWithoutATerminal) {
  EXPECT_EQ(Talk(kEcho, "/help\n/quit\nx\n"), "");
  EXPECT_EQ(testing::Slurp(directory_.File("err")).find("Interface"),
            std::string::npos);
}

TEST_F(ConverseTest, GoesOnAfterAFailureAndSaysHow) {
  EXPECT_EQ(Talk("{\"fail\": {\"code\": \"context_exceeded\", \"lines\": "
                 "[\"full\"]}}\n"
                 "{\"end\": true}\n" +
                     std::string(kEcho),
                 "one\ntwo\n"),
            "two\n\n");
  const std::string errors = testing::Slurp(directory_.File("err"));
  EXPECT_NE(errors.find("aii: full\n"
                        "aii: use /new to start a fresh conversation\n"),
            std::string::npos)
      << errors;
}

// spec M5
TEST_F(ConverseTest, TakesAnyBytes) {
  EXPECT_EQ(Talk(kEcho, "a\xFF\n"), "a\uFFFD\n\n");
}

}  // namespace
}  // namespace aii::cli
