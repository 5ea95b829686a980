#include "os/http_queue.h"

#include <poll.h>

#include <utility>

#include "base/status_macros.h"

namespace aii::os {

absl::StatusOr<std::unique_ptr<HttpQueue>> HttpQueue::Create() {
  AII_ASSIGN_OR_RETURN(base::Pipe stop, base::OpenPipe());
  AII_ASSIGN_OR_RETURN(base::Pipe ready, base::OpenPipe());
  return std::unique_ptr<HttpQueue>(
      new HttpQueue(std::move(stop), std::move(ready)));
}

HttpQueue::HttpQueue(base::Pipe stop, base::Pipe ready)
    : stop_(std::move(stop)), ready_(std::move(ready)) {}

void HttpQueue::PushHead(HttpHead head) {
  const std::lock_guard<std::mutex> lock(mutex_);
  head_ = head;
  base::Ring(ready_.write_end);
}

bool HttpQueue::PushBytes(absl::string_view bytes) {
  std::unique_lock<std::mutex> lock(mutex_);
  room_.wait(lock, [&] { return stopped_ || bytes_.size() < kMaxQueuedBytes; });
  if (stopped_) return false;
  bytes_.append(bytes);
  base::Ring(ready_.write_end);
  return true;
}

void HttpQueue::End(absl::Status status) {
  const std::lock_guard<std::mutex> lock(mutex_);
  end_ = std::move(status);
  base::Ring(ready_.write_end);
}

absl::StatusOr<HttpEvent> HttpQueue::Next(const base::Cancel& cancel) {
  while (true) {
    if (cancel.cancelled()) return absl::CancelledError("cancelled");
    if (auto event = Take(); event.has_value()) return *std::move(event);
    struct pollfd waits[] = {{ready_.read_end.get(), POLLIN, 0},
                             {cancel.fd(), POLLIN, 0}};
    // EINTR: the loop looks at the token and at the queue again.
    (void)::poll(waits, 2, -1);
    // Before the queue is looked at: what is pushed later rings again.
    base::Silence(ready_.read_end);
  }
}

std::optional<absl::StatusOr<HttpEvent>> HttpQueue::Take() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (head_.has_value()) {
    return HttpEvent(*std::exchange(head_, std::nullopt));
  }
  if (!bytes_.empty()) {
    room_.notify_one();
    return HttpEvent(HttpPiece{std::exchange(bytes_, std::string())});
  }
  if (!end_.has_value()) return std::nullopt;
  if (!end_->ok()) return *end_;
  return HttpEvent(HttpEnd{});
}

void HttpQueue::Stop() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopped_ = true;
  }
  room_.notify_one();
  base::Ring(stop_.write_end);
}

}  // namespace aii::os
