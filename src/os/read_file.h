// Reads files: whole, or piece by piece.
//
// Layer: os.

#ifndef AII_OS_READ_FILE_H_
#define AII_OS_READ_FILE_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "base/cancel.h"

namespace aii::os {

// Returns the whole content of the regular file at `path`.
//
// max_bytes: refuse anything larger.
// Errors:    kNotFound, kPermissionDenied: from open(2).
//            kFailedPrecondition: not a regular file.
//            kOutOfRange: larger than max_bytes.
//            kUnknown: any other system error, with its text.
absl::StatusOr<std::string> ReadFile(const std::string& path,
                                     std::size_t max_bytes);

// The same for an open descriptor, from where it stands; any kind of file.
// Waits for data, unless `cancel` fires first (kCancelled).
absl::StatusOr<std::string> ReadAll(int fd, std::size_t max_bytes,
                                    const base::Cancel& cancel);

// Appends what one read(2) of at most 64 KiB gives to `buffer`, which keeps
// what it had on any error. Waits for data, unless `cancel` fires first
// (kCancelled). Returns whether there may be more; false at the end.
absl::StatusOr<bool> ReadSome(int fd, std::string& buffer,
                              const base::Cancel& cancel);

}  // namespace aii::os

#endif  // AII_OS_READ_FILE_H_
