// Takes what the shim tells on its threads, for one that pulls.
//
// Layer: model.
// Spec:  docs/adr/0009-foundation-models-bridge.md.

#ifndef AII_MODEL_FOUNDATION_EVENTS_H_
#define AII_MODEL_FOUNDATION_EVENTS_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "aii_fm.h"
#include "base/cancel.h"
#include "base/clock.h"
#include "base/pipe.h"
#include "model/snapshots.h"

namespace aii::model {

// Longest answer that is taken, in bytes; more ends the request.
inline constexpr std::size_t kMaxFoundationBytes = 16u << 20;

struct FoundationText {
  std::string text;  // what is new; not empty
};
struct FoundationCall {
  std::uint64_t id;
  std::string arguments_json;
};
// aii_fm_end, with strings of its own.
struct FoundationEnd {
  std::int32_t code;
  std::string case_name;
  std::string message;
  std::int64_t context_size;
  std::int64_t token_count;

  aii_fm_end View() const;
};
struct FoundationCount {
  std::int64_t tokens;
};
using FoundationEvent = std::variant<FoundationText, FoundationCall,
                                     FoundationEnd, FoundationCount>;

// The events of one request, in order. Whoever waits for them may be gone
// before the shim is done: what the shim was given keeps the queue alive.
class FoundationEvents {
 public:
  // Errors: where no pipe can be made.
  static absl::StatusOr<std::shared_ptr<FoundationEvents>> Create();

  explicit FoundationEvents(base::Pipe wake) : wake_(std::move(wake)) {}

  // The callbacks for aii_fm_stream().
  static const aii_fm_events& Callbacks();
  // The callback for aii_fm_count_tokens().
  static void TakeCount(void* user, std::int64_t tokens);

  // A `user` for one request, or one count, on this queue. It is freed by the
  // end of the request; FreeUser() does it where none was begun.
  static void* NewUser(std::shared_ptr<FoundationEvents> events);
  static void FreeUser(void* user);

  // The next event, text that came in pieces as one. Nothing where `cancel`
  // fired first.
  std::optional<FoundationEvent> Next(const base::Cancel& cancel);

  // Waits until the shim has told the end of the request, whatever Next() has
  // given; false where it has not within `patience`.
  bool AwaitEnd(absl::Duration patience, const base::Clock& clock);

 private:
  static void TakeSnapshot(void* user, const char* bytes, std::size_t size);
  static void TakeCall(void* user, std::uint64_t call, const char* arguments,
                       std::size_t size);
  static void TakeEnd(void* user, const aii_fm_end* how);

  void PushText(absl::string_view text);
  void Push(FoundationEvent event);
  std::optional<FoundationEvent> Pop();

  base::Pipe wake_;
  // Of the shim's thread, one at a time.
  Snapshots snapshots_;
  std::size_t answer_bytes_ = 0;

  std::mutex mutex_;
  bool ended_ = false;  // nothing more is queued
  bool over_ = false;   // the shim calls no more
  std::deque<FoundationEvent> queue_;
};

}  // namespace aii::model

#endif  // AII_MODEL_FOUNDATION_EVENTS_H_
