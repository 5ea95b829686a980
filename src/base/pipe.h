// A pipe whose ends are closed on exec.
//
// Layer: base.

#ifndef AII_BASE_PIPE_H_
#define AII_BASE_PIPE_H_

#include "absl/status/statusor.h"
#include "base/unique_fd.h"

namespace aii::base {

struct Pipe {
  UniqueFd read_end;
  UniqueFd write_end;
};

// A pipe whose ends never block, close-on-exec from the first moment where the
// system can (Linux).
// Errors: from pipe(2), such as kResourceExhausted.
absl::StatusOr<Pipe> OpenPipe();

// Makes one end of such a pipe wait again, as the output of a program must. The
// other end keeps its mode.
void MakeBlocking(const UniqueFd& fd);

// For pipes that only wake somebody. Ring writes one byte, or nothing where the
// pipe is full, which says the same; it is async-signal-safe and keeps errno.
// Silence takes out what is there.
void Ring(const UniqueFd& write_end);
void Silence(const UniqueFd& read_end);

}  // namespace aii::base

#endif  // AII_BASE_PIPE_H_
