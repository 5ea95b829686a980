#include "base/cancel.h"

#include <utility>

#include "base/status_macros.h"

namespace aii::base {
namespace {

static_assert(std::atomic<int>::is_always_lock_free,
              "a signal handler may not take a lock");

}  // namespace

CancelReason Cancel::reason() const {
  if (source_ == nullptr) return CancelReason::kNone;
  return static_cast<CancelReason>(
      source_->reason_.load(std::memory_order_acquire));
}

int Cancel::fd() const {
  return source_ == nullptr ? -1 : source_->cancel_.read_end.get();
}

int Cancel::resume_fd() const {
  return source_ == nullptr ? -1 : source_->resume_.read_end.get();
}

void Cancel::ClearResumes() const {
  if (source_ != nullptr) Silence(source_->resume_.read_end);
}

CancelSource::CancelSource(Pipe cancel, Pipe resume)
    : cancel_(std::move(cancel)), resume_(std::move(resume)) {}

absl::StatusOr<std::unique_ptr<CancelSource>> CancelSource::Create() {
  AII_ASSIGN_OR_RETURN(Pipe cancel, OpenPipe());
  AII_ASSIGN_OR_RETURN(Pipe resume, OpenPipe());
  return std::unique_ptr<CancelSource>(
      new CancelSource(std::move(cancel), std::move(resume)));
}

void CancelSource::Trigger(CancelReason reason) {
  int expected = static_cast<int>(CancelReason::kNone);
  const int wanted = static_cast<int>(reason);
  while (!reason_.compare_exchange_weak(expected, wanted)) {
    if (expected != static_cast<int>(CancelReason::kNone) &&
        expected != static_cast<int>(CancelReason::kInterrupt)) {
      break;
    }
    if (expected == wanted) break;
  }
  Ring(cancel_.write_end);
}

void CancelSource::NoteResume() { Ring(resume_.write_end); }

void CancelSource::Reset() {
  int expected = static_cast<int>(CancelReason::kInterrupt);
  reason_.compare_exchange_strong(expected,
                                  static_cast<int>(CancelReason::kNone));
  Silence(cancel_.read_end);
  // What came in the meantime may have been drained.
  if (token().cancelled()) Ring(cancel_.write_end);
}

}  // namespace aii::base
