// Finds the program that a call names.
//
// Layer: os.
// Spec:  SPEC-EXEC 5.2; docs/decisions.md 5 to 7.

#ifndef AII_OS_RESOLVE_H_
#define AII_OS_RESOLVE_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "base/file_facts.h"

namespace aii::os {

// The search path where PATH is unset (decision 7).
inline constexpr absl::string_view kDefaultSearchPath =
    "/usr/bin:/bin:/usr/sbin:/sbin";

// Finds `executable`: a path where it holds a slash, else the first executable
// regular file of that name in the absolute entries of `search_path`.
//
// Returns:    nothing where there is none: missing, a directory, not
//             executable for this user, a name with a NUL, or the working
//             directory is gone.
// Never opens a file; never blocks.
// Cost:       one lstat(2) a directory up to the hit and one faccessat(2);
//             for a link also a stat(2) and a realpath(3).
std::optional<base::ResolvedProgram> Resolve(absl::string_view executable,
                                             absl::string_view search_path);

// The directories of a search path in order: absolute entries only, trailing
// slashes dropped ("/" itself is the empty text). Pure. Cost: O(search_path).
std::vector<absl::string_view> SearchDirectories(absl::string_view search_path);

// `path` below `directory`, without the path's empty and `.` components; `..`
// stays, since what it means depends on links. Pure.
//
// directory: absolute. path: relative.
std::string JoinPath(absl::string_view directory, absl::string_view path);

// The identity of the file at `path` now, links followed; nothing where it
// can't be looked at.
std::optional<base::FileIdentity> IdentityOf(const std::string& path);

// The working directory; empty where it is gone.
std::string WorkingDirectory();

// What `path` finally leads to, as realpath(3); nothing, with errno, where it
// leads nowhere.
std::optional<std::string> RealPath(const std::string& path);

}  // namespace aii::os

#endif  // AII_OS_RESOLVE_H_
