// Turns a failed system call into an absl::Status.
//
// Layer: base.

#ifndef AII_BASE_ERRNO_STATUS_H_
#define AII_BASE_ERRNO_STATUS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace aii::base {

// Returns a status whose message is "<what> '<subject>': <system text>", or
// "<what>: <system text>" where `subject` is empty.
//
// error:   an errno value. 0 is kUnknown: never OK, since something failed.
// what:    what could not be done, lower case: "cannot open".
// subject: the file or program, as it is; whoever prints the message escapes
//          it.
// Codes:   as absl::ErrnoToStatusCode (ENOENT is kNotFound, EACCES is
//          kPermissionDenied, …).
absl::Status ErrnoStatus(int error, absl::string_view what,
                         absl::string_view subject = {});

// Returns the system's text for `error` ("No such file or directory").
std::string ErrnoText(int error);

}  // namespace aii::base

#endif  // AII_BASE_ERRNO_STATUS_H_
