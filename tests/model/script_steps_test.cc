#include "model/script_steps.h"

#include <string>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace aii::model {
namespace {

using ::testing::ElementsAre;

template <typename T>
T Only(absl::string_view line) {
  const auto steps = ParseSteps(line);
  EXPECT_TRUE(steps.ok()) << steps.status();
  if (!steps.ok() || steps->size() != 1) return {};
  const T* action = std::get_if<T>(&steps->front().action);
  EXPECT_NE(action, nullptr) << "another kind of step";
  return action == nullptr ? T{} : *action;
}

TEST(ParseSteps, ReadsEachKind) {
  EXPECT_EQ(Only<Say>(R"({"say": "hi\n"})").text, "hi\n");
  EXPECT_EQ(Only<SayBack>(R"({"say_message": true})").heard, Heard::kMessage);
  EXPECT_EQ(Only<SayBack>(R"({"say_result": true})").heard, Heard::kResult);
  EXPECT_EQ(Only<Expect>(R"({"expect_message": "a"})").heard, Heard::kMessage);
  EXPECT_EQ(Only<Expect>(R"({"expect_result": "a"})").heard, Heard::kResult);
  EXPECT_EQ(Only<Expect>(R"({"expect_result": "exit 0"})").part, "exit 0");
  EXPECT_EQ(Only<Delay>(R"({"delay_ms": 50})").length, absl::Milliseconds(50));
  (void)Only<End>(R"({"end": true})");
}

TEST(ParseSteps, ReadsWhatAModelIs) {
  const ModelInfo info =
      Only<Describe>(R"({"model": {"variant": "tiny", "context_tokens": 512,)"
                     R"( "languages": ["en", "de"]}})")
          .info;
  EXPECT_EQ(info.variant, "tiny");
  EXPECT_EQ(info.context_tokens, 512);
  EXPECT_THAT(info.languages, ElementsAre("en", "de"));
}

TEST(ParseSteps, TakesDefaultsForWhatAModelDoesNotSay) {
  const ModelInfo info = Only<Describe>(R"({"model": {}})").info;
  EXPECT_EQ(info.variant, "script");
  EXPECT_EQ(info.context_tokens, kDefaultContextTokens);
  EXPECT_THAT(info.languages, ElementsAre());
  for (const char* tokens : {"0", "-1"}) {
    const std::string line =
        absl::StrCat(R"({"model": {"context_tokens": )", tokens, "}}");
    EXPECT_EQ(Only<Describe>(line).info.context_tokens, kDefaultContextTokens);
  }
}

TEST(ParseSteps, KeepsTheArgumentsOfACallAsTheyAre) {
  const Call call =
      Only<Call>(R"({"call": {"executable": "df", "arguments": ["-h", ""]}})");
  EXPECT_EQ(call.name, "run_command");
  EXPECT_EQ(call.id, "");
  EXPECT_EQ(call.arguments_json,
            R"({"executable":"df","arguments":["-h",""]})");

  EXPECT_EQ(Only<Call>(R"({"call": 7})").arguments_json, "7");
  EXPECT_EQ(Only<Call>(R"({"call_raw": "{\"exe"})").arguments_json, "{\"exe");
  EXPECT_EQ(Only<Call>(R"({"call_raw": ""})").arguments_json, "");
}

TEST(ParseSteps, TakesNameAndIdBesideACall) {
  const Call call =
      Only<Call>(R"({"call_raw": "x", "name": "rm_rf", "id": "c9"})");
  EXPECT_EQ(call.name, "rm_rf");
  EXPECT_EQ(call.id, "c9");
}

TEST(ParseSteps, ReadsAFailureWithItsDetail) {
  const Fail fail = Only<Fail>(R"({"fail": {"code": "rate_limited", )"
                               R"("lines": ["a", "b"], "detail": "d"}})");
  EXPECT_EQ(fail.failure.code, base::FailureCode::kRateLimited);
  EXPECT_THAT(fail.failure.lines, ElementsAre("a", "b"));
  EXPECT_EQ(fail.failure.detail, "d");
}

TEST(ParseSteps, CountsLinesOverBlankOnesAndComments) {
  const auto steps =
      ParseSteps("# a comment\r\n\n  {\"say\": \"a\"}\r\n\t\n{\"end\": true}");
  ASSERT_TRUE(steps.ok()) << steps.status();
  ASSERT_EQ(steps->size(), 2u);
  EXPECT_EQ((*steps)[0].line, 3);
  EXPECT_EQ((*steps)[1].line, 5);
}

TEST(ParseSteps, GivesNothingForAnEmptyScript) {
  const auto steps = ParseSteps("");
  ASSERT_TRUE(steps.ok());
  EXPECT_TRUE(steps->empty());
}

struct BadCase {
  const char* says;  // reads after "ParseSteps refuses"
  const char* line;
  const char* message;  // after "line 2: "
};

TEST(ParseSteps, RefusesWithTheLineAndTheFault) {
  const std::vector<BadCase> cases = {
      {"what is no object", "[1]", "not an object with a step"},
      {"an empty object", "{}", "not an object with a step"},
      {"an unknown step", R"({"shout": "a"})", "unknown step 'shout'"},
      {"a second step", R"({"say": "a", "end": true})", "unknown step 'end'"},
      {"a name without a call", R"({"say": "a", "name": "x"})",
       "unknown step 'name'"},
      {"empty text", R"({"say": ""})",
       "'say' needs a string that is not empty"},
      {"text of another type", R"({"say": 1})",
       "'say' needs a string that is not empty"},
      {"an empty expectation", R"({"expect_result": ""})",
       "'expect_result' needs a string that is not empty"},
      {"raw arguments of another type", R"({"call_raw": {}})",
       "'call_raw' needs a string"},
      {"an empty id", R"({"call": {}, "id": ""})",
       "'id' needs a string that is not empty"},
      {"a switch that is off", R"({"end": false})", "'end' can only be true"},
      {"a negative delay", R"({"delay_ms": -1})",
       "'delay_ms' needs a whole number from 0 to 3600000"},
      {"a delay without bound", R"({"delay_ms": 3600001})",
       "'delay_ms' needs a whole number from 0 to 3600000"},
      {"a fractional delay", R"({"delay_ms": 0.5})",
       "'delay_ms' needs a whole number from 0 to 3600000"},
      {"an unknown code", R"({"fail": {"code": "oops", "lines": ["a"]}})",
       "'oops' is no error code"},
      {"a failure without lines", R"({"fail": {"code": "rate_limited"}})",
       "'fail' needs 'code' and 'lines'"},
      {"a failure with no line",
       R"({"fail": {"code": "rate_limited", "lines": []}})",
       "'fail' needs 'code' and 'lines'"},
      {"a failure that is no object", R"({"fail": "x"})",
       "'fail' needs 'code' and 'lines'"},
      {"a model that is no object", R"({"model": 1})",
       "'model' needs an object"},
      {"what no model has", R"({"model": {"size": 1}})",
       "'size' is nothing that a model has"},
      {"a context that is no number", R"({"model": {"context_tokens": "1"}})",
       "'context_tokens' needs a whole number"},
      {"a context without bound",
       R"({"model": {"context_tokens": 2147483648}})",
       "'context_tokens' needs a whole number"},
      {"languages that are no list", R"({"model": {"languages": "en"}})",
       "'languages' needs an array"},
      {"a language without a name", R"({"model": {"languages": [""]}})",
       "'languages' needs a string that is not empty"},
      {"a line that is no string",
       R"({"fail": {"code": "rate_limited", "lines": [1]}})",
       "'lines' needs strings"},
  };
  for (const BadCase& c : cases) {
    SCOPED_TRACE(c.says);
    const auto steps = ParseSteps(std::string("\n") + c.line);
    EXPECT_EQ(steps.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(steps.status().message(), std::string("line 2: ") + c.message);
  }
}

TEST(ParseSteps, NamesTheLineThatIsNoJson) {
  const auto steps = ParseSteps("{\"say\": \"a\"}\n{\"say\": \"b\"");
  EXPECT_EQ(steps.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(steps.status().message()),
              ::testing::StartsWith("line 2: "));
}

}  // namespace
}  // namespace aii::model
