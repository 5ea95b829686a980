#include "model/event_stream.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace aii::model {
namespace {

constexpr absl::string_view kByteOrderMark = "\xEF\xBB\xBF";

absl::Status TooLarge() {
  return absl::OutOfRangeError(
      absl::StrCat("an event is over ", kMaxEventBytes, " bytes"));
}

// Where the first CR or LF is. Two memchr(3) are faster than one loop, as long
// as the second looks no further than the first found something.
std::size_t FindLineEnd(absl::string_view bytes) {
  const std::size_t newline = bytes.find('\n');
  const std::size_t carriage = bytes.substr(0, newline).find('\r');
  return carriage == absl::string_view::npos ? newline : carriage;
}

}  // namespace

absl::StatusOr<std::vector<std::string>> EventStreamParser::Append(
    absl::string_view bytes) {
  if (failed_) return TooLarge();
  std::vector<std::string> events;
  while (!bytes.empty()) {
    if (std::exchange(skip_newline_, false)) {
      if (absl::ConsumePrefix(&bytes, "\n")) continue;
    }
    const std::size_t end = FindLineEnd(bytes);
    const absl::string_view part = bytes.substr(0, end);
    // What fails for a part of a line fails for the whole line.
    if (line_.size() + part.size() + data_.size() > kMaxEventBytes) {
      failed_ = true;
      return TooLarge();
    }
    if (end == absl::string_view::npos) {
      line_.append(part);
      break;
    }
    skip_newline_ = bytes[end] == '\r';
    bytes.remove_prefix(end + 1);
    if (line_.empty()) {
      TakeLine(part, events);
    } else {
      line_.append(part);
      TakeLine(std::exchange(line_, std::string()), events);
    }
  }
  return events;
}

void EventStreamParser::TakeLine(absl::string_view line,
                                 std::vector<std::string>& events) {
  if (std::exchange(first_line_, false)) {
    absl::ConsumePrefix(&line, kByteOrderMark);
  }
  if (line.empty()) {
    if (std::exchange(has_data_, false)) {
      events.push_back(std::exchange(data_, std::string()));
    }
    return;
  }
  if (!absl::ConsumePrefix(&line, "error:")) {
    // A comment, another field, or "data" alone, which is an empty line of
    // data.
    if (!absl::ConsumePrefix(&line, "data")) return;
    if (!line.empty() && !absl::ConsumePrefix(&line, ":")) return;
  }
  absl::ConsumePrefix(&line, " ");
  if (std::exchange(has_data_, true)) data_.push_back('\n');
  data_.append(line);
}

}  // namespace aii::model
