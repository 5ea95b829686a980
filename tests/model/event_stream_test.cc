#include "model/event_stream.h"

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace aii::model {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::SizeIs;

struct StreamCase {
  const char* says;  // reads after "EventStreamParser"
  std::string stream;
  std::vector<std::string> events;
  bool pending = false;
};

const std::vector<StreamCase>& Cases() {
  static const auto* const cases = new std::vector<StreamCase>{
      {"gives nothing for nothing", "", {}},
      {"gives one event", "data: a\n\n", {"a"}},
      {"takes CRLF", "data: a\r\n\r\n", {"a"}},
      {"takes CR", "data: a\r\rdata: b\r\r", {"a", "b"}},
      {"takes a mixture", "data: a\r\n\ndata: b\n\r", {"a", "b"}},
      {"joins data lines", "data: a\ndata: b\n\n", {"a\nb"}},
      {"needs no blank", "data:a\n\n", {"a"}},
      {"drops one blank only", "data:  a\n\n", {" a"}},
      {"keeps a tab", "data:\ta\n\n", {"\ta"}},
      {"keeps blanks at the end", "data: a \n\n", {"a "}},
      {"gives an empty event for an empty data line", "data:\n\n", {""}},
      {"takes data without a colon as empty", "data\n\n", {""}},
      {"keeps empty data lines", "data\ndata\n\n", {"\n"}},
      {"ignores longer field names", "database: a\n\n", {}},
      {"ignores other letter case", "DATA: a\n\n", {}},
      {"ignores a blank before the colon", "data : a\n\n", {}},
      {"ignores other fields", "event: e\nid: 1\nretry: 5\ndata: a\n\n", {"a"}},
      {"takes llama-server's field of errors for data",
       "error: {\"code\":400}\n\ndata: [DONE]\n\n",
       {"{\"code\":400}", "[DONE]"}},
      {"ignores longer names of that field", "errors: a\nerror\n\n", {}},
      {"ignores comments", ": ping\n\n:\ndata: a\n: x\n\n", {"a"}},
      {"gives no event without data", "event: e\n\n\n\n", {}},
      {"gives up an event that is not complete", "data: a\n", {}, true},
      {"gives up a line that is not complete",
       "data: a\n\ndata: b",
       {"a"},
       true},
      {"has nothing pending after a comment line", ": a\n", {}},
      {"drops a byte order mark",
       "\xEF\xBB\xBF"
       "data: a\n\n",
       {"a"}},
      {"drops it at the start only",
       "data: a\n\n\xEF\xBB\xBF"
       "data: b\n\n",
       {"a"}},
      {"passes any bytes",
       std::string("data: \0\xff\x80\n\n", 11),
       {std::string("\0\xff\x80", 3)}},
      {"takes the last colon as data", "data: a: b\n\n", {"a: b"}},
      {"reads the end of an OpenAI stream",
       "data: {}\n\ndata: [DONE]\n\n",
       {"{}", "[DONE]"}},
  };
  return *cases;
}

TEST(EventStreamParser, FollowsTheStandard) {
  for (const StreamCase& c : Cases()) {
    SCOPED_TRACE(c.says);
    EventStreamParser parser;
    const auto events = parser.Append(c.stream);
    ASSERT_TRUE(events.ok()) << events.status();
    EXPECT_THAT(*events, ElementsAreArray(c.events));
    EXPECT_EQ(parser.pending(), c.pending);
  }
}

TEST(EventStreamParser, GivesTheSameForEveryByteOnItsOwn) {
  for (const StreamCase& c : Cases()) {
    SCOPED_TRACE(c.says);
    EventStreamParser parser;
    std::vector<std::string> all;
    for (const char byte : c.stream) {
      const auto events = parser.Append(absl::string_view(&byte, 1));
      ASSERT_TRUE(events.ok()) << events.status();
      all.insert(all.end(), events->begin(), events->end());
    }
    EXPECT_THAT(all, ElementsAreArray(c.events));
    EXPECT_EQ(parser.pending(), c.pending);
  }
}

TEST(EventStreamParser, TakesAnEventOfTheGreatestSize) {
  EventStreamParser parser;
  const std::string data(kMaxEventBytes - 6, 'a');
  const auto events = parser.Append("data: " + data + "\n\n");
  ASSERT_TRUE(events.ok()) << events.status();
  ASSERT_THAT(*events, SizeIs(1));
  EXPECT_EQ((*events)[0], data);
}

TEST(EventStreamParser, RefusesWhatIsLargerHoweverItComes) {
  struct Case {
    const char* says;
    std::string start;
    char fill;
  };
  for (const Case& c : std::vector<Case>{{"one data line", "data: ", 'a'},
                                         {"a comment", ": ", 'a'},
                                         {"no line at all", "", 'a'}}) {
    SCOPED_TRACE(c.says);
    EventStreamParser parser;
    EXPECT_TRUE(parser.Append(c.start).ok());
    const std::string piece(64u << 10, c.fill);
    absl::Status status;
    std::size_t sent = 0;
    while (status.ok() && sent < 2 * kMaxEventBytes) {
      status = parser.Append(piece).status();
      sent += piece.size();
    }
    EXPECT_EQ(status.code(), absl::StatusCode::kOutOfRange);
    EXPECT_LE(sent, kMaxEventBytes + piece.size());
    EXPECT_FALSE(parser.Append("\n\n").ok()) << "forgot that it failed";
  }
}

TEST(EventStreamParser, RefusesTooManyDataLines) {
  EventStreamParser parser;
  const std::string line = "data: " + std::string(1000, 'a') + "\n";
  absl::Status status;
  for (std::size_t i = 0; status.ok() && i < kMaxEventBytes / 500; ++i) {
    status = parser.Append(line).status();
  }
  EXPECT_EQ(status.code(), absl::StatusCode::kOutOfRange);
}

TEST(EventStreamParser, TakesEventsForEver) {
  EventStreamParser parser;
  const std::string event = "data: " + std::string(1000, 'a') + "\n\n";
  for (std::size_t i = 0; i < 2 * kMaxEventBytes / 1000; ++i) {
    ASSERT_THAT(*parser.Append(event), SizeIs(1));
  }
}

// Recorded from the embedded model's server.
TEST(EventStreamParser, ReadsARecordedStream) {
  for (const char* name : {"embedded-tool-call", "embedded-answer"}) {
    SCOPED_TRACE(name);
    std::ifstream file(std::string(AII_SOURCE_DIR "/tests/models/fixtures/") +
                       name + ".sse");
    const std::string stream{std::istreambuf_iterator<char>(file), {}};
    ASSERT_FALSE(stream.empty());
    EventStreamParser parser;
    const auto events = parser.Append(stream);
    ASSERT_TRUE(events.ok()) << events.status();
    ASSERT_FALSE(events->empty());
    EXPECT_EQ(events->back(), "[DONE]");
    for (const std::string& event : *events) {
      EXPECT_TRUE(event.front() == '{' || event == "[DONE]") << event;
    }
    EXPECT_FALSE(parser.pending());
  }
}

}  // namespace
}  // namespace aii::model
