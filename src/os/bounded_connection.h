// A connection to a server that may send anything: caps and deadlines.
//
// Layer: os. For os/http_stream.
// Spec:  docs/spec.md, "Backends".

#ifndef AII_OS_BOUNDED_CONNECTION_H_
#define AII_OS_BOUNDED_CONNECTION_H_

#include <sys/types.h>

#include <cstddef>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "base/clock.h"
#include "base/unique_fd.h"

namespace aii::os {

// Most bytes of what is not body that a server may send in one piece: status
// line and headers together, or one chunk's frame.
inline constexpr std::size_t kMaxFramingBytes = 16u << 10;

// Longest status line that is accepted, in bytes.
inline constexpr std::size_t kMaxStatusLineBytes = 1024;

// Reads and writes for a library that parses HTTP. The library's own connection
// can be neither stopped while it waits without a race nor kept from reading a
// status line or a chunk header of any length; this one keeps to a deadline
// between two pieces of the body, to the caps of the header, and ends when
// `stop_fd` is readable. After a failure nothing is read or written. Used from
// one thread.
class BoundedConnection {
 public:
  // socket: connected, non-blocking.
  BoundedConnection(base::UniqueFd socket, int stop_fd,
                    absl::Duration idle_timeout);

  // Reads up to `size` bytes, not 0. One byte is taken for framing, as the
  // library reads lines byte by byte, and only lines.
  // Returns how many; 0 at the end of the stream; -1 after a failure.
  ssize_t Read(char* to, std::size_t size);

  // Writes up to `size` bytes. Returns how many, or -1 after a failure.
  ssize_t Write(const char* from, std::size_t size);

  // The head is complete, or a piece of the body arrived: caps and deadline
  // begin anew.
  void NoteBody();

  // Why reading or writing failed; OK where it did not.
  // kCancelled: `stop_fd`. kDeadlineExceeded: silent for too long.
  // kOutOfRange: a cap. kDataLoss: the connection broke.
  const absl::Status& failure() const { return failure_; }

  int socket() const { return socket_.get(); }

 private:
  bool CountFraming(char byte);
  bool Fill();
  bool Wait(short events);

  const base::UniqueFd socket_;
  const int stop_fd_;
  const absl::Duration idle_timeout_;
  base::Instant deadline_;
  absl::Status failure_;
  std::size_t framing_bytes_ = 0;
  std::size_t line_bytes_ = 0;
  bool status_line_ = false;
  char buffer_[16u << 10];
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace aii::os

#endif  // AII_OS_BOUNDED_CONNECTION_H_
