#include "model/chat_request.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace aii::model {
namespace {

const ToolSpec kTool{"run_command", "Runs.", R"({"type":"object"})"};

TEST(ChatRequestBody, SaysOnlyWhatIsSet) {
  ChatTranscript transcript("");
  transcript.AddUser("hi");
  EXPECT_EQ(ChatRequestBody(transcript, {}),
            R"({"messages":[{"role":"user","content":"hi"}],"stream":true})");
}

TEST(ChatRequestBody, SaysAllThatIsSet) {
  ChatTranscript transcript("be brief");
  transcript.AddUser("hi");
  ChatRequestOptions options;
  options.model = "small";
  options.temperature = 0;
  options.max_tokens = 512;
  options.tools = ToolsJson(kTool);
  EXPECT_EQ(
      ChatRequestBody(transcript, options),
      R"({"model":"small","messages":[{"role":"system","content":"be brief"},)"
      R"({"role":"user","content":"hi"}],"tools":[{"type":"function",)"
      R"("function":{"name":"run_command","description":"Runs.",)"
      R"("parameters":{"type":"object"}}}],"temperature":0.0,)"
      R"("max_tokens":512,"stream":true})");
}

TEST(ChatRequestBody, KeepsTheToolWhereItForbidsIt) {
  ChatRequestOptions options;
  options.tools = ToolsJson(kTool);
  options.forbid_tools = true;
  const auto body =
      base::ParseJson(ChatRequestBody(ChatTranscript(""), options));
  ASSERT_TRUE(body.ok());
  EXPECT_NE(body->Find("tools"), nullptr);
  ASSERT_NE(body->Find("tool_choice"), nullptr);
  EXPECT_EQ(*body->Find("tool_choice"), base::Json("none"));
}

TEST(ChatRequestBody, SendsBytesThatAreNotUtf8AsReplacementCharacters) {
  ChatTranscript transcript("");
  transcript.AddUser("a\xff");
  EXPECT_EQ(ChatRequestBody(transcript, {}),
            "{\"messages\":[{\"role\":\"user\",\"content\":\"a\uFFFD\"}],"
            "\"stream\":true}");
}

TEST(ChatTranscript, WritesARoundOfCalls) {
  ChatTranscript transcript("");
  transcript.AddAssistant("hm",
                          {{"a", "f", R"({"x":1})"}, {"b", "f", R"({"y":2})"}});
  transcript.AddResult("a", "exit 0\n1");
  transcript.AddResult("b", "exit 1");
  EXPECT_EQ(base::WriteJson(transcript.messages()),
            R"([{"role":"assistant","content":"hm","tool_calls":[)"
            R"({"id":"a","type":"function","function":)"
            R"({"name":"f","arguments":"{\"x\":1}"}},)"
            R"({"id":"b","type":"function","function":)"
            R"({"name":"f","arguments":"{\"y\":2}"}}]},)"
            R"({"role":"tool","tool_call_id":"a","content":"exit 0\n1"},)"
            R"({"role":"tool","tool_call_id":"b","content":"exit 1"}])");
}

TEST(ChatTranscript, SendsBackNoArgumentsThatAreNoObject) {
  for (const char* arguments : {"", "{\"exe", "7", "[]", "{\"a\":1,\"a\":2}"}) {
    SCOPED_TRACE(arguments);
    ChatTranscript transcript("");
    transcript.AddAssistant("", {{"a", "f", arguments}});
    EXPECT_THAT(base::WriteJson(transcript.messages()),
                ::testing::HasSubstr(R"("arguments":"{}")"));
  }
}

TEST(ChatTranscript, ForgetsItsEnd) {
  ChatTranscript transcript("s");
  const std::size_t size = transcript.size();
  const std::string before = base::WriteJson(transcript.messages());
  transcript.AddUser("a");
  transcript.AddAssistant("b", {});
  transcript.CutTo(size);
  EXPECT_EQ(base::WriteJson(transcript.messages()), before);
}

TEST(ToolsJson, RefusesASchemaThatIsNotJson) {
  EXPECT_FALSE(ToolsJson({"f", "d", "{"}).has_value());
}

}  // namespace
}  // namespace aii::model
