#include "model/scripted.h"

#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <variant>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/cancel.h"
#include "base/clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace aii::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::unique_ptr<Backend> Script(absl::string_view text) {
  auto script = ParseScript(text);
  EXPECT_TRUE(script.ok()) << script.status();
  return script.ok() ? *std::move(script) : nullptr;
}

// What an event is, on one line.
std::string Word(const Event& event) {
  if (const auto* text = std::get_if<TextDelta>(&event)) {
    return "text " + text->text;
  }
  if (const auto* call = std::get_if<ToolCall>(&event)) {
    return "call " + call->id + " " + call->name + " " + call->arguments_json;
  }
  if (const auto* error = std::get_if<Error>(&event)) {
    return "error " + std::string(base::FailureName(error->failure.code));
  }
  return std::holds_alternative<Done>(event) ? "done" : "cancelled";
}

std::string NextWord(Backend& backend) { return Word(backend.Next({})); }

TEST(Scripted, PlaysATurnWithACall) {
  const auto script = Script(R"(
    {"say": "let me look\n"}
    {"call": {"executable": "df"}}
    {"expect_result": "exit 0"}
    {"say_result": true}
  )");
  script->StartTurn("how full is my disk?");
  EXPECT_EQ(NextWord(*script), "text let me look\n");
  EXPECT_EQ(NextWord(*script),
            R"(call call_1 run_command {"executable":"df"})");
  script->Answer("call_1", "exit 0\n42%");
  EXPECT_EQ(NextWord(*script), "text exit 0\n42%");
  EXPECT_EQ(NextWord(*script), "done");
}

TEST(Scripted, IsWhatItsFirstModelStepSays) {
  const auto script = Script(R"(
    {"say": "hi"}
    {"model": {"variant": "tiny"}}
    {"model": {"variant": "large"}}
  )");
  EXPECT_EQ(std::get<ModelInfo>(script->Info({})).variant, "tiny");
  script->StartTurn("go");
  EXPECT_EQ(NextWord(*script), "text hi");
  EXPECT_EQ(NextWord(*script), "done");
}

TEST(Scripted, IsAScriptWhereItDoesNotSay) {
  const auto script = Script(R"({"say": "hi"})");
  const auto info = std::get<ModelInfo>(script->Info({}));
  EXPECT_EQ(info.variant, "script");
  EXPECT_EQ(info.context_tokens, kDefaultContextTokens);
}

TEST(Scripted, PassesHostileArgumentsUnchanged) {
  const auto script =
      Script(R"({"call_raw": "{\"executable\":\u0000", "id": "x"})");
  script->StartTurn("go");
  const Event event = script->Next({});
  const auto* call = std::get_if<ToolCall>(&event);
  ASSERT_NE(call, nullptr);
  EXPECT_EQ(call->arguments_json, std::string("{\"executable\":\0", 15));
  EXPECT_EQ(call->id, "x");
}

TEST(Scripted, EndsEachTurnAtItsEndAndLaterOnesAtOnce) {
  const auto script = Script(R"(
    {"expect_message": "one"}
    {"end": true}
    {"expect_message": "two"}
    {"say_message": true}
  )");
  script->StartTurn("one");
  EXPECT_EQ(NextWord(*script), "done");
  script->StartTurn("two");
  EXPECT_EQ(NextWord(*script), "text two");
  EXPECT_EQ(NextWord(*script), "done");
  script->StartTurn("three");
  EXPECT_EQ(NextWord(*script), "done");
}

TEST(Scripted, ShowsWhatAnUnmetExpectationFound) {
  const auto script = Script(R"({"expect_message": "b"}
    {"say": "never"}
    {"end": true}
    {"say": "next turn"})");
  script->StartTurn("a");
  const Event event = script->Next({});
  const auto* error = std::get_if<Error>(&event);
  ASSERT_NE(error, nullptr);
  EXPECT_EQ(error->failure.code, base::FailureCode::kInternalError);
  EXPECT_THAT(error->failure.lines,
              ElementsAre("The script expected something else (line 1)",
                          "the message lacks 'b': 'a'"));

  script->StartTurn("c");
  EXPECT_EQ(NextWord(*script), "text next turn");
}

TEST(Scripted, ForgetsTheLastResultInTheNextTurn) {
  const auto script = Script(R"({"call": {}}
    {"end": true}
    {"say_result": true}
    {"expect_result": "secret"})");
  script->StartTurn("a");
  EXPECT_THAT(NextWord(*script), HasSubstr("call "));
  script->Answer("call_1", "secret");
  EXPECT_EQ(NextWord(*script), "done");
  script->StartTurn("b");
  EXPECT_EQ(NextWord(*script), "error internal_error");
}

TEST(Scripted, IgnoresAnAnswerToNoCall) {
  const auto script = Script(R"({"call": {}}
    {"say_result": true})");
  script->StartTurn("a");
  EXPECT_THAT(NextWord(*script), HasSubstr("call "));
  script->Answer("call_7", "nobody asked");
  EXPECT_EQ(NextWord(*script), "done");
}

TEST(Scripted, FailsAsTold) {
  const auto script = Script(
      R"({"fail": {"code": "rate_limited", "lines": ["Model busy, try again"]}})");
  script->StartTurn("a");
  EXPECT_EQ(NextWord(*script), "error rate_limited");
}

TEST(Scripted, SkipsCallsOnceCallingIsStoppedUntilTheNextTurn) {
  const auto script = Script(R"({"call": {}}
    {"call": {}}
    {"say": "so far"}
    {"end": true}
    {"call": {}})");
  script->StartTurn("a");
  EXPECT_THAT(NextWord(*script), HasSubstr("call call_1"));
  script->Answer("call_1", "r");
  script->StopCalling();
  EXPECT_EQ(NextWord(*script), "text so far");
  EXPECT_EQ(NextWord(*script), "done");
  script->StartTurn("b");
  EXPECT_THAT(NextWord(*script), HasSubstr("call call_2"));
}

TEST(Scripted, WaitsAsLongAsTold) {
  const auto script = Script(R"({"delay_ms": 30})");
  script->StartTurn("a");
  const base::Instant start = base::MonotonicClock().Now();
  EXPECT_EQ(NextWord(*script), "done");
  EXPECT_GE(base::MonotonicClock().Now() - start, absl::Milliseconds(25));
}

TEST(Scripted, StopsWaitingWhenCancelledAndGoesOnWithTheNextTurn) {
  auto source = base::CancelSource::Create();
  ASSERT_TRUE(source.ok());
  const auto script = Script(R"({"delay_ms": 3600000}
    {"say": "never"}
    {"end": true}
    {"say": "again"})");
  script->StartTurn("a");
  std::thread trigger([&] {
    absl::SleepFor(absl::Milliseconds(20));
    (*source)->Trigger(base::CancelReason::kInterrupt);
  });
  EXPECT_EQ(Word(script->Next((*source)->token())), "cancelled");
  trigger.join();

  (*source)->Reset();
  script->StartTurn("b");
  EXPECT_EQ(Word(script->Next((*source)->token())), "text again");
}

TEST(Scripted, SkipsTheRestOfATurnThatIsLeft) {
  const auto script = Script(R"({"call": {}}
    {"say": "never"}
    {"end": true}
    {"say": "again"})");
  script->StartTurn("a");
  EXPECT_THAT(NextWord(*script), HasSubstr("call "));
  script->Answer("call_1", "r");
  script->StartTurn("b");
  EXPECT_EQ(NextWord(*script), "text again");
}

TEST(Scripted, IsCancelledBeforeTheFirstStep) {
  auto source = base::CancelSource::Create();
  ASSERT_TRUE(source.ok());
  (*source)->Trigger(base::CancelReason::kTerminate);
  const auto script = Script(R"({"say": "never"})");
  script->StartTurn("a");
  EXPECT_EQ(Word(script->Next((*source)->token())), "cancelled");
}

TEST(ParseScript, RefusesWhatIsTooLarge) {
  EXPECT_EQ(ParseScript(std::string(kMaxScriptBytes + 1, '\n')).status().code(),
            absl::StatusCode::kOutOfRange);
}

TEST(ParseScript, NamesTheFaultyLine) {
  const auto script = ParseScript("\n{\"sing\": 1}");
  EXPECT_EQ(script.status().message(), "line 2: unknown step 'sing'");
}

}  // namespace
}  // namespace aii::model
