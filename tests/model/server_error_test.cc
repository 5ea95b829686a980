#include "model/server_error.h"

#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "base/utf8.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace aii::model {
namespace {

using ::testing::ElementsAre;

// A failure on one line: code, then the lines.
std::string Word(const base::Failure& failure) {
  return std::string(base::FailureName(failure.code)) + ": " +
         absl::StrJoin(failure.lines, " / ");
}

constexpr char kContextHint[] =
    " / try a shorter input or use /new to reset context in interactive mode";

struct ErrorCase {
  const char* says;  // reads after "ServerFailure"
  int status;
  std::string body;
  std::string word;
};

// spec E5
TEST(ServerFailure, SaysWhatTheServerMeant) {
  const std::vector<ErrorCase> cases = {
      {"reads llama-server's error", 400,
       R"({"error":{"code":400,"message":"bad grammar",)"
       R"("type":"invalid_request_error"}})",
       "internal_error: The model server answered with status 400 / "
       "bad grammar"},
      {"reads Ollama's plain string", 404, R"({"error":"model 'x' not found"})",
       "internal_error: The model server answered with status 404 / "
       "model 'x' not found"},
      {"reads a message at the top", 400,
       R"({"object":"error","message":"no such model","code":400})",
       "internal_error: The model server answered with status 400 / "
       "no such model"},
      {"reads FastAPI's detail", 404, R"({"detail":"Not Found"})",
       "internal_error: The model server answered with status 404 / "
       "Not Found"},
      {"shows the first line of other text", 500, "oops\n<stack>",
       "internal_error: The model server answered with status 500 / oops"},
      {"manages without any text", 500, "",
       "internal_error: The model server answered with status 500"},
      {"manages with JSON of no known shape", 500, R"([1,{"a":2}])",
       "internal_error: The model server answered with status 500"},
      {"manages with an error of no known shape", 500, R"({"error":7})",
       "internal_error: The model server answered with status 500"},
      {"names a redirect", 307, "",
       "internal_error: The model server answered with status 307"},
      {"is busy at 429", 429, R"({"error":{"message":"slow down"}})",
       "rate_limited: Model busy, try again"},
      {"is loading at 503", 503,
       R"({"error":{"code":503,"message":"Loading model",)"
       R"("type":"unavailable_error"}})",
       "unavailable_downloading: The model server is still loading its model "
       "/ try again shortly"},
      {"knows llama-server's context error and size", 400,
       R"({"error":{"code":400,"message":"the request exceeds the available )"
       R"(context size","type":"exceed_context_size_error",)"
       R"("n_prompt_tokens":5000,"n_ctx":4096}})",
       std::string("context_exceeded: Exceeds 4096-token context window") +
           kContextHint},
      {"knows OpenAI's code and wording", 400,
       R"({"error":{"message":"This model's maximum context length is 8192 )"
       R"(tokens. However, you requested 9000","code":)"
       R"("context_length_exceeded"}})",
       std::string("context_exceeded: Exceeds 8192-token context window") +
           kContextHint},
      {"knows LM Studio's wording", 400,
       R"({"error":"Trying to keep the first 9000 tokens when context the )"
       R"(overflows. However, the model is loaded with context length of )"
       R"(only 8192 tokens, which is not enough."})",
       std::string("context_exceeded: Exceeds 8192-token context window") +
           kContextHint},
      {"knows LM Studio's other wording", 400,
       R"({"error":"The number of tokens to keep is greater than the context )"
       R"(length (n_keep: 13055>= n_ctx: 4096)."})",
       std::string("context_exceeded: Exceeds 4096-token context window") +
           kContextHint},
      {"knows the wording alone, also at 500", 500,
       R"({"error":"prompt is too long for the context"})",
       std::string("context_exceeded: Exceeds the context window") +
           kContextHint},
      {"does not take every mention of a context for it", 400,
       R"({"error":"unknown field 'context'"})",
       "internal_error: The model server answered with status 400 / "
       "unknown field 'context'"},
      {"does not trust a size that is none", 400,
       R"({"error":{"message":"x","type":"exceed_context_size_error",)"
       R"("n_ctx":-5}})",
       std::string("context_exceeded: Exceeds the context window") +
           kContextHint},
  };
  for (const ErrorCase& c : cases) {
    SCOPED_TRACE(c.says);
    EXPECT_EQ(Word(ServerFailure(c.status, c.body)), c.word);
  }
}

TEST(ServerFailure, KeepsTheWholeMessageAsDetail) {
  EXPECT_EQ(ServerFailure(500, R"({"error":"a\nb"})").detail, "a\nb");
  EXPECT_EQ(ServerFailure(429, R"({"error":"queue"})").detail, "queue");
}

TEST(ServerFailure, CutsALongLineBetweenCharacters) {
  std::string message;
  for (int i = 0; i < 1000; ++i) message += "\u00e9";
  const auto failure = ServerFailure(500, R"({"error":")" + message + R"("})");
  ASSERT_EQ(failure.lines.size(), 2u);
  EXPECT_LE(failure.lines[1].size(), kMaxServerMessageBytes);
  EXPECT_GE(failure.lines[1].size(), kMaxServerMessageBytes - 4);
  EXPECT_TRUE(base::IsValidUtf8(failure.lines[1]));
}

base::Failure Streamed(absl::string_view json) {
  const auto error = base::ParseJson(json);
  EXPECT_TRUE(error.ok()) << error.status();
  return StreamedFailure(*error);
}

TEST(StreamedFailure, TakesTheStatusFromTheError) {
  EXPECT_EQ(Word(Streamed(R"({"code":503,"message":"Loading model"})")),
            "unavailable_downloading: The model server is still loading its "
            "model / try again shortly");
  EXPECT_EQ(Word(Streamed(R"({"code":500,"message":"boom"})")),
            "internal_error: The model server answered with status 500 / boom");
}

TEST(StreamedFailure, ManagesWithoutAStatus) {
  EXPECT_EQ(Word(Streamed(R"("boom")")),
            "internal_error: The model server reported an error / boom");
  EXPECT_EQ(Word(Streamed(R"({"code":123456,"message":"boom"})")),
            "internal_error: The model server reported an error / boom");
  EXPECT_EQ(Word(Streamed("7")),
            "internal_error: The model server reported an error");
}

TEST(NoServer, NamesTheServerAndTheNextStep) {
  EXPECT_THAT(NoServer("http://127.0.0.1:1", "refused").lines,
              ElementsAre("No model server answers at http://127.0.0.1:1",
                          "start it, or name another with --model"));
}

}  // namespace
}  // namespace aii::model
