// The manual page aii(1): a hand-written page with what the flags say in it.
//
// Layer: cli (pure). Runs at build time only.

#ifndef AII_CLI_MAN_PAGE_H_
#define AII_CLI_MAN_PAGE_H_

#include <string>

#include "absl/strings/string_view.h"

namespace aii::cli {

// Returns `page` with these lines replaced, wherever they stand:
//   @OPTIONS@  a list of the flags
//   @MODELS@   a list of the forms of --model
//   @VERSION@  (anywhere in a line) `version`
// page: mdoc(7), as docs/man/aii.1.in.
std::string ManPage(absl::string_view page, absl::string_view version);

// Text of mdoc(7) that shows as `text`, which is ASCII: one sentence a line,
// nothing read as a request, options with hyphens that can be copied.
std::string ManText(absl::string_view text);

}  // namespace aii::cli

#endif  // AII_CLI_MAN_PAGE_H_
