// Facts about files that os gathers and policy judges: plain data.
//
// Layer: base.

#ifndef AII_BASE_FILE_FACTS_H_
#define AII_BASE_FILE_FACTS_H_

#include <cstdint>
#include <string>

namespace aii::base {

// What tells a file from another one put in its place (decision 6).
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size_bytes = 0;
  std::int64_t mtime_ns = 0;
  std::int64_t ctime_ns = 0;
  std::uint32_t mode = 0;

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

// What an operand is, after links (decision 9).
enum class FileKind {
  kMissing,  // nothing there, or it can't be looked at
  kRegular,
  kDirectory,
  kNullDevice,  // /dev/null
  kDevice,      // any other character or block device
  kFifo,
  kSocket,
  kProcfs,  // on procfs, but for the harmless files of decision 9
};

// A program as it was found (SPEC-EXEC 5.2).
struct ResolvedProgram {
  std::string path;        // absolute; links not followed
  std::string name;        // last component of path: the program name
  std::string final_name;  // last component of what links finally lead to
  // The model gave a path that was not absolute: never trusted (decision 5).
  bool given_relative = false;
  FileIdentity identity;
};

}  // namespace aii::base

#endif  // AII_BASE_FILE_FACTS_H_
