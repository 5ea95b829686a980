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
#include "cli/explain.h"

namespace aii::cli {

// Longest line that is read, in bytes: room for a call that is too long to be
// reviewed in any escaping.
inline constexpr std::size_t kMaxExplainLineBytes = std::size_t{4} << 20;

// Answers the lines of `fd` until its end, in order, each by one line: an
// explanation as JSON, or {"error": …} where it is no array of strings or an
// empty one; a blank line too, so that answers can be counted. `print` gets
// whole lines, at the latest when input pauses.
//
// find:   called once a program for the lines that arrive together, since the
//         search is half of the cost of a judgement.
// Errors: from read(2), and the first of `print`.
absl::Status ExplainLines(
    const ExplainContext& context, exec::FindProgram find, int fd,
    absl::FunctionRef<absl::Status(const std::string&)> print);

}  // namespace aii::cli

#endif  // AII_CLI_EXPLAIN_LINES_H_
