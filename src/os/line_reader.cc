#include "os/line_reader.h"

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "os/read_file.h"

namespace aii::os {

absl::Status LineReader::Fill(const base::Cancel& cancel) {
  buffer_.erase(0, begin_);
  begin_ = 0;
  AII_ASSIGN_OR_RETURN(const bool more, ReadSome(fd_, buffer_, cancel));
  ended_ = !more;
  return absl::OkStatus();
}

std::optional<absl::string_view> LineReader::Take(std::size_t size) {
  const absl::string_view line =
      absl::string_view(buffer_).substr(begin_, size);
  begin_ += size;
  if (begin_ < buffer_.size()) ++begin_;  // the newline
  scanned_ = 0;
  return line;
}

absl::StatusOr<std::optional<absl::string_view>> LineReader::Next(
    const base::Cancel& cancel) {
  for (;;) {
    const std::size_t newline = buffer_.find('\n', begin_ + scanned_);
    const bool whole = newline != std::string::npos;
    const std::size_t size = (whole ? newline : buffer_.size()) - begin_;
    if (size > max_line_bytes_) dropping_ = true;
    if (whole || (ended_ && (size > 0 || dropping_))) {
      const std::optional<absl::string_view> line = Take(size);
      if (!dropping_) return line;
      dropping_ = false;
      return absl::OutOfRangeError(
          absl::StrCat("a line is longer than ", max_line_bytes_, " bytes"));
    }
    if (ended_) return std::optional<absl::string_view>();
    if (dropping_) begin_ = buffer_.size();
    scanned_ = buffer_.size() - begin_;
    AII_RETURN_IF_ERROR(Fill(cancel));
  }
}

}  // namespace aii::os
