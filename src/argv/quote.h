// Single quotes as every POSIX shell reads them.
//
// Layer: argv (pure).

#ifndef AII_ARGV_QUOTE_H_
#define AII_ARGV_QUOTE_H_

#include <string>

#include "absl/strings/string_view.h"

namespace aii::argv {

// Appends `word` in single quotes; a single quote inside becomes '\''.
// Cost: O(word).
void AppendSingleQuoted(absl::string_view word, std::string& out);

}  // namespace aii::argv

#endif  // AII_ARGV_QUOTE_H_
