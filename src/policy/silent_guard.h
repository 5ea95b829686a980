// The second check of a command that a built-in default lets run (decision 9).
//
// Layer: policy (pure). File facts are asked for through a function, so that
// this stays a decision without system calls.

#ifndef AII_POLICY_SILENT_GUARD_H_
#define AII_POLICY_SILENT_GUARD_H_

#include <optional>
#include <span>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "base/file_facts.h"

namespace aii::policy {

// What the file at `path` (as the program would open it) is, after links.
using ProbeFile = absl::FunctionRef<base::FileKind(const std::string& path)>;

// Whether a person must be asked although a default rule matched.
//
// program:   a default program's name; of others nothing is known, and none is
//            held back.
// arguments: without the program; long forms, abbreviations, clusters and `--`
//            are read as getopt_long reads them, with the options of GNU, BSD
//            and macOS together. An option of date, file, tail or wc that none
//            of them has is held back.
// probe:     asked about every word of a program that opens its operands, and
//            about the values of options that name a file.
// Returns:   nothing where it may run, else the reason in one printable phrase:
//            "date -s can set the clock", "'/dev/tty' is a device".
// Cost:      O(bytes), and one probe a word.
std::optional<std::string> SilentGuard(absl::string_view program,
                                       std::span<const std::string> arguments,
                                       ProbeFile probe);

}  // namespace aii::policy

#endif  // AII_POLICY_SILENT_GUARD_H_
