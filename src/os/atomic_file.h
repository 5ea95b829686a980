// Files that are whole or absent.
//
// Layer: os.
// Spec:  SPEC-EXEC 6; docs/decisions.md 25 and 26.

#ifndef AII_OS_ATOMIC_FILE_H_
#define AII_OS_ATOMIC_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace aii::os {

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
// for one who can be sure that nobody is in it now, so under a lock
// (os/file_lock). Errors: from opendir(3) and unlink(2). Cost: O(entries of the
// directory).
absl::Status RemoveUnfinished(const std::string& path);

// Renames `from` to `to` unless there is a `to`, in one step.
// Errors: kAlreadyExists: there is one; `from` is still there.
absl::Status RenameNoReplace(const std::string& from, const std::string& to);

// The same by link(2) and unlink(2), for file systems that know no such
// rename. One killed in between leaves both names, each whole.
absl::Status LinkNoReplace(const std::string& from, const std::string& to);

}  // namespace aii::os

#endif  // AII_OS_ATOMIC_FILE_H_
