// --explain as a stream: one call a line in, one answer a line out.
//
// Layer: cli.
// Spec:  docs/spec.md, "Explaining".

#ifndef AII_CLI_EXPLAIN_LINES_H_
#define AII_CLI_EXPLAIN_LINES_H_

#include <cstddef>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "cli/explain.h"

namespace aii::cli {

// Longest line that is read, in bytes: room for a call that is too long to be
// reviewed in any escaping.
inline constexpr std::size_t kMaxExplainLineBytes = std::size_t{4} << 20;

// The answer to one line, a JSON array of strings: an explanation, or
// {"error": …} where it is no such array or an empty one. Without a newline.
std::string ExplainLine(const ExplainContext& context, absl::string_view line);

// Answers the lines of `fd` until its end, in order; blank lines too, with an
// error, so that answers can be counted. `print` gets whole lines, at the
// latest when input pauses.
//
// Errors: from read(2), and the first of `print`.
absl::Status ExplainLines(
    const ExplainContext& context, int fd,
    absl::FunctionRef<absl::Status(const std::string&)> print);

}  // namespace aii::cli

#endif  // AII_CLI_EXPLAIN_LINES_H_
