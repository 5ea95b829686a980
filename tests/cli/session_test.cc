#include "cli/session.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <variant>

#include "base/unique_fd.h"
#include "tests/support/temp_dir.h"

namespace aii::cli {
namespace {

using ::testing::HasSubstr;

class SessionTest : public ::testing::Test {
 protected:
  SessionTest() { environment_.home = directory_.path(); }

  Session MakeSession(const std::string& script) {
    options_.model = "script:" + directory_.Write("script.jsonl", script);
    return Session(options_, environment_, console_, reporter_,
                   directory_.File("allow"));
  }

  std::string Answer() const { return testing::Slurp(directory_.File("out")); }

  testing::TempDir directory_;
  Options options_;
  Environment environment_ = {.search_path = "/usr/bin:/bin"};
  base::UniqueFd out_{::open(directory_.File("out").c_str(),
                             O_WRONLY | O_CREAT | O_CLOEXEC, 0600)};
  base::UniqueFd err_{::open(directory_.File("err").c_str(),
                             O_WRONLY | O_CREAT | O_CLOEXEC, 0600)};
  Console console_{{.out = out_.get(), .err = err_.get()}};
  Reporter reporter_{console_, {}};
};

TEST_F(SessionTest, TalksToTheModelThatWasChosen) {
  Session session = MakeSession("{\"say_message\": true}\n{\"end\": true}\n");
  ASSERT_FALSE(session.Choose({}).has_value());
  ASSERT_TRUE(
      std::holds_alternative<Session::Opened>(session.Open(base::Cancel())));
  EXPECT_TRUE(std::holds_alternative<chat::TurnDone>(
      session.Talk("hello", base::Cancel())));
  EXPECT_EQ(Answer(), "hello\n");
}

TEST_F(SessionTest, StartsAnewWhereItIsOpenedAgain) {
  Session session =
      MakeSession("{\"say\": \"one\"}\n{\"end\": true}\n{\"say\": \"two\"}\n");
  ASSERT_FALSE(session.Choose({}).has_value());
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(
        std::holds_alternative<Session::Opened>(session.Open(base::Cancel())));
    (void)session.Talk("x", base::Cancel());
  }
  EXPECT_EQ(Answer(), "one\none\n");
}

TEST_F(SessionTest, OpensAgainForATurnWhereItCouldNotBefore) {
  Session session = MakeSession("{\"say_message\": true}\n{\"end\": true}\n");
  ASSERT_FALSE(session.Choose(base::Cancel()).has_value());
  ASSERT_TRUE(
      std::holds_alternative<Session::Opened>(session.Open(base::Cancel())));
  const std::string script = testing::Slurp(directory_.File("script.jsonl"));
  ::unlink(directory_.File("script.jsonl").c_str());
  EXPECT_TRUE(
      std::holds_alternative<base::Failure>(session.Open(base::Cancel())));
  EXPECT_TRUE(std::holds_alternative<chat::TurnFailed>(
      session.Talk("one", base::Cancel())));
  directory_.Write("script.jsonl", script);
  EXPECT_TRUE(std::holds_alternative<chat::TurnDone>(
      session.Talk("two", base::Cancel())));
  EXPECT_EQ(Answer(), "two\n");
}

TEST_F(SessionTest, RunsProgramsOnlyWithTheToolAndByTheRules) {
  const std::string script =
      "{\"call\": {\"executable\": \"uname\"}}\n{\"say_result\": true}\n";
  Session without = MakeSession(script);
  ASSERT_FALSE(without.Choose({}).has_value());
  (void)without.Open(base::Cancel());
  (void)without.Talk("x", base::Cancel());
  EXPECT_THAT(Answer(), HasSubstr("there is no tool named run_command"));

  options_.exec = true;
  Session with = MakeSession(script);
  ASSERT_FALSE(with.Choose({}).has_value());
  (void)with.Open(base::Cancel());
  (void)with.Talk("x", base::Cancel());
  EXPECT_THAT(Answer(), HasSubstr("exit 0\n"));
}

TEST_F(SessionTest, SaysThatThereIsNoSuchModel) {
  options_.model = "nonsense";
  Session session(options_, environment_, console_, reporter_, "");
  const auto failure = session.Choose({});
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->code, base::FailureCode::kUsageError);
}

}  // namespace
}  // namespace aii::cli
