// The content of a one-shot call: a file or standard input.
//
// Layer: cli.
// Spec:  docs/spec.md, "Modes".

#ifndef AII_CLI_CONTENT_H_
#define AII_CLI_CONTENT_H_

#include <cstddef>
#include <string>
#include <variant>

#include "absl/strings/string_view.h"
#include "base/cancel.h"
#include "base/events.h"
#include "base/failure.h"
#include "cli/flags.h"

namespace aii::cli {

// Largest content that is read, in bytes.
inline constexpr std::size_t kMaxContentBytes = 16u << 20;

struct ContentCancelled {};

// Reads all of the content before anything else happens; UTF-8, other bytes
// become U+FFFD with a warning. Empty where there is none: standard input is a
// terminal or the null device, or -n was given.
//
// Errors: file_not_found, conflicting_input (-f with content on standard
//         input), usage_error (too large), internal_error (a read failed).
std::variant<std::string, ContentCancelled, base::Failure> ReadContent(
    const Options& options, int stdin_fd, base::EventSink& events,
    const base::Cancel& cancel);

// Returns `bytes`; what is not UTF-8 becomes U+FFFD, with a warning that the
// `what` ("prompt") had such.
std::string DecodeText(std::string bytes, absl::string_view what,
                       base::EventSink& events);

// Whether `fd` has content: it is open, no terminal and not the null device.
bool HasContent(int fd);

}  // namespace aii::cli

#endif  // AII_CLI_CONTENT_H_
