#include "model/callers.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace aii::model {

Callers::Callers(base::UniqueFd listener, ControlLink first,
                 const base::Clock& clock)
    : listener_(std::move(listener)), clock_(clock), idle_until_(clock.Now()) {
  callers_.push_back({.link = std::move(first), .keep = {}});
}

void Callers::AddTo(std::vector<pollfd>& waits) const {
  if (callers_.size() < kMaxCallers) {
    waits.push_back({listener_.get(), POLLIN, 0});
  }
  for (const Caller& caller : callers_) {
    waits.push_back({caller.link.fd(), POLLIN, 0});
  }
}

void Callers::Accept() {
  while (callers_.size() < kMaxCallers) {
    base::UniqueFd caller(::accept(listener_.get(), nullptr, nullptr));
    if (!caller.valid()) return;  // also EINTR: poll(2) tells of it again
    ::fcntl(caller.get(), F_SETFD, FD_CLOEXEC);
    callers_.push_back({.link = ControlLink(std::move(caller)), .keep = {}});
  }
}

void Callers::Hear(Caller& caller) {
  caller.link.Take();
  while (const auto line = caller.link.Line()) {
    if (*line == kLinkStop) stop_ = true;
    if (const auto seconds = KeepSecondsIn(*line)) {
      caller.keep = absl::Seconds(*seconds);
      caller.link.Send(absl::StrCat(kLinkOk, "\n"));
    }
  }
  if (caller.link.closed() && caller.keep.has_value()) {
    idle_until_ = clock_.Now() + *caller.keep;
  }
}

void Callers::Attend() {
  Accept();
  for (Caller& caller : callers_) Hear(caller);
  const auto gone = [](const Caller& caller) { return caller.link.closed(); };
  stop_ = stop_ || (std::all_of(callers_.begin(), callers_.end(), gone) &&
                    clock_.Now() >= idle_until_);
  if (!stop_) std::erase_if(callers_, gone);
}

bool Callers::IsOver() const {
  return stop_ || (callers_.empty() && clock_.Now() >= idle_until_);
}

int Callers::TimeoutMs() const {
  return callers_.empty() ? base::PollTimeoutMs(clock_, idle_until_) : -1;
}

void Callers::Tell(absl::string_view reason) {
  for (Caller& caller : callers_) caller.link.Send(reason);
}

}  // namespace aii::model
