// Server-sent events, incrementally (WHATWG HTML, 9.2.6): the data lines only,
// and "error: {…}", with which llama-server up to September 2025 says why a
// stream fails; it is taken for a data line.
//
// Layer: model (pure).

#ifndef AII_MODEL_EVENT_STREAM_H_
#define AII_MODEL_EVENT_STREAM_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace aii::model {

// Longest event that is accepted, in bytes: its data lines and the line that is
// being read.
inline constexpr std::size_t kMaxEventBytes = 4u << 20;

// Takes bytes as they come, gives whole events. Any split of the same bytes
// gives the same events. Memory is bounded by kMaxEventBytes and what Append()
// returns.
class EventStreamParser {
 public:
  // Returns the data of the events that `bytes` completes, in order; the data
  // lines of one event are joined by a newline. Lines end with LF, CR or CRLF.
  // An event without a data line is none.
  //
  // bytes:  any bytes; they are not decoded.
  // Errors: kOutOfRange: an event over kMaxEventBytes. Every later call fails
  //         too.
  // Cost:   O(bytes), no copy of a line that arrives whole but its data.
  absl::StatusOr<std::vector<std::string>> Append(absl::string_view bytes);

  // Whether there is an event without the blank line that would complete it. At
  // the end of a stream it is given up, as the standard says.
  bool pending() const { return !line_.empty() || has_data_; }

 private:
  void TakeLine(absl::string_view line, std::vector<std::string>& events);

  std::string line_;  // the start of a line whose end is still to come
  std::string data_;
  bool has_data_ = false;
  bool skip_newline_ = false;  // the last byte was CR
  bool first_line_ = true;     // may start with a byte order mark
  bool failed_ = false;
};

}  // namespace aii::model

#endif  // AII_MODEL_EVENT_STREAM_H_
