// A line more, whole or without effect.
//
// Layer: os.
// Spec:  SPEC-EXEC 6; docs/decisions.md 25; ADR 7.

#ifndef AII_OS_APPEND_LINE_H_
#define AII_OS_APPEND_LINE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace aii::os {

// Appends `line` and a newline to `fd`; adds the newline that the last line
// lacks first. What did not fit, or did not reach the disk, is cut back.
//
// A kill or a power cut can tear a write(2). So the line is first written with
// `inert` for its first byte, in one write, and synced; then that byte is
// replaced, in one write of one byte, and synced. Whatever is torn begins with
// `inert`, or is all of the line.
//
// fd:    open for reading and appending (O_APPEND), held under a lock
// (os/file_lock). line:  not empty, without a newline. inert: a line that
// begins with it means nothing to who reads the file. path:  for messages.
// Errors: kInvalidArgument: an empty line. kResourceExhausted: a part fitted.
//         kAborted: somebody without the lock changed the file in between.
//         Others from the system calls.
absl::Status AppendLine(int fd, const std::string& path, absl::string_view line,
                        char inert);

}  // namespace aii::os

#endif  // AII_OS_APPEND_LINE_H_
