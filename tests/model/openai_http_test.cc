#include "model/openai_http.h"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "base/json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/fake_server.h"

namespace aii::model {
namespace {

using ::aii::testing::CountDescriptors;
using ::aii::testing::DeadEndpoint;
using ::aii::testing::FakeReply;
using ::aii::testing::FakeRequest;
using ::aii::testing::FakeServer;
using ::aii::testing::Listen;
using ::aii::testing::RawConnection;
using ::aii::testing::RawServer;
using ::aii::testing::TempDir;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

// What an event is, on one line.
std::string Word(const Event& event) {
  if (const auto* text = std::get_if<TextDelta>(&event)) {
    return "text " + text->text;
  }
  if (const auto* call = std::get_if<ToolCall>(&event)) {
    return absl::StrCat("call ", call->id, " ", call->name, " ",
                        call->arguments_json);
  }
  if (const auto* error = std::get_if<Error>(&event)) {
    return absl::StrCat("error ", base::FailureName(error->failure.code), ": ",
                        absl::StrJoin(error->failure.lines, " / "));
  }
  return std::holds_alternative<Done>(event) ? "done" : "cancelled";
}

OpenAiOptions Options(os::Endpoint endpoint) {
  OpenAiOptions options;
  options.server.endpoint = std::move(endpoint);
  options.server.display_name = "http://here";
  options.session.instructions = "be brief";
  options.session.tool =
      ToolSpec{"run_command", "Runs.", R"({"type":"object"})"};
  return options;
}

// Plays one turn; calls are answered "result of <id>".
std::vector<std::string> PlayTurn(Backend& backend,
                                  const std::string& message) {
  std::vector<std::string> words;
  backend.StartTurn(message);
  while (true) {
    const Event event = backend.Next({});
    words.push_back(Word(event));
    if (const auto* call = std::get_if<ToolCall>(&event)) {
      backend.Answer(call->id, "result of " + call->id);
    } else if (!std::holds_alternative<TextDelta>(event)) {
      return words;
    }
  }
}

std::string Data(const std::string& json) { return "data: " + json + "\n\n"; }

std::string Text(const std::string& text) {
  return Data(R"({"choices":[{"delta":{"content":")" + text + R"("}}]})");
}

std::string Call(int index, const std::string& id) {
  return Data(absl::StrCat(
      R"({"choices":[{"delta":{"tool_calls":[{"index":)", index, R"(,"id":")",
      id, R"(","function":{"name":"run_command","arguments":"{}"}}]}}]})"));
}

const std::string kDone = "data: [DONE]\n\n";

// Serves one list of pieces after the other; the last again and again.
std::unique_ptr<FakeServer> Serve(std::vector<FakeReply> replies,
                                  Listen listen = Listen::kUnix) {
  return FakeServer::Start(
      listen, [replies = std::move(replies),
               next = std::size_t{0}](const FakeRequest&) mutable {
        const FakeReply& reply = replies[std::min(next, replies.size() - 1)];
        ++next;
        return reply;
      });
}

// The messages of the n-th request, written without spaces.
std::string MessagesOf(const FakeServer& server, std::size_t n) {
  const auto requests = server.requests();
  if (n >= requests.size()) return "no such request";
  const auto body = base::ParseJson(requests[n].body);
  if (!body.ok() || body->Find("messages") == nullptr) return "no messages";
  return base::WriteJson(*body->Find("messages"));
}

class OpenAiHttpOver : public ::testing::TestWithParam<Listen> {};

TEST_P(OpenAiHttpOver, StreamsAnAnswer) {
  const auto server =
      Serve({{.pieces = {Text("You"), Text(" have"), kDone}}}, GetParam());
  const auto backend = MakeOpenAiBackend(Options(server->endpoint()));
  EXPECT_THAT(PlayTurn(*backend, "hi"),
              ElementsAre("text You", "text  have", "done"));
  const auto requests = server->requests();
  ASSERT_THAT(requests, SizeIs(1));
  EXPECT_EQ(requests[0].path, "/v1/chat/completions");
  EXPECT_EQ(requests[0].headers.at("Content-Type"), "application/json");
  EXPECT_EQ(MessagesOf(*server, 0),
            R"([{"role":"system","content":"be brief"},)"
            R"({"role":"user","content":"hi"}])");
}

TEST_P(OpenAiHttpOver, SaysThatNobodyListens) {
  const TempDir folder;
  const auto backend =
      MakeOpenAiBackend(Options(DeadEndpoint(GetParam(), folder)));
  EXPECT_THAT(PlayTurn(*backend, "hi"),
              ElementsAre("error unavailable_not_supported: No model server "
                          "answers at http://here / start it, or name another "
                          "with --model"));
}

INSTANTIATE_TEST_SUITE_P(Both, OpenAiHttpOver,
                         ::testing::Values(Listen::kUnix, Listen::kLoopback));

TEST(OpenAiHttp, AsksTheServerWhatTheModelIs) {
  const auto server = Serve(
      {{.pieces = {R"({"data":[{"id":"small","meta":{"n_ctx":2048}}]})"}}});
  const auto backend = MakeOpenAiBackend(Options(server->endpoint()));
  const auto info = std::get<ModelInfo>(backend->Info({}));
  EXPECT_EQ(info.variant, "small");
  EXPECT_EQ(info.context_tokens, 2048);
  EXPECT_EQ(server->requests().front().path, "/v1/models");
}

TEST(OpenAiHttp, UsesPrefixModelAndTemperature) {
  const auto server = Serve({{.pieces = {kDone}}});
  OpenAiOptions options = Options(server->endpoint());
  options.server.path_prefix = "/api/v1";
  options.model = "small";
  options.temperature = 0;
  const auto backend = MakeOpenAiBackend(options);
  EXPECT_THAT(PlayTurn(*backend, "hi"), ElementsAre("done"));
  const auto request = server->requests().at(0);
  EXPECT_EQ(request.path, "/api/v1/chat/completions");
  EXPECT_THAT(request.body, HasSubstr(R"("model":"small")"));
  EXPECT_THAT(request.body, HasSubstr(R"("temperature":0)"));
}

TEST(OpenAiHttp, SendsTheResultOfACallBack) {
  const auto server = Serve({{.pieces = {Text("hm"), Call(0, "a"), kDone}},
                             {.pieces = {Text("42%"), kDone}}});
  const auto backend = MakeOpenAiBackend(Options(server->endpoint()));
  EXPECT_THAT(
      PlayTurn(*backend, "full?"),
      ElementsAre("text hm", "call a run_command {}", "text 42%", "done"));
  EXPECT_EQ(MessagesOf(*server, 1),
            R"([{"role":"system","content":"be brief"},)"
            R"({"role":"user","content":"full?"},)"
            R"({"role":"assistant","content":"hm","tool_calls":[{"id":"a",)"
            R"("type":"function","function":{"name":"run_command",)"
            R"("arguments":"{}"}}]},)"
            R"({"role":"tool","tool_call_id":"a","content":"result of a"}])");
}

TEST(OpenAiHttp, GivesSeveralCallsOneByOneAndAnswersThemTogether) {
  const auto server = Serve({{.pieces = {Call(0, "a"), Call(1, "b"), kDone}},
                             {.pieces = {Text("ok"), kDone}}});
  const auto backend = MakeOpenAiBackend(Options(server->endpoint()));
  EXPECT_THAT(PlayTurn(*backend, "go"),
              ElementsAre("call a run_command {}", "call b run_command {}",
                          "text ok", "done"));
  EXPECT_THAT(server->requests(), SizeIs(2));
  EXPECT_THAT(MessagesOf(*server, 1), HasSubstr("result of a"));
  EXPECT_THAT(MessagesOf(*server, 1), HasSubstr("result of b"));
}

TEST(OpenAiHttp, NamesCallsAnewInEachReply) {
  const auto server = Serve({{.pieces = {Call(0, ""), kDone}},
                             {.pieces = {Call(0, ""), kDone}},
                             {.pieces = {kDone}}});
  const auto backend = MakeOpenAiBackend(Options(server->endpoint()));
  EXPECT_THAT(PlayTurn(*backend, "go"),
              ElementsAre("call call_1 run_command {}",
                          "call call_2 run_command {}", "done"));
}

TEST(OpenAiHttp, KeepsTheConversationAndItsBeginning) {
  const auto server = Serve({{.pieces = {Text("one"), kDone}}});
  const auto backend = MakeOpenAiBackend(Options(server->endpoint()));
  (void)PlayTurn(*backend, "a");
  (void)PlayTurn(*backend, "b");
  EXPECT_EQ(MessagesOf(*server, 1),
            R"([{"role":"system","content":"be brief"},)"
            R"({"role":"user","content":"a"},)"
            R"({"role":"assistant","content":"one"},)"
            R"({"role":"user","content":"b"}])");
}

TEST(OpenAiHttp, AcceptsAReplyThatIsNotStreamed) {
  const auto server = Serve(
      {{.content_type = "text/plain",
        .pieces = {R"({"choices":[{"message":{"content":"all",)"
                   R"("tool_calls":[{"function":{"name":"run_command",)",
                   R"("arguments":"{}"}}]},"finish_reason":"tool_calls"}]})"}},
       {.pieces = {"\r\n\r\n", Text("ok"), kDone}, .chunked = false}});
  const auto backend = MakeOpenAiBackend(Options(server->endpoint()));
  EXPECT_THAT(
      PlayTurn(*backend, "go"),
      ElementsAre("text all", "call call_1 run_command {}", "text ok", "done"));
}

TEST(OpenAiHttp, MayEndWithAReasonInsteadOfDone) {
  const auto server =
      Serve({{.pieces = {Text("a"), Data(R"({"choices":[{"delta":{},)"
                                         R"("finish_reason":"stop"}]})")}}});
  const auto backend = MakeOpenAiBackend(Options(server->endpoint()));
  EXPECT_THAT(PlayTurn(*backend, "go"), ElementsAre("text a", "done"));
}

// spec B8
TEST(OpenAiHttp, TakesThoughtsOutOfTheText) {
  const auto server = Serve({{.pieces = {Text("<think>hm"), Text("</thi"),
                                         Text("nk>\\n"), Text("yes"), kDone}},
                             {.pieces = {Text("<thi"), kDone}}});
  const auto backend = MakeOpenAiBackend(Options(server->endpoint()));
  EXPECT_THAT(PlayTurn(*backend, "go"), ElementsAre("text yes", "done"));
  EXPECT_THAT(PlayTurn(*backend, "go"), ElementsAre("text <thi", "done"));
}

TEST(OpenAiHttp, ForbidsTheToolOnceCallingIsStopped) {
  const auto server = Serve({{.pieces = {Call(0, "a"), Call(1, "b"), kDone}},
                             {.pieces = {Text("so far"), Call(0, "c"), kDone}},
                             {.pieces = {Call(0, "d"), kDone}}});
  const auto backend = MakeOpenAiBackend(Options(server->endpoint()));
  backend->StartTurn("go");
  EXPECT_EQ(Word(backend->Next({})), "call a run_command {}");
  backend->StopCalling();
  backend->Answer("a", "too many");
  EXPECT_EQ(Word(backend->Next({})), "text so far");
  EXPECT_EQ(Word(backend->Next({})), "done") << "gave call c";
  const auto requests = server->requests();
  EXPECT_THAT(requests[1].body, HasSubstr(R"("tool_choice":"none")"));
  EXPECT_THAT(requests[1].body, HasSubstr(R"("tools":[)"));
  EXPECT_THAT(MessagesOf(*server, 1), HasSubstr(R"("tool_call_id":"b")"));

  backend->StartTurn("again");
  EXPECT_EQ(Word(backend->Next({})), "call d run_command {}");
  EXPECT_THAT(server->requests()[2].body, Not(HasSubstr("tool_choice")));
}

TEST(OpenAiHttp, HasNoToolWhereTheSessionHasNone) {
  const auto server = Serve({{.pieces = {Text("a"), Call(0, "a"), kDone}}});
  OpenAiOptions options = Options(server->endpoint());
  options.session = {};
  const auto backend = MakeOpenAiBackend(options);
  EXPECT_THAT(PlayTurn(*backend, "go"), ElementsAre("text a", "done"));
  EXPECT_EQ(server->requests()[0].body,
            R"({"messages":[{"role":"user","content":"go"}],"stream":true})");
}

TEST(OpenAiHttp, IgnoresAnAnswerToNoCall) {
  const auto server = Serve({{.pieces = {Call(0, "a"), kDone}}});
  const auto backend = MakeOpenAiBackend(Options(server->endpoint()));
  backend->Answer("a", "before anything");
  backend->StartTurn("go");
  EXPECT_EQ(Word(backend->Next({})), "call a run_command {}");
  backend->Answer("b", "another's");
  EXPECT_EQ(Word(backend->Next({})), "call a run_command {}");
}

struct FaultCase {
  const char* says;
  FakeReply reply;
  std::string word;  // of the last event
};

// spec E5
TEST(OpenAiHttp, EndsEveryFaultOfAServerInTheContractsError) {
  const std::string unreadable =
      "error internal_error: The model server sent a reply that can't be read";
  const std::string went_away =
      "error assets_unavailable: Model assets became unavailable mid-session";
  const std::vector<FaultCase> cases = {
      {"still loading",
       {.status = 503, .pieces = {"{}"}},
       "error unavailable_downloading: The model server is still loading its "
       "model / try again shortly"},
      {"busy",
       {.status = 429, .pieces = {"{}"}},
       "error rate_limited: Model busy, try again"},
      {"context exceeded",
       {.status = 400,
        .pieces = {R"({"error":{"type":"exceed_context_size_error",)"
                   R"("message":"m","n_ctx":4096}})"}},
       "error context_exceeded: Exceeds 4096-token context window / try a "
       "shorter input or use /new to reset context in interactive mode"},
      {"not found",
       {.status = 404, .pieces = {R"({"error":"no model"})"}},
       "error internal_error: The model server answered with status 404 / no "
       "model"},
      {"a redirect",
       {.status = 307, .headers = {{"Location", "http://127.0.0.1:9"}}},
       "error internal_error: The model server answered with status 307"},
      {"an error in the stream",
       {.pieces = {Text("a"), Data(R"({"error":{"message":"boom"}})")}},
       "error internal_error: The model server reported an error / boom"},
      {"an answer that is cut short",
       {.pieces = {Text("a"), Data(R"({"choices":[{"delta":{},)"
                                   R"("finish_reason":"length"}]})")}},
       "error context_exceeded: The answer was cut short: the model had no "
       "room "
       "left / try a shorter input or use /new to reset context in interactive "
       "mode"},
      {"a call that is cut short",
       {.pieces = {Call(0, "a"), Data(R"({"choices":[{"delta":{},)"
                                      R"("finish_reason":"length"}]})")}},
       "error context_exceeded: The answer was cut short: the model had no "
       "room "
       "left / try a shorter input or use /new to reset context in interactive "
       "mode"},
      {"a stream that is not JSON", {.pieces = {"data: oops\n\n"}}, unreadable},
      {"a web page", {.pieces = {"<html>"}}, unreadable},
      {"an empty reply", {.pieces = {}}, unreadable},
      {"JSON of another kind", {.pieces = {R"({"ok":true})"}}, unreadable},
      {"JSON that is cut", {.pieces = {R"({"choices":[)"}}, unreadable},
      {"a stream that ends early", {.pieces = {Text("a")}}, went_away},
      {"an event of 5 MiB",
       {.pieces = {"data: " + std::string(5u << 20, 'a')}},
       "error internal_error: The model server's reply is too large"},
      {"a whole reply of 20 MiB",
       {.pieces = {"{" + std::string(20u << 20, ' ')}},
       "error internal_error: The model server's reply is too large"},
      {"a reply of 70 MiB",
       {.pieces = {std::string(70u << 20, '\n')}},
       "error internal_error: The model server's reply is too large"},
  };
  for (const FaultCase& c : cases) {
    SCOPED_TRACE(c.says);
    const auto server = Serve({c.reply});
    const auto backend = MakeOpenAiBackend(Options(server->endpoint()));
    EXPECT_EQ(PlayTurn(*backend, "hi").back(), c.word);
  }
}

// A server that answers every request with these bytes and closes.
std::unique_ptr<RawServer> ServeRaw(const std::string& bytes) {
  return RawServer::Start(Listen::kUnix, [bytes](RawConnection& connection) {
    connection.ReadRequest();
    connection.Send(bytes);
  });
}

// spec B10
TEST(OpenAiHttp, NoticesAConnectionThatIsCut) {
  const std::string head =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (const std::string& bytes :
       {std::string(), std::string("HTTP/1.1 20"), head,
        head + "ff\r\ndata:", head + "1\r\n\n\r\n"}) {
    SCOPED_TRACE(bytes);
    const auto server = ServeRaw(bytes);
    const auto backend = MakeOpenAiBackend(Options(server->endpoint()));
    EXPECT_THAT(PlayTurn(*backend, "hi"),
                ElementsAre(StartsWith("error assets_unavailable")));
  }
}

TEST(OpenAiHttp, TakesACompleteReplyWhoseLastChunkIsMissing) {
  const std::string last =
      Data(R"({"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]})");
  const auto server = ServeRaw(
      absl::StrCat("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
                   absl::Hex(last.size()), "\r\n", last, "\r\n"));
  const auto backend = MakeOpenAiBackend(Options(server->endpoint()));
  EXPECT_THAT(PlayTurn(*backend, "hi"), ElementsAre("text a", "done"));
}

TEST(OpenAiHttp, GivesUpOnASilentServer) {
  const auto server =
      RawServer::Start(Listen::kUnix, [](RawConnection& connection) {
        connection.ReadRequest();
        connection.WaitForClose();
      });
  OpenAiOptions options = Options(server->endpoint());
  options.idle_timeout = absl::Milliseconds(50);
  const auto backend = MakeOpenAiBackend(options);
  EXPECT_THAT(PlayTurn(*backend, "hi"),
              ElementsAre(StartsWith("error assets_unavailable")));
}

TEST(OpenAiHttp, ReadsATrickleOfBytes) {
  const std::string body = Text("a") + kDone;
  const auto server =
      RawServer::Start(Listen::kUnix, [&](RawConnection& connection) {
        connection.ReadRequest();
        connection.Send("HTTP/1.1 200 OK\r\n\r\n");
        for (const char& byte : body) {
          connection.Send(absl::string_view(&byte, 1));
          absl::SleepFor(absl::Microseconds(200));
        }
      });
  const auto backend = MakeOpenAiBackend(Options(server->endpoint()));
  EXPECT_THAT(PlayTurn(*backend, "hi"), ElementsAre("text a", "done"));
}

TEST(OpenAiHttp, SaysThatAServerWentAwayBetweenTwoTurns) {
  auto server = Serve({{.pieces = {Text("a"), kDone}}});
  const auto backend = MakeOpenAiBackend(Options(server->endpoint()));
  (void)PlayTurn(*backend, "a");
  server.reset();
  EXPECT_THAT(PlayTurn(*backend, "b"),
              ElementsAre(StartsWith("error assets_unavailable")));
}

// spec B4
TEST(OpenAiHttp, TriesTheOtherLoopbackAddressWhereTold) {
  const TempDir folder;
  OpenAiOptions options = Options(DeadEndpoint(Listen::kLoopback, folder));
  options.server.try_v6_too = true;
  // Nobody listens there either; without an end this would not return.
  EXPECT_THAT(PlayTurn(*MakeOpenAiBackend(options), "hi"),
              ElementsAre(StartsWith("error unavailable_not_supported")));
}

// Next() with a token that fires after 20 ms.
Event CancelledNext(Backend& backend, base::CancelSource& source) {
  std::thread trigger([&] {
    absl::SleepFor(absl::Milliseconds(20));
    source.Trigger(base::CancelReason::kInterrupt);
  });
  Event event = backend.Next(source.token());
  trigger.join();
  source.Reset();
  return event;
}

TEST(OpenAiHttp, IsCancelledInASilentReadAndGoesOnAfterwards) {
  std::atomic<bool> silent{true};
  std::string second_request;
  const auto server =
      RawServer::Start(Listen::kUnix, [&](RawConnection& connection) {
        const std::string request = connection.ReadRequest();
        connection.Send("HTTP/1.1 200 OK\r\n\r\n");
        if (silent.exchange(false)) {
          connection.Send(Text("par"));
          connection.WaitForClose();
        } else {
          second_request = request;
          connection.Send(Text("ok") + kDone);
        }
      });
  auto source = base::CancelSource::Create();
  ASSERT_TRUE(source.ok());
  const auto backend = MakeOpenAiBackend(Options(server->endpoint()));
  backend->StartTurn("a");
  EXPECT_EQ(Word(backend->Next({})), "text par");
  EXPECT_EQ(Word(CancelledNext(*backend, **source)), "cancelled");

  EXPECT_THAT(PlayTurn(*backend, "b"), ElementsAre("text ok", "done"));
  EXPECT_THAT(second_request,
              HasSubstr(R"({"role":"user","content":"a"},)"
                        R"({"role":"assistant","content":"par"},)"
                        R"({"role":"user","content":"b"})"));
}

TEST(OpenAiHttp, ForgetsAMessageThatGotNoAnswer) {
  const auto server = Serve({{.status = 500}, {.pieces = {Text("ok"), kDone}}});
  const auto backend = MakeOpenAiBackend(Options(server->endpoint()));
  EXPECT_THAT(PlayTurn(*backend, "a"),
              ElementsAre(StartsWith("error internal_error")));
  EXPECT_THAT(PlayTurn(*backend, "b"), ElementsAre("text ok", "done"));
  EXPECT_THAT(MessagesOf(*server, 1), Not(HasSubstr(R"("content":"a")")));
}

TEST(OpenAiHttp, AnswersTheCallsOfATurnThatIsLeft) {
  const auto server = Serve({{.pieces = {Call(0, "a"), Call(1, "b"), kDone}},
                             {.pieces = {Text("ok"), kDone}}});
  const auto backend = MakeOpenAiBackend(Options(server->endpoint()));
  backend->StartTurn("go");
  EXPECT_EQ(Word(backend->Next({})), "call a run_command {}");
  backend->Answer("a", "result of a");
  // Interrupted here: the caller asks for nothing more of this turn.
  EXPECT_THAT(PlayTurn(*backend, "next"), ElementsAre("text ok", "done"));
  const std::string messages = MessagesOf(*server, 1);
  EXPECT_THAT(messages, HasSubstr("result of a"));
  EXPECT_THAT(messages, HasSubstr(R"("tool_call_id":"b")"));
  EXPECT_THAT(messages, HasSubstr(R"("content":"next")"));
}

TEST(OpenAiHttp, HoldsNoConnectionWhileAToolRuns) {
  const auto server = Serve({{.pieces = {Call(0, "a"), kDone}}});
  const auto backend = MakeOpenAiBackend(Options(server->endpoint()));
  const int before = CountDescriptors();
  backend->StartTurn("go");
  EXPECT_EQ(Word(backend->Next({})), "call a run_command {}");
  // The server may not have closed its own end yet.
  EXPECT_LE(CountDescriptors(), before + 1);
}

TEST(OpenAiHttp, LeaksNothingOverManyTurns) {
  const auto server = Serve({{.pieces = {Text("a"), kDone}}});
  int before = 0;
  for (int i = 0; i < 200; ++i) {
    const auto backend = MakeOpenAiBackend(Options(server->endpoint()));
    EXPECT_THAT(PlayTurn(*backend, "hi"), ElementsAre("text a", "done"));
    if (i == 0) before = CountDescriptors();
  }
  EXPECT_LE(CountDescriptors(), before + 4);
}

// Recorded from the embedded model's server.
TEST(OpenAiHttp, PlaysARecordedConversation) {
  std::vector<FakeReply> replies;
  for (const char* name : {"embedded-tool-call", "embedded-answer"}) {
    std::ifstream file(std::string(AII_SOURCE_DIR "/tests/models/fixtures/") +
                       name + ".sse");
    replies.push_back({.pieces = {{std::istreambuf_iterator<char>(file), {}}}});
  }
  const auto server = Serve(replies);
  const auto backend = MakeOpenAiBackend(Options(server->endpoint()));
  const auto words = PlayTurn(*backend, "how full is my disk?");
  ASSERT_GE(words.size(), 3u);
  EXPECT_THAT(words[0], StartsWith("call "));
  EXPECT_THAT(words[0], HasSubstr(" run_command {\"executable\""));
  EXPECT_THAT(words[1], StartsWith("text "));
  EXPECT_EQ(words.back(), "done");
}

}  // namespace
}  // namespace aii::model
