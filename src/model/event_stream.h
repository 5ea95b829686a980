// Server-sent events, incrementally (WHATWG HTML, 9.2.6): the data lines only.
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

// Longest event that is accepted, in bytes.
inline constexpr std::size_t kMaxEventBytes = 4u << 20;

// Takes bytes as they come, gives whole events. Any split of the same bytes
// gives the same events.
class EventStreamParser {
 public:
  // Returns the data of the events that `bytes` completes, in order.
  // Errors: kOutOfRange: an event over kMaxEventBytes.
  absl::StatusOr<std::vector<std::string>> Append(absl::string_view bytes);

  // The stream ended: an event without its blank line is given up, as the
  // standard says, unless it is whole; returns whether anything was pending.
  bool pending() const { return !line_.empty() || has_data_; }

 private:
  std::string line_;
  std::string data_;
  bool has_data_ = false;
  bool skip_newline_ = false;
};

}  // namespace aii::model

#endif  // AII_MODEL_EVENT_STREAM_H_
