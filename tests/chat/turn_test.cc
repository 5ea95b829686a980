#include "chat/turn.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "exec/host.h"
#include "tool/result_text.h"

namespace aii::chat {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

// Plays a list of events, and keeps what it was told.
class Player final : public model::Backend {
 public:
  explicit Player(std::deque<model::Event> events)
      : events_(std::move(events)) {}

  model::InfoResult Info(const base::Cancel&) override {
    return model::ModelInfo{};
  }
  void StartTurn(std::string text) override {
    messages.push_back(std::move(text));
  }
  model::Event Next(const base::Cancel& cancel) override {
    if (cancel.cancelled()) {
      ++cancelled;
      return model::Cancelled{};
    }
    if (events_.empty()) return model::Done{};
    model::Event event = std::move(events_.front());
    events_.pop_front();
    return event;
  }
  void Answer(absl::string_view id, std::string result) override {
    answers.push_back(absl::StrCat(id, ": ", result));
    if (at_answer) at_answer();
  }
  bool OwnsToolLoop() const override { return owns_loop; }
  void StopCalling() override { ++stops; }

  bool owns_loop = false;
  int stops = 0;
  int cancelled = 0;
  std::vector<std::string> messages;
  std::vector<std::string> answers;
  std::function<void()> at_answer;

 private:
  std::deque<model::Event> events_;
};

class Sink final : public AnswerSink {
 public:
  absl::Status Write(absl::string_view more) override {
    absl::StrAppend(&text, more);
    return status;
  }
  absl::Status EndResponse() override {
    ++ends;
    return status;
  }
  std::string text;
  int ends = 0;
  absl::Status status;
};

class Nobody final : public approve::Approver {
 public:
  approve::Answer Ask(const approve::Question&, const base::Cancel&) override {
    return approve::Answer::kNo;
  }
};

class Quiet final : public base::EventSink {
 public:
  void Warning(absl::string_view) override {}
  void Remark(absl::string_view) override {}
  void CommandStarts(absl::string_view) override {}
  void CommandEnds(const base::CommandEnd&) override {}
  void CallRefused(absl::string_view) override {}
  void StillRunning(absl::string_view, pid_t) override {}
};

class TurnTest : public ::testing::Test {
 protected:
  TurnTest()
      : host_({.rules = rules_,
               .trusted = trusted_,
               .approver = nobody_,
               .events = quiet_,
               .clock = base::MonotonicClock(),
               .search_path = "/nowhere",
               .limits = {},
               .save_rule = [](const auto&) { return absl::OkStatus(); },
               .allow_path = {}}) {}

  static model::ToolCall Call(int number) {
    return {.id = absl::StrCat("c", number),
            .name = "run_command",
            .arguments_json = R"({"executable":"gone"})"};
  }

  policy::RuleSet rules_;
  policy::TrustedDirs trusted_{{}};
  Nobody nobody_;
  Quiet quiet_;
  exec::Host host_;
  Sink sink_;
  base::Cancel never_;
};

TEST_F(TurnTest, PassesTextOnAndEndsTheResponse) {
  Player player({model::TextDelta{"Hel"}, model::TextDelta{"lo"}});
  const TurnResult result = RunTurn(player, "hi", nullptr, sink_, never_);
  EXPECT_TRUE(std::holds_alternative<TurnDone>(result));
  EXPECT_THAT(player.messages, ElementsAre("hi"));
  EXPECT_EQ(sink_.text, "Hello");
  EXPECT_EQ(sink_.ends, 1);
}

TEST_F(TurnTest, AnswersEachCallByItsId) {
  Player player({Call(1), model::TextDelta{"then"}, Call(2)});
  RunTurn(player, "hi", &host_, sink_, never_);
  EXPECT_THAT(player.answers,
              ElementsAre("c1: Error: executable not found: gone",
                          "c2: Error: executable not found: gone"));
}

// spec T1, T4
TEST_F(TurnTest, KnowsOnlyOneTool) {
  Player player({model::ToolCall{"c1", "rm_rf", "{}"}});
  RunTurn(player, "hi", &host_, sink_, never_);
  EXPECT_THAT(player.answers,
              ElementsAre("c1: Error: there is no tool named rm_rf"));
}

// spec M2
TEST_F(TurnTest, HasNoToolWithoutAHost) {
  Player player({Call(1)});
  RunTurn(player, "hi", nullptr, sink_, never_);
  EXPECT_THAT(player.answers,
              ElementsAre("c1: Error: there is no tool named run_command"));
}

// spec T6
TEST_F(TurnTest, ServesSixteenCallsThenAsksForAnAnswer) {
  std::deque<model::Event> calls;
  for (int i = 1; i <= 17; ++i) calls.emplace_back(Call(i));
  Player player(std::move(calls));
  RunTurn(player, "hi", &host_, sink_, never_);
  ASSERT_THAT(player.answers, SizeIs(17));
  EXPECT_THAT(player.answers[15], HasSubstr("executable not found"));
  EXPECT_THAT(player.answers[16], Not(HasSubstr("executable not found")));
  EXPECT_EQ(player.stops, 1);
}

TEST_F(TurnTest, LeavesTheNumberOfCallsToABackendThatOwnsTheLoop) {
  std::deque<model::Event> calls;
  for (int i = 1; i <= 20; ++i) calls.emplace_back(Call(i));
  Player player(std::move(calls));
  player.owns_loop = true;
  RunTurn(player, "hi", &host_, sink_, never_);
  EXPECT_THAT(player.answers[19], HasSubstr("executable not found"));
  EXPECT_EQ(player.stops, 0);
}

TEST_F(TurnTest, KeepsTheTextOfATurnThatFails) {
  Player player({model::TextDelta{"half"},
                 model::Error{{.code = base::FailureCode::kRateLimited,
                               .lines = {"Model busy, try again"}}}});
  const TurnResult result = RunTurn(player, "hi", nullptr, sink_, never_);
  ASSERT_TRUE(std::holds_alternative<TurnFailed>(result));
  EXPECT_EQ(std::get<TurnFailed>(result).failure.code,
            base::FailureCode::kRateLimited);
  EXPECT_EQ(sink_.text, "half");
  EXPECT_EQ(sink_.ends, 1);
}

TEST_F(TurnTest, EndsWhenItIsCancelled) {
  Player player({model::TextDelta{"half"}, model::Cancelled{}});
  const TurnResult result = RunTurn(player, "hi", nullptr, sink_, never_);
  EXPECT_TRUE(std::holds_alternative<TurnCancelled>(result));
  EXPECT_EQ(sink_.ends, 1);
}

// The model, too, is told that the turn is over.
TEST_F(TurnTest, EndsTheTurnOfTheModelWhereACallIsInterrupted) {
  auto source = base::CancelSource::Create();
  ASSERT_TRUE(source.ok());
  Player player({Call(1), model::TextDelta{"never shown"}});
  player.at_answer = [&] {
    (*source)->Trigger(base::CancelReason::kInterrupt);
  };
  const TurnResult result =
      RunTurn(player, "hi", &host_, sink_, (*source)->token());
  EXPECT_TRUE(std::holds_alternative<TurnCancelled>(result));
  EXPECT_THAT(player.answers, SizeIs(1));
  EXPECT_EQ(player.cancelled, 1);
  EXPECT_EQ(sink_.text, "");
}

const char kWritten[] = R"({"executable": "rm", "arguments": ["x"]})";

// spec T8
TEST_F(TurnTest, TellsTheModelThatAWrittenCallDoesNotRun) {
  Player player({model::TextDelta{kWritten}, model::Done{}, Call(1),
                 model::TextDelta{"ok"}});
  EXPECT_TRUE(std::holds_alternative<TurnDone>(
      RunTurn(player, "hi", &host_, sink_, never_)));
  EXPECT_THAT(player.messages,
              ElementsAre("hi", std::string(tool::WrittenCallText())));
  EXPECT_THAT(player.answers, SizeIs(1));
  EXPECT_EQ(sink_.text, "ok");
}

// spec T8
TEST_F(TurnTest, ShowsACallThatIsWrittenAgain) {
  Player player({model::TextDelta{kWritten}, model::Done{},
                 model::TextDelta{kWritten}, model::Done{},
                 model::TextDelta{"never"}});
  EXPECT_TRUE(std::holds_alternative<TurnDone>(
      RunTurn(player, "hi", &host_, sink_, never_)));
  EXPECT_THAT(player.messages, SizeIs(2));
  EXPECT_THAT(player.answers, SizeIs(0));
  EXPECT_EQ(sink_.text, kWritten);
}

// spec T8
TEST_F(TurnTest, LeavesTextAloneWhereThereIsNoTool) {
  Player player({model::TextDelta{kWritten}});
  EXPECT_TRUE(std::holds_alternative<TurnDone>(
      RunTurn(player, "hi", nullptr, sink_, never_)));
  EXPECT_THAT(player.messages, SizeIs(1));
  EXPECT_EQ(sink_.text, kWritten);
}

TEST_F(TurnTest, DoesNotShowACallThatIsWrittenAndMade) {
  Player player({model::TextDelta{kWritten}, Call(1), model::TextDelta{"ok"}});
  RunTurn(player, "hi", &host_, sink_, never_);
  EXPECT_THAT(player.answers, SizeIs(1));
  EXPECT_EQ(sink_.text, "ok");
}

TEST_F(TurnTest, ShowsWhatItHeldBackBeforeACallOrAnError) {
  Player before({model::TextDelta{"{\"name"}, Call(1)});
  RunTurn(before, "hi", &host_, sink_, never_);
  EXPECT_EQ(sink_.text, "{\"name");
  Player failing({model::TextDelta{"{\"tool"}, model::Error{}});
  RunTurn(failing, "hi", &host_, sink_, never_);
  EXPECT_EQ(sink_.text, "{\"name{\"tool");
}

TEST_F(TurnTest, ReportsAnAnswerThatCannotBeWritten) {
  sink_.status = absl::ResourceExhaustedError("No space left on device");
  Player player({model::TextDelta{"a"}, model::TextDelta{"b"}});
  const TurnResult result = RunTurn(player, "hi", nullptr, sink_, never_);
  ASSERT_TRUE(std::holds_alternative<TurnUnwritable>(result));
  EXPECT_EQ(sink_.text, "a") << "nothing more is pulled";
}

TEST(RunTurn, StopsAModelThatRepeatsItself) {
  const std::string line = "The quick brown fox jumps over the lazy dog.\n";
  Player backend({model::TextDelta{line + line},
                  model::TextDelta{line + "and never to be seen"},
                  model::TextDelta{"nor this"}});
  Sink sink;
  const TurnResult result =
      RunTurn(backend, "go", nullptr, sink, base::Cancel());
  EXPECT_EQ(sink.text, line + line + line + "...\n");
  EXPECT_EQ(sink.ends, 1);
  EXPECT_EQ(backend.cancelled, 1) << "the model goes on";
  const auto* failed = std::get_if<TurnFailed>(&result);
  ASSERT_NE(failed, nullptr);
  EXPECT_EQ(failed->failure.code, base::FailureCode::kContextExceeded);
  EXPECT_THAT(
      failed->failure.lines,
      ElementsAre("Response appears to be repeating \u2014 likely exceeded the "
                  "4096-token context window",
                  "try a shorter input, limit expected response length or use "
                  "/new to reset in interactive mode"));
}

}  // namespace
}  // namespace aii::chat
