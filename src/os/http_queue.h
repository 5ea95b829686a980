// The bounded queue between the thread that reads a reply and who pulls it.
//
// Layer: os. For os/http_stream.

#ifndef AII_OS_HTTP_QUEUE_H_
#define AII_OS_HTTP_QUEUE_H_

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/cancel.h"
#include "base/pipe.h"

namespace aii::os {

// How much of the body is held before the server has to wait.
inline constexpr std::size_t kMaxQueuedBytes = 256u << 10;

struct HttpHead {
  int status = 0;
};
struct HttpPiece {
  std::string bytes;  // not empty
};
struct HttpEnd {};
using HttpEvent = std::variant<HttpHead, HttpPiece, HttpEnd>;

// One writer, one reader, each a thread. The reader waits with poll(2), so that
// a cancel token ends the wait; the writer waits for room on a condition.
class HttpQueue {
 public:
  // Errors: from pipe(2).
  static absl::StatusOr<std::unique_ptr<HttpQueue>> Create();
  HttpQueue(const HttpQueue&) = delete;
  HttpQueue& operator=(const HttpQueue&) = delete;

  // Writer. The head, once, before any piece.
  void PushHead(HttpHead head);

  // Writer. Joins `bytes`, which are not empty, to what is queued; waits while
  // the queue is full. Returns false once Stop() was called.
  bool PushBytes(absl::string_view bytes);

  // Writer. What Next() gives after all that was pushed: HttpEnd, or the error.
  void End(absl::Status status);

  // Writer. Readable once Stop() was called.
  int stop_fd() const { return stop_.read_end.get(); }

  // Reader. The next event; kCancelled as soon as the token fires, also where
  // there is one.
  absl::StatusOr<HttpEvent> Next(const base::Cancel& cancel);

  // Reader. Tells the writer that nobody wants more.
  void Stop();

 private:
  HttpQueue(base::Pipe stop, base::Pipe ready);
  std::optional<absl::StatusOr<HttpEvent>> Take();

  const base::Pipe stop_;
  const base::Pipe ready_;
  std::mutex mutex_;
  std::condition_variable room_;
  std::optional<HttpHead> head_;
  std::string bytes_;
  bool stopped_ = false;
  std::optional<absl::Status> end_;
};

}  // namespace aii::os

#endif  // AII_OS_HTTP_QUEUE_H_
