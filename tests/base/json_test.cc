#include "base/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

namespace aii::base {
namespace {

using namespace std::string_literals;  // for NUL inside a literal
using ::testing::StartsWith;

std::string Nested(std::size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

TEST(ParseJson, ReadsEveryKindOfValue) {
  struct Case {
    const char* says;
    std::string text;
    Json value;
  };
  const std::vector<Case> cases = {
      {"null", "null", Json()},
      {"a flag", " true\n", true},
      {"an integer", "-17", -17},
      {"the least integer", "-9223372036854775808",
       std::numeric_limits<std::int64_t>::min()},
      {"the largest integer", "9223372036854775807",
       std::numeric_limits<std::int64_t>::max()},
      {"an integer that does not fit", "9223372036854775808",
       9223372036854775808.0},
      {"one that fits nowhere exactly", "100000000000000000000", 1e20},
      {"one below the least", "-9223372036854775809", -9223372036854775808.0},
      {"a double", "2.5e3", 2500.0},
      {"a string with escapes", R"("a\n\"\u00e9\ud83d\ude00\u0000b")",
       "a\n\"\xC3\xA9\xF0\x9F\x98\x80\0b"s},
      {"an empty array", "[]", JsonArray()},
      {"an empty object", "{}", JsonObject()},
      {"members in the order of the text", R"({"b":1,"a":[true,{"c":null}]})",
       JsonObject{{"b", 1},
                  {"a", JsonArray{true, JsonObject{{"c", nullptr}}}}}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.says);
    const auto json = ParseJson(c.text);
    ASSERT_TRUE(json.ok()) << json.status();
    EXPECT_EQ(*json, c.value);
  }
}

TEST(ParseJson, RefusesWhatIsNotStrictJson) {
  struct Case {
    const char* says;
    std::string text;
    const char* message;
  };
  const std::vector<Case> cases = {
      {"nothing", "", "not JSON at byte 1"},
      {"blanks", " \n", "not JSON at byte "},
      {"a bare word", "yes", "not JSON at byte "},
      {"text after the value", "{} {}", "not JSON at byte "},
      {"a NUL after the value", "{}\0"s, "not JSON at byte 3"},
      {"a NUL and more", "{}\0{"s, "not JSON at byte 3"},
      {"a raw NUL in a string", "\"a\0b\""s, "not JSON at byte 3"},
      {"a raw newline in a string", "\"a\nb\"", "not JSON at byte "},
      {"a byte order mark", "\xEF\xBB\xBF{}", "not JSON at byte 1"},
      {"a comment", "[1] // one", "not JSON at byte "},
      {"a comma at the end", "[1,]", "not JSON at byte "},
      {"single quotes", "{'a':1}", "not JSON at byte "},
      {"a cut object", "{\"a\":", "not JSON at byte "},
      {"a wrong bracket", "[1}", "not JSON at byte "},
      {"NaN", "NaN", "not JSON at byte "},
      {"a plus sign", "+1", "not JSON at byte "},
      {"a leading zero", "01", "not JSON at byte "},
      {"bytes that are not UTF-8", "\"\x9B\"", "not JSON at byte "},
      {"an encoded surrogate", "\"\xED\xA0\x80\"", "not JSON at byte "},
      {"render-041: a lone high surrogate", R"("a\ud800b")", "not JSON at "},
      {"a lone low surrogate", R"("\udc00")", "not JSON at byte "},
      {"a high surrogate twice", R"("\ud800\ud800")", "not JSON at byte "},
      {"a repeated name", R"({"a":1,"b":2,"a":3})", "JSON repeats a member"},
      {"a name repeated by escape", R"({"a":1,"\u0061":2})", "JSON repeats a"},
      {"a number out of range", "[1e999]", "JSON number out of range at byte "},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.says);
    const auto json = ParseJson(c.text);
    EXPECT_EQ(json.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(json.status().message()), StartsWith(c.message));
  }
}

TEST(ParseJson, KeepsItsLimits) {
  EXPECT_TRUE(ParseJson(Nested(64)).ok());
  EXPECT_EQ(ParseJson(Nested(65)).status().message(),
            "JSON deeper than 64 levels");
  EXPECT_EQ(ParseJson(Nested(1'000'000)).status().code(),
            absl::StatusCode::kOutOfRange);
  EXPECT_TRUE(ParseJson("[12]", {.max_bytes = 4}).ok());
  EXPECT_EQ(ParseJson("[123]", {.max_bytes = 4}).status().message(),
            "JSON larger than 4 bytes");
  EXPECT_TRUE(ParseJson("1", {.max_depth = 0}).ok());
}

TEST(ParseJson, ReadsAnObjectOfManyMembersInReasonableTime) {
  std::string text = "{\"x\":0";
  for (int i = 0; i < 200'000; ++i) absl::StrAppend(&text, ",\"", i, "\":0");
  EXPECT_TRUE(ParseJson(text + "}").ok());
  EXPECT_FALSE(ParseJson(text + ",\"x\":0}").ok());
}

TEST(Find, GivesMembersOfObjectsOnly) {
  const Json json = JsonObject{{"a", 1}, {"", 2}};
  ASSERT_NE(json.Find("a"), nullptr);
  EXPECT_EQ(*json.Find("a"), Json(1));
  EXPECT_EQ(*json.Find(""), Json(2));
  EXPECT_EQ(json.Find("b"), nullptr);
  EXPECT_EQ(Json(JsonArray{"a"}).Find("a"), nullptr);
  EXPECT_EQ(Json().Find("a"), nullptr);
}

TEST(WriteJson, WritesOneLineThatATerminalCanTake) {
  struct Case {
    const char* says;
    Json value;
    std::string text;
  };
  const std::vector<Case> cases = {
      {"null", Json(), "null"},
      {"numbers", JsonArray{-1, 0.5, 1e300}, "[-1,0.5,1e+300]"},
      {"a whole double as a double", 3.0, "3.0"},
      {"what JSON has no number for",
       JsonArray{std::numeric_limits<double>::infinity(),
                 std::numeric_limits<double>::quiet_NaN()},
       "[null,null]"},
      {"nesting without spaces",
       JsonObject{{"a", JsonArray{true, false}}, {"b", JsonObject()}},
       R"({"a":[true,false],"b":{}})"},
      {"quote, backslash, newline, tab", "\"\\\n\t", R"("\"\\\n\t")"},
      {"control characters", "\0\x1B[2J\x7F\xC2\x9B"s,
       R"("\u0000\u001B[2J\u007F\u009B")"},
      {"separators and format characters",
       "\xE2\x80\xA8\xE2\x80\xAE\xF3\xA0\x81\xB2",
       R"("\u2028\u202E\uDB40\uDC72")"},
      {"letters as they are", "r\xC3\xA9sum\xC3\xA9",
       "\"r\xC3\xA9sum\xC3\xA9\""},
      {"bytes that are not UTF-8", "a\x9B\xE2\x82",
       "\"a\xEF\xBF\xBD\xEF\xBF\xBD\""},
      {"names as strings", JsonObject{{"a\n", 1}}, R"({"a\n":1})"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.says);
    EXPECT_EQ(WriteJson(c.value), c.text);
  }
}

TEST(WriteJson, IsReadBackAsTheSameValue) {
  const std::vector<Json> values = {
      0.1,
      -0.0,
      5e-324,
      1.7976931348623157e308,
      1e20,
      12345678901234567.0,
      std::numeric_limits<std::int64_t>::min(),
      "\0\x1F\x7F\xF4\x8F\xBF\xBF"s,
      JsonObject{{"", JsonArray{JsonArray{}, JsonObject{}, nullptr}}}};
  for (const Json& value : values) {
    const std::string text = WriteJson(value);
    const auto again = ParseJson(text);
    ASSERT_TRUE(again.ok()) << text << ": " << again.status();
    EXPECT_EQ(*again, value) << text;
  }
}

}  // namespace
}  // namespace aii::base
