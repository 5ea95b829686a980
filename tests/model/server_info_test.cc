#include "model/server_info.h"

#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/fake_server.h"

namespace aii::model {
namespace {

using ::aii::testing::DeadEndpoint;
using ::aii::testing::FakeReply;
using ::aii::testing::FakeRequest;
using ::aii::testing::FakeServer;
using ::aii::testing::Listen;
using ::aii::testing::RawConnection;
using ::aii::testing::RawServer;
using ::aii::testing::TempDir;
using ::testing::StartsWith;

ServerAddress At(os::Endpoint endpoint) {
  return {.endpoint = std::move(endpoint), .display_name = "http://here"};
}

// Serves `pages`, and 404 for any other path.
std::unique_ptr<FakeServer> Serve(std::map<std::string, std::string> pages,
                                  Listen listen = Listen::kUnix) {
  return FakeServer::Start(
      listen, [pages = std::move(pages)](const FakeRequest& request) {
        const auto page = pages.find(request.path);
        if (page == pages.end()) return FakeReply{.status = 404};
        return FakeReply{.content_type = "application/json",
                         .pieces = {page->second},
                         .chunked = false};
      });
}

std::string Word(const base::Failure& failure) {
  return absl::StrCat(base::FailureName(failure.code), ": ", failure.lines[0]);
}

// "<variant> <tokens>", or what went wrong.
std::string Info(const ServerAddress& server, absl::string_view name,
                 const base::Cancel& cancel = {}) {
  const InfoResult result = AskModelInfo(server, name, cancel);
  if (const auto* info = std::get_if<ModelInfo>(&result)) {
    return absl::StrCat(info->variant, " ", info->context_tokens);
  }
  const auto* failure = std::get_if<base::Failure>(&result);
  return failure == nullptr ? "cancelled" : Word(*failure);
}

std::string Default(const ServerAddress& server) {
  const auto result = AskDefaultModel(server, {});
  if (const auto* name = std::get_if<std::string>(&result)) return *name;
  const auto* failure = std::get_if<base::Failure>(&result);
  return failure == nullptr ? "cancelled" : Word(*failure);
}

const char kTwoModels[] = R"({"data":[{"id":"a","meta":{"n_ctx_train":100}},)"
                          R"({"id":"b","meta":{"n_ctx":200}}]})";

// spec B13
TEST(AskModelInfo, TakesTheListsOwnContextFirst) {
  const auto server =
      Serve({{"/v1/models", kTwoModels}, {"/props", R"({"n_ctx":50})"}});
  EXPECT_EQ(Info(At(server->endpoint()), "b"), "b 200");
  EXPECT_EQ(server->requests().size(), 1u);
}

TEST(AskModelInfo, TakesPropsBeforeWhatTheModelWasTrainedFor) {
  const auto server =
      Serve({{"/v1/models", kTwoModels}, {"/props", R"({"n_ctx":50})"}});
  EXPECT_EQ(Info(At(server->endpoint()), "a"), "a 50");
}

// spec B13
TEST(AskModelInfo, AsksOllamaForTheModelThatIsLoadedAndThenForAnyOther) {
  const auto server =
      Serve({{"/v1/models", R"({"data":[{"id":"a:1b"},{"id":"b:1b"}]})"},
             {"/api/ps", R"({"models":[{"name":"b:1b","context_length":9}]})"},
             {"/api/show", R"({"parameters":"num_ctx 6","model_info":{}})"}});
  EXPECT_EQ(Info(At(server->endpoint()), "b:1b"), "b:1b 9");
  EXPECT_EQ(Info(At(server->endpoint()), ""), "a:1b 6");
  const FakeRequest show = server->requests().back();
  EXPECT_EQ(show.path, "/api/show");
  EXPECT_EQ(show.body, R"({"model":"a:1b"})");
}

// spec B13
TEST(AskModelInfo, FallsBackToWhatTheModelWasTrainedFor) {
  const auto server = Serve({{"/v1/models", kTwoModels}});
  EXPECT_EQ(Info(At(server->endpoint()), "a"), "a 100");
}

TEST(AskModelInfo, DescribesTheDefaultModelWhereNoneIsNamed) {
  const auto server = Serve({{"/v1/models", kTwoModels}});
  EXPECT_EQ(Info(At(server->endpoint()), ""), "a 100");
}

TEST(AskModelInfo, TakesTheOnlyModelForAnyName) {
  const auto server =
      Serve({{"/v1/models", R"({"data":[{"id":"x","max_model_len":9}]})"}});
  EXPECT_EQ(Info(At(server->endpoint()), "mine"), "mine 9");
}

// spec B13
TEST(AskModelInfo, HasDefaultsWhereTheServerCanNotSay) {
  const auto server = Serve({});
  EXPECT_EQ(Info(At(server->endpoint()), "mine"), "mine 4096");
  EXPECT_EQ(Info(At(server->endpoint()), ""), " 4096");
}

TEST(AskModelInfo, FindsPropsBesideThePrefix) {
  const auto server = Serve({{"/llm/props", R"({"n_ctx":7})"}});
  ServerAddress address = At(server->endpoint());
  address.path_prefix = "/llm/v1";
  EXPECT_EQ(Info(address, "a"), "a 7");
  EXPECT_EQ(server->requests().front().path, "/llm/v1/models");
}

TEST(AskModelInfo, EndsWhenTheTokenFires) {
  const auto source = base::CancelSource::Create();
  ASSERT_TRUE(source.ok());
  const auto server = RawServer::Start(Listen::kUnix, [](RawConnection& peer) {
    peer.ReadRequest();
    peer.WaitForClose();
  });
  std::thread trigger([&] {
    absl::SleepFor(absl::Milliseconds(20));
    (*source)->Trigger(base::CancelReason::kInterrupt);
  });
  EXPECT_EQ(Info(At(server->endpoint()), "", (*source)->token()), "cancelled");
  trigger.join();
}

TEST(AskDefaultModel, IsTheServersFirst) {
  const auto server = Serve({{"/v1/models", kTwoModels}}, Listen::kLoopback);
  EXPECT_EQ(Default(At(server->endpoint())), "a");
}

TEST(AskDefaultModel, IsNoneWhereTheServerHasNoList) {
  const auto server = Serve({});
  EXPECT_EQ(Default(At(server->endpoint())), "");
}

TEST(AskDefaultModel, SaysThatAModelIsBeingLoaded) {
  const auto server = FakeServer::Start(Listen::kUnix, [](const FakeRequest&) {
    return FakeReply{.status = 503, .pieces = {"{}"}};
  });
  EXPECT_THAT(Default(At(server->endpoint())),
              StartsWith("unavailable_downloading: "));
}

TEST(AskDefaultModel, SaysThatNobodyListens) {
  const TempDir folder;
  EXPECT_EQ(Default(At(DeadEndpoint(Listen::kUnix, folder))),
            "unavailable_not_supported: No model server answers at "
            "http://here");
  ServerAddress both = At(DeadEndpoint(Listen::kLoopback, folder));
  both.try_v6_too = true;
  EXPECT_THAT(Default(both), StartsWith("unavailable_not_supported: "));
}

std::unique_ptr<RawServer> BreakOff() {
  return RawServer::Start(Listen::kUnix, [](RawConnection& peer) {
    peer.ReadRequest();
    peer.Send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{");
  });
}

TEST(AskDefaultModel, IsNoneWhereTheServerBreaksOff) {
  const auto server = BreakOff();
  EXPECT_EQ(Default(At(server->endpoint())), "");
}

TEST(AskModelInfo, SaysThatTheServerBrokeOff) {
  const auto server = BreakOff();
  EXPECT_THAT(Info(At(server->endpoint()), ""),
              StartsWith("assets_unavailable: "));
}

TEST(AskDefaultModel, TakesAListThatIsTooLargeForNone) {
  const auto server = Serve({{"/v1/models", std::string((4u << 20) + 1, ' ')}});
  EXPECT_EQ(Default(At(server->endpoint())), "");
}

TEST(TurnToV6, HappensOnceAndOnlyWhereAsked) {
  ServerAddress server = At(os::LoopbackEndpoint{.port = 80});
  EXPECT_FALSE(TurnToV6(server));
  server.try_v6_too = true;
  EXPECT_TRUE(TurnToV6(server));
  EXPECT_TRUE(std::get<os::LoopbackEndpoint>(server.endpoint).v6);
  EXPECT_FALSE(TurnToV6(server));
  ServerAddress socket = At(os::UnixEndpoint{"/x"});
  socket.try_v6_too = true;
  EXPECT_FALSE(TurnToV6(socket));
}

TEST(AskTokenCount, SendsTheTextAndCountsItsTokens) {
  const auto server = Serve({{"/tokenize", R"({"tokens":[1,2,3,4]})"}});
  EXPECT_EQ(AskTokenCount(At(server->endpoint()), "m", "hi \"there\"", {}), 4);
  ASSERT_EQ(server->requests().size(), 1u);
  EXPECT_EQ(server->requests()[0].method, "POST");
  EXPECT_EQ(
      server->requests()[0].body,
      R"({"content":"hi \"there\"","prompt":"hi \"there\"","model":"m"})");
}

TEST(AskTokenCount, KnowsNothingWhereTheServerCanNotCount) {
  const auto server = Serve({});
  EXPECT_EQ(AskTokenCount(At(server->endpoint()), "", "hi", {}), std::nullopt);
  EXPECT_EQ(
      AskTokenCount(At(DeadEndpoint(Listen::kUnix, TempDir())), "", "hi", {}),
      std::nullopt);
}

}  // namespace
}  // namespace aii::model
