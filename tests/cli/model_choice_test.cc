#include "cli/model_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <utility>

#include "base/json.h"
#include "tests/support/fake_server.h"

namespace aii::cli {
namespace {

using ::testing::HasSubstr;

base::Failure ChoiceFailure(const std::optional<std::string>& flag,
                            const Environment& environment) {
  auto chosen = ChooseModel(flag, environment, {});
  auto* failure = std::get_if<base::Failure>(&chosen);
  if (failure == nullptr) {
    ADD_FAILURE() << "a model was chosen";
    return {};
  }
  return *failure;
}

// spec B1
TEST(ChooseModel, TakesTheFlagBeforeTheEnvironment) {
  auto chosen = ChooseModel("script:/a", {.model = "script:/b"}, {});
  auto* pending = std::get_if<PendingModel>(&chosen);
  ASSERT_NE(pending, nullptr);
  EXPECT_EQ(std::get<model::ScriptModel>(pending->spec).path, "/a");
  EXPECT_EQ(pending->served.server, nullptr);
}

TEST(ChooseModel, TakesTheEnvironmentWithoutAFlag) {
  auto chosen = ChooseModel(std::nullopt, {.model = "http://127.0.0.1:1"}, {});
  auto* pending = std::get_if<PendingModel>(&chosen);
  ASSERT_NE(pending, nullptr);
  EXPECT_TRUE(std::holds_alternative<model::ServerModel>(pending->spec));
}

// spec B1
TEST(ChooseModel, NamesTheWaysToAModelWhereThereIsNone) {
  const base::Failure failure =
      ChoiceFailure(std::nullopt, {.data_home = "/nowhere"});
  EXPECT_EQ(failure.code, base::FailureCode::kUnavailableNotSupported);
  EXPECT_EQ(failure.lines[0], "No model is set up on this computer");
  EXPECT_THAT(failure.lines[1], HasSubstr("tools/quickstart"));
  EXPECT_THAT(failure.lines[1], HasSubstr("--model http://127.0.0.1:"));
}

TEST(ChooseModel, SaysThatTheEmbeddedModelIsNotInstalled) {
  const base::Failure failure =
      ChoiceFailure("embedded", {.data_home = "/nowhere"});
  EXPECT_EQ(failure.code, base::FailureCode::kUnavailableNotSupported);
  EXPECT_EQ(failure.lines[0], "The embedded model is not installed");
}

TEST(ChooseModel, RefusesWhatIsNotOnThisComputer) {
  const base::Failure failure = ChoiceFailure("http://example.com:80", {});
  EXPECT_EQ(failure.code, base::FailureCode::kUsageError);
  EXPECT_THAT(failure.lines[0], HasSubstr("example.com"));
}

// spec B11
TEST(ChooseModel, SaysWhatThisVersionDoesNotServe) {
  EXPECT_EQ(ChoiceFailure("apple", {}).code,
            base::FailureCode::kUnavailableNotSupported);
}

class OpenModelTest : public ::testing::Test {
 protected:
  using Opened = std::variant<std::unique_ptr<model::Backend>, OpenCancelled,
                              base::Failure>;

  Opened Open(model::ModelSpec spec) {
    const PendingModel pending{std::move(spec), {}};
    Console console({.out = -1, .err = -1});
    Reporter reporter(console, {});
    return OpenModel(pending, {}, reporter, base::MonotonicClock(), {});
  }

  Opened OpenScript(const std::string& path) {
    return Open(model::ScriptModel{path});
  }

  // The "model" of the request that a turn sends to a server of two models.
  std::string ModelAsked(const std::string& name) {
    const auto server = ::aii::testing::FakeServer::Start(
        ::aii::testing::Listen::kUnix,
        [](const ::aii::testing::FakeRequest& request) {
          return ::aii::testing::FakeReply{
              .pieces = {request.method == "GET"
                             ? R"({"data":[{"id":"first"},{"id":"second"}]})"
                             : "data: [DONE]\n\n"}};
        });
    auto opened =
        Open(model::ServerModel{.endpoint = server->endpoint(), .name = name});
    auto* backend = std::get_if<std::unique_ptr<model::Backend>>(&opened);
    if (backend == nullptr) return "no backend";
    (*backend)->StartTurn("hi");
    (void)(*backend)->Next({});
    const auto body = base::ParseJson(server->requests().back().body);
    const auto* asked = body.ok() ? body->Find("model") : nullptr;
    return asked == nullptr ? "none" : *asked->as_string();
  }
};

TEST_F(OpenModelTest, TakesTheServersFirstModelWhereNoneIsNamed) {
  EXPECT_EQ(ModelAsked(""), "first");
  EXPECT_EQ(ModelAsked("second"), "second");
}

TEST_F(OpenModelTest, SaysThatNoServerAnswers) {
  const ::aii::testing::TempDir folder;
  auto opened =
      Open(model::ServerModel{.endpoint = ::aii::testing::DeadEndpoint(
                                  ::aii::testing::Listen::kUnix, folder)});
  EXPECT_EQ(std::get<base::Failure>(opened).code,
            base::FailureCode::kUnavailableNotSupported);
}

TEST_F(OpenModelTest, NamesAScriptThatIsMissing) {
  auto opened = OpenScript("/nowhere/s.jsonl");
  EXPECT_EQ(std::get<base::Failure>(opened).code,
            base::FailureCode::kFileNotFound);
}

TEST_F(OpenModelTest, SaysWhatIsWrongWithAScript) {
  const std::string path =
      ::testing::TempDir() + "aii-script-" + std::to_string(::getpid());
  std::ofstream(path) << "{nonsense";
  auto opened = OpenScript(path);
  std::remove(path.c_str());
  EXPECT_THAT(std::get<base::Failure>(opened).lines[0],
              HasSubstr("can't be played: line 1"));
}

}  // namespace
}  // namespace aii::cli
