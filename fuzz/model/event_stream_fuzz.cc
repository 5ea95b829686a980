// Properties of model/event_stream on arbitrary bytes, the first of which says
// how the rest is split:
//   - Any split gives the same events, the same pending() and the same error.
//   - No event holds a CR or is over the cap.
//   - A line ends with LF, CR or both: which of them makes no difference.
//   - Data lines written from an event and read again give that event.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "fuzz/fuzz_expect.h"
#include "model/event_stream.h"

namespace {

using aii::model::EventStreamParser;

void CheckRoundTrip(const std::string& event) {
  std::string stream;
  for (const absl::string_view line : absl::StrSplit(event, '\n')) {
    absl::StrAppend(&stream, "data: ", line, "\n");
  }
  EventStreamParser parser;
  const auto again = parser.Append(stream + "\n");
  FUZZ_EXPECT(again.ok() && again->size() == 1);
  FUZZ_EXPECT(again->front() == event);
}

void CheckLineEnds(absl::string_view bytes) {
  if (bytes.find('\r') != absl::string_view::npos) return;
  EventStreamParser plain;
  const auto expected = plain.Append(bytes);
  for (const char* end : {"\r", "\r\n"}) {
    EventStreamParser parser;
    const auto events =
        parser.Append(absl::StrReplaceAll(bytes, {{"\n", end}}));
    FUZZ_EXPECT(events.status() == expected.status());
    if (events.ok()) FUZZ_EXPECT(*events == *expected);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::size_t step = std::size_t{data[0]} + 1;
  const absl::string_view bytes(reinterpret_cast<const char*>(data) + 1,
                                size - 1);

  CheckLineEnds(bytes);
  EventStreamParser whole;
  const auto events = whole.Append(bytes);

  EventStreamParser split;
  std::vector<std::string> collected;
  absl::Status failure;
  for (std::size_t at = 0; at < bytes.size() && failure.ok(); at += step) {
    const auto part = split.Append(bytes.substr(at, step));
    failure = part.status();
    if (part.ok())
      collected.insert(collected.end(), part->begin(), part->end());
  }
  FUZZ_EXPECT(failure == events.status());
  if (!events.ok()) return 0;
  FUZZ_EXPECT(collected == *events);
  FUZZ_EXPECT(split.pending() == whole.pending());
  for (const std::string& event : *events) {
    FUZZ_EXPECT(event.find('\r') == std::string::npos);
    FUZZ_EXPECT(event.size() <= aii::model::kMaxEventBytes);
    CheckRoundTrip(event);
  }
  return 0;
}
