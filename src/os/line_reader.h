// Lines of a descriptor, with a cap on each.
//
// Layer: os.

#ifndef AII_OS_LINE_READER_H_
#define AII_OS_LINE_READER_H_

#include <cstddef>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/cancel.h"

namespace aii::os {

class LineReader {
 public:
  // fd:             borrowed; any kind of file.
  // max_line_bytes: of one line, without its newline.
  LineReader(int fd, std::size_t max_line_bytes)
      : fd_(fd), max_line_bytes_(max_line_bytes) {}

  // The next line, without its newline, good until the next call; nothing at
  // the end. A last line without a newline is one.
  //
  // Errors: kOutOfRange: the line is longer than the cap. It is dropped, and
  //         the next call gives the one after it.
  //         kCancelled: `cancel` fired while waiting for data; nothing is lost.
  //         Others from read(2).
  // Cost:   O(line); memory of one line and 64 KiB.
  absl::StatusOr<std::optional<absl::string_view>> Next(
      const base::Cancel& cancel);

  // Whether Next() would return without reading.
  bool HasLine() const {
    return buffer_.find('\n', begin_) != std::string::npos;
  }

 private:
  absl::Status Fill(const base::Cancel& cancel);
  std::optional<absl::string_view> Take(std::size_t size);

  int fd_;
  std::size_t max_line_bytes_;
  std::string buffer_;
  std::size_t begin_ = 0;    // of what was not given out
  std::size_t scanned_ = 0;  // from begin_, known to hold no newline
  bool ended_ = false;
  bool dropping_ = false;  // inside a line that is too long
};

}  // namespace aii::os

#endif  // AII_OS_LINE_READER_H_
