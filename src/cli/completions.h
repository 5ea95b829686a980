// Completions for shells, from the table of flags.
//
// Layer: cli (pure). Runs at build time only.

#ifndef AII_CLI_COMPLETIONS_H_
#define AII_CLI_COMPLETIONS_H_

#include <string>

namespace aii::cli {

// Each completes flags, files after --file, the forms of --model, and a program
// after "--explain --". A prompt is completed as the shell likes.

// For bash 3.2 and later, with or without the package bash-completion.
std::string BashCompletion();

// A function file "_aii" for zsh's compinit.
std::string ZshCompletion();

std::string FishCompletion();

}  // namespace aii::cli

#endif  // AII_CLI_COMPLETIONS_H_
