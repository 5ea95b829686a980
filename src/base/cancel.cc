#include "base/cancel.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/errno_status.h"
#include "base/status_macros.h"

namespace aii::base {
namespace {

static_assert(std::atomic<int>::is_always_lock_free,
              "a signal handler may not take a lock");

// Both ends never block: a full pipe already says what there is to say.
absl::Status OpenPipe(UniqueFd& read_end, UniqueFd& write_end) {
  int ends[2];
  if (::pipe(ends) != 0) return ErrnoStatus(errno, "cannot make a pipe");
  read_end.Reset(ends[0]);
  write_end.Reset(ends[1]);
  for (const int fd : ends) {
    ::fcntl(fd, F_SETFD, FD_CLOEXEC);
    ::fcntl(fd, F_SETFL, O_NONBLOCK);
  }
  return absl::OkStatus();
}

void Signal(int fd) {
  const int saved = errno;
  const char byte = 0;
  [[maybe_unused]] const auto written = ::write(fd, &byte, 1);
  errno = saved;
}

void DrainPipe(int fd) {
  char bytes[64];
  while (::read(fd, bytes, sizeof bytes) > 0) {
  }
}

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
  if (source_ != nullptr) DrainPipe(source_->resume_.read_end.get());
}

CancelSource::CancelSource(Pipe cancel, Pipe resume)
    : cancel_(std::move(cancel)), resume_(std::move(resume)) {}

absl::StatusOr<std::unique_ptr<CancelSource>> CancelSource::Create() {
  Pipe cancel;
  Pipe resume;
  AII_RETURN_IF_ERROR(OpenPipe(cancel.read_end, cancel.write_end));
  AII_RETURN_IF_ERROR(OpenPipe(resume.read_end, resume.write_end));
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
  Signal(cancel_.write_end.get());
}

void CancelSource::NoteResume() { Signal(resume_.write_end.get()); }

void CancelSource::Reset() {
  int expected = static_cast<int>(CancelReason::kInterrupt);
  reason_.compare_exchange_strong(expected,
                                  static_cast<int>(CancelReason::kNone));
  DrainPipe(cancel_.read_end.get());
  // What came in the meantime may have been drained.
  if (token().cancelled()) Signal(cancel_.write_end.get());
}

}  // namespace aii::base
