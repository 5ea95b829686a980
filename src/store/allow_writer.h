// Changes of the allow file: a rule more, or the whole file less.
//
// Layer: store. Nothing else writes there, and no tool of the model's does.
// Spec:  SPEC-EXEC 6; docs/decisions.md 25 to 29; ADR 7.

#ifndef AII_STORE_ALLOW_WRITER_H_
#define AII_STORE_ALLOW_WRITER_H_

#include <span>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace aii::store {

// Makes `words` a rule of the file, creating it with the defaults first where
// it is missing; nothing is written when the file has the rule. Under a lock on
// "<path>.lock". Once this returns OK the rule is on the disk.
//
// Errors: kInvalidArgument: no line of the file could say `words`, or `path` is
//         not absolute. kFailedPrecondition: the file is untrusted.
//         kDeadlineExceeded: another process keeps the lock.
//         kResourceExhausted: the file is full. Others from the system.
//         The message is the <reason> of the warning. The file is then as it
//         was. A kill or a power cut at any moment leaves the rule, or a
//         comment with a part of it, or nothing: never a shorter rule, which
//         would allow more.
absl::Status SaveRule(const std::string& path,
                      std::span<const std::string> words);

// Removes the file at `path`, a link rather than its target, under the lock.
// Returns whether there was one.
// Errors: from unlink(2); a directory is never removed. From the lock.
absl::StatusOr<bool> RemoveAllowFile(const std::string& path);

}  // namespace aii::store

#endif  // AII_STORE_ALLOW_WRITER_H_
