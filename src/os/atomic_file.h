// Files that are whole or absent.
//
// Layer: os.
// Spec:  SPEC-EXEC 6; docs/decisions.md 25 and 26.

#ifndef AII_OS_ATOMIC_FILE_H_
#define AII_OS_ATOMIC_FILE_H_

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "base/unique_fd.h"

namespace aii::os {

// How long FileLock::Acquire waits for somebody else.
inline constexpr absl::Duration kLockPatience = absl::Seconds(2);

// Makes `path` and its missing parents, each new one with mode 0700 whatever
// the umask. What is there already keeps its mode.
// Errors: kInvalidArgument: `path` is not absolute. Others from mkdir(2).
absl::Status MakePrivateDirectories(const std::string& path);

// Writes `content` to a new file at `path` with mode 0600: temporary file
// beside it, fsync, rename without replacing, fsync of the directory.
//
// Errors: kAlreadyExists: there is one now (a link to nothing counts).
//         Others from the system calls. Then nothing is left behind, except
//         that a directory which can't be synced keeps the whole file.
// Killed meanwhile it leaves the temporary file, "<path>.new-XXXXXX", which
// nobody reads and RemoveUnfinished removes.
absl::Status CreateFileAtomically(const std::string& path,
                                  absl::string_view content);

// Removes what CreateFileAtomically left for `path` where it was killed. Only
// for one who can be sure that nobody is in it now, so under a FileLock.
// Errors: from opendir(3) and unlink(2).
// Cost: O(entries of the directory).
absl::Status RemoveUnfinished(const std::string& path);

// Renames `from` to `to` unless there is a `to`, in one step.
// Errors: kAlreadyExists: there is one; `from` is still there.
absl::Status RenameNoReplace(const std::string& from, const std::string& to);

// The same by link(2) and unlink(2), for file systems that know no such
// rename. One killed in between leaves both names, each whole.
absl::Status LinkNoReplace(const std::string& from, const std::string& to);

// Appends `line` and a newline to `fd`; adds the newline that the last line
// lacks first. What did not fit, or did not reach the disk, is cut back.
//
// A kill or a power cut can tear a write(2). So the line is first written with
// `inert` for its first byte, in one write, and synced; then that byte is
// replaced, in one write of one byte, and synced. Whatever is torn begins with
// `inert`, or is all of the line.
//
// fd:    open for reading and appending (O_APPEND), held under a FileLock.
// line:  not empty, without a newline.
// inert: a line that begins with it means nothing to who reads the file.
// path:  for messages.
// Errors: kInvalidArgument: an empty line. kResourceExhausted: a part fitted.
//         kAborted: somebody without the lock changed the file in between.
//         Others from the system calls.
absl::Status AppendLine(int fd, const std::string& path, absl::string_view line,
                        char inert);

// An exclusive lock on the file at `path`, which is made with mode 0600 if it
// is missing, and stays: removing it would let two hold the lock. Freed by the
// kernel when the process ends, however it ends.
class [[nodiscard]] FileLock {
 public:
  // Waits up to kLockPatience, looking every 20 ms.
  // Errors: kDeadlineExceeded: somebody else keeps it. Others from open(2).
  static absl::StatusOr<FileLock> Acquire(const std::string& path);

 private:
  explicit FileLock(base::UniqueFd fd) : fd_(std::move(fd)) {}
  base::UniqueFd fd_;
};

}  // namespace aii::os

#endif  // AII_OS_ATOMIC_FILE_H_
