#include "model/endpoint.h"

#include <string>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace aii::model {
namespace {

using ::testing::HasSubstr;

// A spec on one line: every field shows.
std::string Word(const ModelSpec& spec) {
  if (std::holds_alternative<AppleModel>(spec)) return "apple";
  if (std::holds_alternative<EmbeddedModel>(spec)) return "embedded";
  if (const auto* script = std::get_if<ScriptModel>(&spec)) {
    return "script " + script->path;
  }
  if (const auto* gguf = std::get_if<GgufModel>(&spec)) {
    return "gguf " + gguf->path;
  }
  const auto& server = std::get<ServerModel>(spec);
  std::string where;
  if (const auto* socket = std::get_if<os::UnixEndpoint>(&server.endpoint)) {
    where = socket->socket_path;
  } else {
    const auto& loopback = std::get<os::LoopbackEndpoint>(server.endpoint);
    where = absl::StrCat(loopback.v6 ? "v6 " : "v4 ", loopback.port,
                         server.try_v6_too ? " then v6" : "");
  }
  return absl::StrCat(where, " ", server.path_prefix, " [", server.name, "]");
}

struct SpecCase {
  const char* spec;
  const char* word;
};

// spec B2
TEST(ParseModelSpec, ReadsEveryForm) {
  const std::vector<SpecCase> cases = {
      {"apple", "apple"},
      {"embedded", "embedded"},
      {"script:/a b.jsonl", "script /a b.jsonl"},
      {"script:x.gguf", "script x.gguf"},
      {"/models/a.gguf", "gguf /models/a.gguf"},
      {"a#b.gguf", "gguf a#b.gguf"},
      {"http://127.0.0.1:8080", "v4 8080 /v1 []"},
      {"http://127.0.0.1:8080/", "v4 8080 /v1 []"},
      {"http://127.0.0.1:8080/v1", "v4 8080 /v1 []"},
      {"http://127.0.0.1:8080/v1/", "v4 8080 /v1 []"},
      {"http://127.0.0.1:8080//", "v4 8080 /v1 []"},
      {"http://127.0.0.1:8080/a//", "v4 8080 /a []"},
      {"http://127.0.0.1:8080/api/openai/v1", "v4 8080 /api/openai/v1 []"},
      {"http://[::1]:1234", "v6 1234 /v1 []"},
      {"http://localhost:11434", "v4 11434 then v6 /v1 []"},
      {"HTTP://LocalHost:11434", "v4 11434 then v6 /v1 []"},
      {"http://127.0.0.1:1#qwen2.5:7b", "v4 1 /v1 [qwen2.5:7b]"},
      {"http://127.0.0.1:1/v1#org/name", "v4 1 /v1 [org/name]"},
      {"http://127.0.0.1:1#a#b", "v4 1 /v1 [a#b]"},
      {"http://127.0.0.1:65535", "v4 65535 /v1 []"},
      {"unix:/run/llm.sock", "/run/llm.sock /v1 []"},
      {"unix:/run/llm.sock#small", "/run/llm.sock /v1 [small]"},
      {"unix:/run/a b.sock", "/run/a b.sock /v1 []"},
  };
  for (const SpecCase& c : cases) {
    SCOPED_TRACE(c.spec);
    const auto spec = ParseModelSpec(c.spec);
    ASSERT_TRUE(spec.ok()) << spec.status();
    EXPECT_EQ(Word(*spec), c.word);
  }
}

struct RefusedHost {
  const char* says;
  const char* spec;
  const char* host;
};

// spec B4
TEST(ParseModelSpec, RefusesHostsThatAreNotThisMachineByName) {
  const std::vector<RefusedHost> cases = {
      {"another machine", "http://example.com:80", "'example.com'"},
      {"all addresses", "http://0.0.0.0:80", "'0.0.0.0'"},
      {"a network address", "http://192.168.1.2:80", "'192.168.1.2'"},
      {"a name that begins like ours", "http://127.0.0.1.example.com:80",
       "'127.0.0.1.example.com'"},
      {"a name that ends like ours", "http://x.localhost:80", "'x.localhost'"},
      {"our address as a user", "http://127.0.0.1@example.com:80",
       "'127.0.0.1@example.com'"},
      {"our address and port as a user", "http://127.0.0.1:80@example.com",
       "'80@example.com'"},
      {"other spellings of the loopback", "http://127.1:80", "'127.1'"},
      {"a number", "http://2130706433:80", "'2130706433'"},
      {"a mapped address", "http://[::ffff:127.0.0.1]:80",
       "'[::ffff:127.0.0.1]'"},
      {"a zone", "http://[::1%25lo]:80", "'[::1%25lo]'"},
      {"what follows a bracket", "http://[::1]x:80", "'[::1]x'"},
      {"an address without brackets", "http://::1:80", "''"},
      {"a trailing dot", "http://localhost.:80", "'localhost.'"},
      {"a blank", "http:// 127.0.0.1:80", "' 127.0.0.1'"},
      {"a backslash", "http://127.0.0.1\\@example.com:80",
       "'127.0.0.1\\@example.com'"},
      {"nothing", "http://", "''"},
      {"a path alone", "http:///v1", "''"},
      {"a query in the host", "http://127.0.0.1?x:80", "'127.0.0.1?x'"},
  };
  for (const RefusedHost& c : cases) {
    SCOPED_TRACE(c.says);
    const auto spec = ParseModelSpec(c.spec);
    EXPECT_EQ(spec.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(spec.status().message()), HasSubstr(c.host));
  }
}

TEST(ParseModelSpec, SaysTheRuleForAHost) {
  EXPECT_EQ(ParseModelSpec("http://example.com:80").status().message(),
            "the host 'example.com' is refused: only servers on this machine "
            "(127.0.0.1, [::1], localhost) are used");
}

struct BadSpec {
  const char* spec;
  const char* message;
};

// spec B7
TEST(ParseModelSpec, RefusesOtherFaultsForAPerson) {
  const std::vector<BadSpec> cases = {
      {"", "is no model"},
      {"gpt-4", "'gpt-4' is no model: it is a server's URL"},
      {"Apple", "is no model"},
      {"https://127.0.0.1:8080", "named with http://"},
      {"HTTPS://localhost:1", "named with http://"},
      {"http://127.0.0.1", "names no port (http://127.0.0.1:8080)"},
      {"http://127.0.0.1:", "'' is no port"},
      {"http://127.0.0.1:0", "'0' is no port"},
      {"http://127.0.0.1:65536", "'65536' is no port"},
      {"http://127.0.0.1:99999999999", "is no port"},
      {"http://127.0.0.1:+80", "'+80' is no port"},
      {"http://127.0.0.1: 80", "' 80' is no port"},
      {"http://127.0.0.1:80a", "'80a' is no port"},
      {"http://127.0.0.1:80/v1?x=y", "is no path of a server"},
      {"http://127.0.0.1:80/v1 HTTP/1.1\r\nX: y", "is no path of a server"},
      {"http://127.0.0.1:80/v1\xc3\xa9", "is no path of a server"},
      {"http://127.0.0.1:80#", "must follow '#'"},
      {"http://127.0.0.1:80#a b", "'a b' is no model's name"},
      {"http://localhost:11434#gpt-oss:120b-cloud", "runs on another machine"},
      {"http://localhost:11434#glm-4.6:cloud", "runs on another machine"},
      {"unix:", "needs an absolute path"},
      {"unix:run.sock", "needs an absolute path"},
      {"unix:#name", "needs an absolute path"},
      {"script:", "needs a path"},
  };
  for (const BadSpec& c : cases) {
    SCOPED_TRACE(c.spec);
    const auto spec = ParseModelSpec(c.spec);
    EXPECT_EQ(spec.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(spec.status().message()), HasSubstr(c.message));
  }
}

TEST(ParseModelSpec, RefusesWhatCanNotBeASocketsPath) {
  EXPECT_FALSE(ParseModelSpec(absl::string_view("unix:/a\0b", 9)).ok());
  const std::string longest(os::kMaxSocketPathBytes - 1, 'a');
  EXPECT_TRUE(ParseModelSpec("unix:/" + longest).ok());
  EXPECT_FALSE(ParseModelSpec("unix:/a" + longest).ok());
}

TEST(ParseModelSpec, RefusesWhatIsTooLong) {
  EXPECT_EQ(
      ParseModelSpec(std::string(kMaxSpecBytes, 'a') + ".gguf").status().code(),
      absl::StatusCode::kOutOfRange);
}

}  // namespace
}  // namespace aii::model
