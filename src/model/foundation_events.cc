#include "model/foundation_events.h"

#include <poll.h>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace aii::model {
namespace {

using SharedEvents = std::shared_ptr<FoundationEvents>;

FoundationEvents& Of(void* user) { return **static_cast<SharedEvents*>(user); }

std::string Copy(const char* bytes, std::size_t size) {
  return size == 0 ? std::string() : std::string(bytes, size);
}

}  // namespace

aii_fm_end FoundationEnd::View() const {
  return {.code = code,
          .case_name = case_name.data(),
          .case_name_size = case_name.size(),
          .message = message.data(),
          .message_size = message.size(),
          .context_size = context_size,
          .token_count = token_count};
}

absl::StatusOr<SharedEvents> FoundationEvents::Create() {
  AII_ASSIGN_OR_RETURN(base::Pipe wake, base::OpenPipe());
  return std::make_shared<FoundationEvents>(std::move(wake));
}

void* FoundationEvents::NewUser(SharedEvents events) {
  return new SharedEvents(std::move(events));
}

void FoundationEvents::FreeUser(void* user) {
  delete static_cast<SharedEvents*>(user);
}

const aii_fm_events& FoundationEvents::Callbacks() {
  static constexpr aii_fm_events kCallbacks = {
      .snapshot = &TakeSnapshot, .tool_call = &TakeCall, .end = &TakeEnd};
  return kCallbacks;
}

void FoundationEvents::TakeSnapshot(void* user, const char* bytes,
                                    std::size_t size) {
  FoundationEvents& events = Of(user);
  if (size == 0) return;
  events.PushText(events.snapshots_.Advance({bytes, size}));
}

void FoundationEvents::TakeCall(void* user, std::uint64_t call,
                                const char* arguments, std::size_t size) {
  FoundationEvents& events = Of(user);
  events.PushText(events.snapshots_.Finish());
  events.Push(FoundationCall{call, Copy(arguments, size)});
}

void FoundationEvents::TakeEnd(void* user, const aii_fm_end* how) {
  FoundationEvents& events = Of(user);
  events.PushText(events.snapshots_.Finish());
  {
    const std::lock_guard<std::mutex> lock(events.mutex_);
    events.over_ = true;
  }
  events.Push(
      FoundationEnd{.code = how->code,
                    .case_name = Copy(how->case_name, how->case_name_size),
                    .message = Copy(how->message, how->message_size),
                    .context_size = how->context_size,
                    .token_count = how->token_count});
  FreeUser(user);
}

void FoundationEvents::TakeCount(void* user, std::int64_t tokens) {
  Of(user).Push(FoundationCount{tokens});
  FreeUser(user);
}

void FoundationEvents::PushText(absl::string_view text) {
  if (text.empty()) return;
  answer_bytes_ += text.size();
  if (answer_bytes_ <= kMaxFoundationBytes) {
    Push(FoundationText{std::string(text)});
    return;
  }
  Push(FoundationEnd{.code = AII_FM_INTERNAL,
                     .case_name = "the answer is too large"});
}

void FoundationEvents::Push(FoundationEvent event) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const bool ends = std::holds_alternative<FoundationEnd>(event);
    if (ended_) {
      // A second end still wakes AwaitEnd().
      if (ends) base::Ring(wake_.write_end);
      return;
    }
    ended_ = ends;
    auto* text = std::get_if<FoundationText>(&event);
    auto* before =
        queue_.empty() ? nullptr : std::get_if<FoundationText>(&queue_.back());
    if (text != nullptr && before != nullptr) {
      before->text += text->text;
    } else {
      queue_.push_back(std::move(event));
    }
  }
  base::Ring(wake_.write_end);
}

std::optional<FoundationEvent> FoundationEvents::Pop() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (queue_.empty()) return std::nullopt;
  FoundationEvent event = std::move(queue_.front());
  queue_.pop_front();
  return event;
}

std::optional<FoundationEvent> FoundationEvents::Next(
    const base::Cancel& cancel) {
  while (!cancel.cancelled()) {
    base::Silence(wake_.read_end);
    if (auto event = Pop()) return event;
    struct pollfd waits[] = {{wake_.read_end.get(), POLLIN, 0},
                             {cancel.fd(), POLLIN, 0}};
    // EINTR: the loop looks at the token and at the queue again.
    (void)::poll(waits, 2, -1);
  }
  return std::nullopt;
}

bool FoundationEvents::AwaitEnd(absl::Duration patience,
                                const base::Clock& clock) {
  const base::Instant deadline = clock.Now() + patience;
  for (;;) {
    base::Silence(wake_.read_end);
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (over_) return true;
    }
    const int timeout_ms = base::PollTimeoutMs(clock, deadline);
    if (timeout_ms == 0) return false;
    struct pollfd wait = {wake_.read_end.get(), POLLIN, 0};
    (void)::poll(&wait, 1, timeout_ms);
  }
}

}  // namespace aii::model
