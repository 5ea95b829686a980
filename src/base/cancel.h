// Cancellation as a value: a token that every wait takes.
//
// Layer: base.
// Spec:  docs/architecture.md, "Cancellation is a value".

#ifndef AII_BASE_CANCEL_H_
#define AII_BASE_CANCEL_H_

#include <atomic>
#include <cstdint>
#include <memory>

#include "absl/status/statusor.h"
#include "base/pipe.h"

namespace aii::base {

enum class CancelReason : int {
  kNone = 0,
  kInterrupt,  // SIGINT: a person pressed ctrl-c
  kTerminate,  // SIGTERM
  kHangUp,     // SIGHUP: the terminal is gone
};

class CancelSource;

// What a wait sees of a CancelSource. Copyable, never owns, must not outlive
// its source. A default-constructed token is never cancelled (fd() == -1, which
// poll(2) ignores).
class Cancel {
 public:
  Cancel() = default;

  bool cancelled() const { return reason() != CancelReason::kNone; }
  CancelReason reason() const;

  // Readable for as long as reason() is not kNone. Poll it, never read it.
  int fd() const;

  // Readable once the process was continued after a stop (SIGCONT), until
  // ClearResumes(). A question on the terminal is then asked again.
  int resume_fd() const;
  void ClearResumes() const;

 private:
  friend class CancelSource;
  explicit Cancel(const CancelSource* source) : source_(source) {}
  const CancelSource* source_ = nullptr;
};

// The writing side. Trigger() and NoteResume() are async-signal-safe and may be
// called from any thread; the rest belongs to one thread.
class CancelSource {
 public:
  // Errors: kResourceExhausted and the like where no pipe can be made.
  static absl::StatusOr<std::unique_ptr<CancelSource>> Create();

  CancelSource(const CancelSource&) = delete;
  CancelSource& operator=(const CancelSource&) = delete;

  // The first reason stays until Reset(); a kTerminate or kHangUp replaces a
  // kInterrupt. Keeps errno.
  void Trigger(CancelReason reason);

  void NoteResume();

  // Forgets an interrupt, for the next turn of a conversation. A kTerminate or
  // kHangUp stays: the program is to end.
  void Reset();

  Cancel token() const { return Cancel(this); }

 private:
  friend class Cancel;
  CancelSource(Pipe cancel, Pipe resume);

  std::atomic<int> reason_{0};
  Pipe cancel_;
  Pipe resume_;
};

}  // namespace aii::base

#endif  // AII_BASE_CANCEL_H_
