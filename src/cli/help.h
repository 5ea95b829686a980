// The texts of --help and --version.
//
// Layer: cli (pure).

#ifndef AII_CLI_HELP_H_
#define AII_CLI_HELP_H_

#include <string>

namespace aii::cli {

// From the table of flags, then models, examples and the exit status table.
std::string HelpText();

// "aii <version>" and a newline.
std::string VersionText();

}  // namespace aii::cli

#endif  // AII_CLI_HELP_H_
