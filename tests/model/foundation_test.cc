#include "model/foundation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/fake_fm.h"

namespace aii::model {
namespace {

using ::testing::ElementsAre;
using testing::FakeCalls;
using testing::FakeFault;
using testing::FakeFm;
using testing::FakeHang;
using testing::FakeSnapshot;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kTool[] = "run_command";

std::unique_ptr<Backend> Open(const FakeFm& fm, SessionOptions session = {}) {
  auto made = MakeFoundationBackend(fm.api(), std::move(session));
  auto* backend = std::get_if<std::unique_ptr<Backend>>(&made);
  return backend == nullptr ? nullptr : std::move(*backend);
}

SessionOptions WithTool() {
  return {.instructions = "be brief",
          .tool = ToolSpec{kTool, "runs one program", "{}"}};
}

std::string Word(const Event& event) {
  if (const auto* text = std::get_if<TextDelta>(&event)) {
    return "text " + text->text;
  }
  if (const auto* call = std::get_if<ToolCall>(&event)) {
    return "call " + call->name + " " + call->arguments_json;
  }
  if (const auto* error = std::get_if<Error>(&event)) {
    return "error " + error->failure.lines[0];
  }
  return std::holds_alternative<Done>(event) ? "done" : "cancelled";
}

// Runs a turn; each call is answered with "result of <arguments>".
std::vector<std::string> RunTurn(Backend& backend, std::string message,
                                 const base::Cancel& cancel = {}) {
  std::vector<std::string> words;
  backend.StartTurn(std::move(message));
  for (;;) {
    const Event event = backend.Next(cancel);
    const std::string word = Word(event);
    const auto* text = std::get_if<TextDelta>(&event);
    if (text != nullptr && !words.empty() &&
        words.back().starts_with("text ")) {
      words.back() += text->text;  // how pieces join depends on the threads
      continue;
    }
    words.push_back(word);
    if (const auto* call = std::get_if<ToolCall>(&event)) {
      backend.Answer(call->id, "result of " + call->arguments_json);
    } else if (text == nullptr) {
      return words;
    }
  }
}

TEST(Foundation, StreamsWhatIsNewAndIsDone) {
  FakeFm fm;
  fm.turns = {{FakeSnapshot{"Hel"}, FakeSnapshot{"Hello"}},
              {FakeSnapshot{"Again"}}};
  const auto backend = Open(fm, {.instructions = "be brief"});
  ASSERT_NE(backend, nullptr);
  EXPECT_THAT(RunTurn(*backend, "hi"), ElementsAre("text Hello", "done"));
  EXPECT_THAT(RunTurn(*backend, "more"), ElementsAre("text Again", "done"));
  EXPECT_THAT(fm.prompts, ElementsAre("hi", "more"));
  EXPECT_EQ(fm.instructions, "be brief");
  EXPECT_THAT(fm.tool, IsEmpty());
}

TEST(Foundation, LoadsTheModelAtOnceAndForgetsTheConversationAtTheEnd) {
  FakeFm fm;
  {
    const auto backend = Open(fm);
    EXPECT_EQ(fm.prewarmed, 1);
    EXPECT_EQ(fm.destroyed, 0);
  }
  EXPECT_EQ(fm.destroyed, 1);
}

TEST(Foundation, ServesACallAndGoesOnWithANewSegment) {
  FakeFm fm;
  fm.turns = {{FakeSnapshot{"Let me look. "}, FakeCalls{{"{\"a\":1}"}},
               FakeSnapshot{"Here"}, FakeSnapshot{"Here it is"}}};
  const auto backend = Open(fm, WithTool());
  EXPECT_THAT(RunTurn(*backend, "hi"),
              ElementsAre("text Let me look. ", "call run_command {\"a\":1}",
                          "text Here it is", "done"));
  EXPECT_THAT(fm.results(), ElementsAre("result of {\"a\":1}"));
}

TEST(Foundation, ServesCallsThatComeTogetherOneByOne) {
  FakeFm fm;
  fm.turns = {{FakeCalls{{"1", "2", "3"}}, FakeSnapshot{"ok"}}};
  const auto backend = Open(fm, WithTool());
  EXPECT_THAT(RunTurn(*backend, "hi"),
              ElementsAre("call run_command 1", "call run_command 2",
                          "call run_command 3", "text ok", "done"));
  EXPECT_THAT(fm.results(),
              ElementsAre("result of 1", "result of 2", "result of 3"));
}

TEST(Foundation, ExplainsTheToolAgainstKnownMistakes) {
  FakeFm fm;
  const auto backend = Open(fm, WithTool());
  ASSERT_EQ(fm.tool.size(), 4u);
  EXPECT_EQ(fm.tool[0], kTool);
  EXPECT_EQ(fm.tool[1], "runs one program");
  EXPECT_THAT(fm.tool[2], HasSubstr("Never a whole command line"));
  EXPECT_THAT(fm.tool[3], HasSubstr("without the program's name"));
  EXPECT_THAT(fm.tool[3], HasSubstr("no empty strings"));
}

TEST(Foundation, FailsWithTheErrorAndKeepsTheConversation) {
  FakeFm fm;
  fm.turns = {
      {FakeSnapshot{"half"}, FakeFault{.code = AII_FM_CONTEXT_EXCEEDED,
                                       .case_name = "exceededContextWindowSize",
                                       .message = "why"}},
      {FakeSnapshot{"ok"}}};
  const auto backend = Open(fm);
  EXPECT_THAT(
      RunTurn(*backend, "hi"),
      ElementsAre("text half", "error Exceeds 4096-token context window"));
  EXPECT_THAT(RunTurn(*backend, "hi"), ElementsAre("text ok", "done"));
}

// Nobody here asked for it, so it is no interrupt.
TEST(Foundation, FailsWhereTheModelCancelsByItself) {
  FakeFm fm;
  fm.turns = {{FakeSnapshot{"half"}, FakeFault{.code = AII_FM_CANCELLED}},
              {FakeSnapshot{"ok"}}};
  const auto backend = Open(fm);
  EXPECT_THAT(RunTurn(*backend, "hi"),
              ElementsAre("text half",
                          "error Apple's model gave up the request by itself"));
  EXPECT_THAT(RunTurn(*backend, "hi"), ElementsAre("text ok", "done"));
}

TEST(Foundation, IsCancelledInTextAndTalksOn) {
  auto source = base::CancelSource::Create();
  ASSERT_TRUE(source.ok());
  FakeFm fm;
  fm.turns = {{FakeSnapshot{"working"}, FakeHang{}}, {FakeSnapshot{"ok"}}};
  const auto backend = Open(fm);
  backend->StartTurn("hi");
  EXPECT_EQ(Word(backend->Next((*source)->token())), "text working");
  std::thread trigger(
      [&] { (*source)->Trigger(base::CancelReason::kInterrupt); });
  EXPECT_EQ(Word(backend->Next((*source)->token())), "cancelled");
  trigger.join();
  (*source)->Reset();
  EXPECT_THAT(RunTurn(*backend, "hi", (*source)->token()),
              ElementsAre("text ok", "done"));
}

TEST(Foundation, IsNotHeldUpByAFrameworkThatDoesNotEnd) {
  class Hurried final : public base::Clock {
   public:
    base::Instant Now() const override {
      now_.since_start += absl::Seconds(1);
      return now_;
    }

   private:
    mutable base::Instant now_;
  };
  const Hurried clock;
  auto source = base::CancelSource::Create();
  ASSERT_TRUE(source.ok());
  FakeFm fm;
  fm.turns = {{FakeHang{.deaf = true}}, {FakeSnapshot{"ok"}}};
  auto made = MakeFoundationBackend(fm.api(), {}, clock);
  auto& backend = *std::get<std::unique_ptr<Backend>>(made);
  backend.StartTurn("hi");
  (*source)->Trigger(base::CancelReason::kInterrupt);
  EXPECT_EQ(Word(backend.Next((*source)->token())), "cancelled");
  EXPECT_THAT(RunTurn(backend, "hi"), ElementsAre("text ok", "done"));
}

TEST(Foundation, LeavesATurnAtACallWithoutAnAnswer) {
  FakeFm fm;
  fm.turns = {{FakeCalls{{"1", "2"}}}, {FakeSnapshot{"ok"}}};
  const auto backend = Open(fm, WithTool());
  backend->StartTurn("hi");
  const Event event = backend->Next({});
  ASSERT_EQ(Word(event), "call run_command 1");
  EXPECT_THAT(RunTurn(*backend, "hi"), ElementsAre("text ok", "done"));
  EXPECT_EQ(fm.open_calls(), 0);
  backend->Answer(std::get<ToolCall>(event).id, "late");
  backend->Answer("no number", "odd");
  EXPECT_THAT(fm.results(), IsEmpty());
}

TEST(Foundation, GivesUpATurnThatIsUnderWayWhenItGoes) {
  FakeFm fm;
  fm.turns = {{FakeCalls{{"1"}}}};
  {
    const auto backend = Open(fm, WithTool());
    backend->StartTurn("hi");
    EXPECT_EQ(Word(backend->Next({})), "call run_command 1");
  }
  EXPECT_EQ(fm.open_calls(), 0);
  EXPECT_EQ(fm.destroyed, 1);
}

TEST(Foundation, IsDoneWhereNoTurnIsUnderWay) {
  FakeFm fm;
  EXPECT_EQ(Word(Open(fm)->Next({})), "done");
}

TEST(Foundation, CountsTokensWhereTheFrameworkDoes) {
  auto source = base::CancelSource::Create();
  ASSERT_TRUE(source.ok());
  FakeFm fm;
  const auto backend = Open(fm);
  fm.tokens = 12;
  EXPECT_EQ(backend->CountTokens("hi", {}), 12);
  fm.tokens = -1;  // nobody can count
  EXPECT_EQ(backend->CountTokens("hi", {}), std::nullopt);
  fm.tokens = INT64_MAX;
  EXPECT_EQ(backend->CountTokens("hi", {}), std::nullopt);
  fm.counts = false;  // a count that never comes
  (*source)->Trigger(base::CancelReason::kInterrupt);
  EXPECT_EQ(backend->CountTokens("hi", (*source)->token()), std::nullopt);
}

TEST(Foundation, SaysWhatTheModelIs) {
  FakeFm fm;
  const auto backend = Open(fm);
  fm.context_size = 0;  // a cold start
  const InfoResult result = backend->Info({});
  const auto* info = std::get_if<ModelInfo>(&result);
  ASSERT_NE(info, nullptr);
  EXPECT_EQ(info->context_tokens, 4096);
  EXPECT_EQ(info->variant, "fake");
  EXPECT_THAT(info->languages, ElementsAre("en", "zh-Hant"));
  fm.availability = AII_FM_NOT_READY;
  EXPECT_TRUE(std::holds_alternative<base::Failure>(backend->Info({})));
}

TEST(MakeFoundationBackend, FailsWhereThereIsNoModel) {
  FakeFm fm;
  fm.availability = AII_FM_NOT_ENABLED;
  auto made = MakeFoundationBackend(fm.api(), {});
  ASSERT_TRUE(std::holds_alternative<base::Failure>(made));
  EXPECT_EQ(std::get<base::Failure>(made).code,
            base::FailureCode::kUnavailableNotEnabled);
}

TEST(MakeFoundationBackend, RefusesAShimOfAnotherVersion) {
  FakeFm fm;
  fm.version = AII_FM_VERSION + 1;
  auto made = MakeFoundationBackend(fm.api(), {});
  ASSERT_TRUE(std::holds_alternative<base::Failure>(made));
  EXPECT_EQ(std::get<base::Failure>(made).lines[0],
            "The Foundation Models shim is of version 2, not 1");
}

TEST(MakeFoundationBackend, FailsWhereNoConversationCanBegin) {
  FakeFm fm;
  fm.has_session = false;
  EXPECT_EQ(Open(fm), nullptr);
}

TEST(Foundation, FailsWhereThePromptIsNotTaken) {
  FakeFm fm;
  fm.takes_prompt = false;
  EXPECT_THAT(RunTurn(*Open(fm), "hi"),
              ElementsAre("error Apple's model has lost the conversation"));
}

}  // namespace
}  // namespace aii::model
