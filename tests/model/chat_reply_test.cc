#include "model/chat_reply.h"

#include <fstream>
#include <iterator>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "model/event_stream.h"

namespace aii::model {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;

// An event with this as its delta.
std::string Delta(const std::string& delta) {
  return R"({"choices":[{"index":0,"finish_reason":null,"delta":)" + delta +
         "}]}";
}

// An event with these tool calls in its delta.
std::string Calls(const std::string& calls) {
  return Delta(R"({"tool_calls":[)" + calls + "]}");
}

// Takes events that are all fine.
ChatReply Read(const std::vector<std::string>& events) {
  ChatReply reply;
  std::string streamed;
  for (const std::string& event : events) {
    ChatReply::Step step = reply.Take(event);
    const auto* text = std::get_if<std::string>(&step);
    EXPECT_NE(text, nullptr) << "refused: " << event;
    if (text != nullptr) streamed += *text;
  }
  EXPECT_EQ(streamed, reply.text());
  return reply;
}

TEST(ChatReply, PutsTextTogether) {
  const ChatReply reply = Read({
      Delta(R"({"role":"assistant","content":null})"),
      Delta(R"({"content":"You"})"),
      Delta(R"({"content":" have"})"),
      Delta(R"({"content":""})"),
      R"({"choices":[{"delta":{},"finish_reason":"stop"}]})",
      R"({"choices":[],"usage":{"total_tokens":7}})",
      "[DONE]",
  });
  EXPECT_EQ(reply.text(), "You have");
  EXPECT_EQ(reply.finish_reason(), "stop");
  EXPECT_TRUE(reply.done());
  EXPECT_THAT(reply.calls(), IsEmpty());
}

// spec B8
TEST(ChatReply, IgnoresReasoningAndWhatItDoesNotKnow) {
  EXPECT_EQ(Read({Delta(R"({"reasoning_content":"hm","content":"a"})"),
                  Delta(R"({"reasoning":"hm","refusal":null})"),
                  R"({"id":"x","timings":{"a":1}})"})
                .text(),
            "a");
}

TEST(ChatReply, MayEndOnceThereIsAReason) {
  EXPECT_FALSE(Read({Delta(R"({"content":"a"})")}).complete());
  EXPECT_TRUE(Read({R"({"choices":[{"delta":{},"finish_reason":"stop"}]})"})
                  .complete());
  EXPECT_TRUE(Read({"[DONE]"}).complete());
}

TEST(ChatReply, IgnoresWhatFollowsTheEnd) {
  EXPECT_EQ(Read({"[DONE]", Delta(R"({"content":"a"})"), "garbage"}).text(),
            "");
}

struct CallCase {
  const char* says;  // reads after "ChatReply"
  std::vector<std::string> events;
  std::vector<ReplyCall> calls;
};

TEST(ChatReply, PutsCallsTogetherHoweverServersSendThem) {
  const std::vector<CallCase> cases = {
      {"joins fragments by index",
       {Calls(R"({"index":0,"id":"a","function":)"
              R"({"name":"run_command","arguments":"{"}})"),
        Calls(R"({"index":0,"function":{"arguments":"\"x\""}})"),
        Calls(R"({"index":0,"function":{"arguments":":1}"}})")},
       {{"a", "run_command", R"({"x":1})"}}},
      {"keeps two calls apart",
       {Calls(
            R"({"index":0,"id":"a","function":{"name":"f","arguments":"1"}})"),
        Calls(
            R"({"index":1,"id":"b","function":{"name":"g","arguments":"2"}})"),
        Calls(R"({"index":0,"function":{"arguments":"3"}})"),
        Calls(R"({"index":1,"function":{"arguments":"4"}})")},
       {{"a", "f", "13"}, {"b", "g", "24"}}},
      {"takes two in one event",
       {Calls(R"({"index":0,"id":"a","function":{"name":"f"}},)"
              R"({"index":1,"id":"b","function":{"name":"g"}})")},
       {{"a", "f", ""}, {"b", "g", ""}}},
      {"tells whole calls apart that all have index 0",
       {Calls(
            R"({"index":0,"id":"a","function":{"name":"f","arguments":"1"}})"),
        Calls(
            R"({"index":0,"id":"b","function":{"name":"f","arguments":"2"}})"),
        Calls(R"({"index":0,"function":{"arguments":"3"}})")},
       {{"a", "f", "1"}, {"b", "f", "23"}}},
      {"goes on with a call whose id is repeated",
       {Calls(
            R"({"index":0,"id":"a","function":{"name":"f","arguments":"1"}})"),
        Calls(
            R"({"index":0,"id":"a","function":{"name":"f","arguments":"2"}})")},
       {{"a", "f", "12"}}},
      {"takes an empty id as none",
       {Calls(
            R"({"index":0,"id":"a","function":{"name":"f","arguments":"1"}})"),
        Calls(R"({"index":0,"id":"","function":{"name":"","arguments":"2"}})")},
       {{"a", "f", "12"}}},
      {"manages without ids",
       {Calls(R"({"index":0,"function":{"name":"f","arguments":"1"}})"),
        Calls(R"({"index":1,"function":{"name":"g","arguments":"2"}})")},
       {{"", "f", "1"}, {"", "g", "2"}}},
      {"manages without indexes",
       {Calls(R"({"id":"a","function":{"name":"f","arguments":"1"}})"),
        Calls(R"({"function":{"arguments":"2"}})"),
        Calls(R"({"id":"b","function":{"name":"g","arguments":"3"}})")},
       {{"a", "f", "12"}, {"b", "g", "3"}}},
      {"tells whole calls apart that have neither",
       {Calls(R"({"function":{"name":"f","arguments":"1"}},)"
              R"({"function":{"name":"f","arguments":"2"}})")},
       {{"", "f", "1"}, {"", "f", "2"}}},
      {"takes arguments as an object",
       {Calls(R"({"index":0,"id":"a","function":)"
              R"({"name":"f","arguments":{"executable":"df"}}})")},
       {{"a", "f", R"({"executable":"df"})"}}},
      {"takes null for nothing",
       {Delta(R"({"content":null,"tool_calls":null})"),
        Calls(R"({"index":null,"id":null,"function":)"
              R"({"name":"f","arguments":null}})")},
       {{"", "f", ""}}},
      {"takes a call without a function for none",
       {Calls(R"({"index":0,"id":"","type":"function"})")},
       {}},
      {"keeps a call without a name",
       {Calls(R"({"index":0,"id":"a","function":{"arguments":"1"}})")},
       {{"a", "", "1"}}},
  };
  for (const CallCase& c : cases) {
    SCOPED_TRACE(c.says);
    EXPECT_THAT(Read(c.events).calls(), ElementsAreArray(c.calls));
  }
}

TEST(ChatReply, ReadsAWholeReply) {
  const ChatReply reply =
      Read({R"({"choices":[{"finish_reason":"tool_calls","message":{"role":)"
            R"("assistant","content":"hm","tool_calls":[)"
            R"({"function":{"name":"f","arguments":"1"}},)"
            R"({"id":"b","function":{"name":"f","arguments":{"a":2}}}]}}]})"});
  EXPECT_EQ(reply.text(), "hm");
  EXPECT_TRUE(reply.complete());
  EXPECT_THAT(reply.calls(), ElementsAre(ReplyCall{"", "f", "1"},
                                         ReplyCall{"b", "f", R"({"a":2})"}));
}

TEST(ChatReply, NamesTheCallsThatHaveNoName) {
  ChatReply reply = Read({Calls(R"({"index":0,"function":{"name":"f"}},)"
                                R"({"index":1,"id":"b","function":{}},)"
                                R"({"index":2,"function":{"name":"f"}})")});
  EXPECT_EQ(reply.NameCalls(5), 7);
  EXPECT_THAT(reply.calls(),
              ElementsAre(ReplyCall{"call_5", "f", ""}, ReplyCall{"b", "", ""},
                          ReplyCall{"call_6", "f", ""}));
}

struct BadCase {
  const char* says;
  std::string event;
};

// spec B10
TEST(ChatReply, RefusesWhatIsNoEventOfAChat) {
  const std::vector<BadCase> cases = {
      {"what is not JSON", "{"},
      {"an empty event", ""},
      {"another end", "[done]"},
      {"an array", "[]"},
      {"content of another type", Delta(R"({"content":7})")},
      {"content in parts", Delta(R"({"content":[{"type":"text"}]})")},
      {"calls of another type", Delta(R"({"tool_calls":{}})")},
      {"a call of another type", Calls("7")},
      {"a function of another type", Calls(R"({"function":"f"})")},
      {"bytes that are not UTF-8", Delta("{\"content\":\"\xff\"}")},
      {"a lone surrogate", Delta(R"({"content":"\ud800"})")},
      {"nesting without end", Delta(std::string(10'000, '['))},
  };
  for (const BadCase& c : cases) {
    SCOPED_TRACE(c.says);
    ChatReply reply;
    const ChatReply::Step step = reply.Take(c.event);
    const auto* failure = std::get_if<base::Failure>(&step);
    ASSERT_NE(failure, nullptr);
    EXPECT_EQ(failure->code, base::FailureCode::kInternalError);
    EXPECT_THAT(
        failure->lines,
        ElementsAre("The model server sent a reply that can't be read"));
  }
}

TEST(ChatReply, HasNotSaidTheTextOfAnEventThatItRefuses) {
  ChatReply reply;
  const ChatReply::Step step =
      reply.Take(Delta(R"({"content":"hm","tool_calls":[{"function":7}]})"));
  EXPECT_TRUE(std::holds_alternative<base::Failure>(step));
  EXPECT_EQ(reply.text(), "");
}

TEST(ChatReply, CapsTheNumberOfCalls) {
  ChatReply reply;
  ChatReply::Step step;
  std::size_t taken = 0;
  do {
    step = reply.Take(Calls(
        absl::StrCat(R"({"index":)", taken, R"(,"function":{"name":"f"}})")));
    ++taken;
  } while (std::holds_alternative<std::string>(step) && taken < 1000);
  EXPECT_EQ(taken, kMaxCallsPerReply + 1);
}

TEST(ChatReply, AllocatesNothingForAGreatIndex) {
  const ChatReply reply = Read(
      {Calls(R"({"index":9000000000000,"id":"a","function":{"name":"f"}})")});
  EXPECT_EQ(reply.calls().size(), 1u);
}

TEST(ChatReply, KnowsAnErrorThatIsTheWholeEvent) {
  ChatReply reply;
  const ChatReply::Step step = reply.Take(
      R"({"object":"error","message":"busy","type":"x","code":429})");
  const auto* failure = std::get_if<base::Failure>(&step);
  ASSERT_NE(failure, nullptr);
  EXPECT_EQ(failure->code, base::FailureCode::kRateLimited);
  EXPECT_EQ(Read({R"({"message":"no code"})"}).text(), "");
}

TEST(ChatReply, PassesOnAnErrorInTheStream) {
  ChatReply reply;
  const ChatReply::Step step =
      reply.Take(R"({"error":{"code":429,"message":"busy"}})");
  const auto* failure = std::get_if<base::Failure>(&step);
  ASSERT_NE(failure, nullptr);
  EXPECT_EQ(failure->code, base::FailureCode::kRateLimited);
}

ChatReply ReadFixture(const std::string& name) {
  std::ifstream file(AII_SOURCE_DIR "/tests/models/fixtures/" + name);
  const std::string stream{std::istreambuf_iterator<char>(file), {}};
  EventStreamParser parser;
  const auto events = parser.Append(stream);
  EXPECT_TRUE(events.ok());
  return Read(*events);
}

// Recorded from the embedded model's server.
TEST(ChatReply, ReadsARecordedToolCall) {
  const ChatReply reply = ReadFixture("embedded-tool-call.sse");
  EXPECT_TRUE(reply.done());
  EXPECT_EQ(reply.text(), "");
  ASSERT_EQ(reply.calls().size(), 1u);
  EXPECT_EQ(reply.calls()[0].name, "run_command");
  const auto arguments = base::ParseJson(reply.calls()[0].arguments_json);
  ASSERT_TRUE(arguments.ok()) << reply.calls()[0].arguments_json;
  EXPECT_NE(arguments->Find("executable"), nullptr);
}

TEST(ChatReply, ReadsARecordedAnswer) {
  const ChatReply reply = ReadFixture("embedded-answer.sse");
  EXPECT_TRUE(reply.done());
  EXPECT_EQ(reply.finish_reason(), "stop");
  EXPECT_FALSE(reply.text().empty());
  EXPECT_THAT(reply.calls(), IsEmpty());
}

}  // namespace
}  // namespace aii::model
