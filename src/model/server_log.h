// What a private server wrote, in a file of bounded size.
//
// Layer: model.

#ifndef AII_MODEL_SERVER_LOG_H_
#define AII_MODEL_SERVER_LOG_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/unique_fd.h"

namespace aii::model {

// A log that is longer loses its older half.
inline constexpr std::size_t kMaxLogBytes = 1u << 20;

// How much of a line is quoted.
inline constexpr std::size_t kMaxQuotedBytes = 300;

// The last `count` lines of `text` that hold more than blanks, oldest first,
// without blanks around them, each cut after kMaxQuotedBytes.
// Cost: O(text).
std::vector<std::string> LastLines(absl::string_view text, std::size_t count);

class ServerLog {
 public:
  // Makes the file, mode 0600. Errors: from open(2), "cannot make '<path>'".
  static absl::StatusOr<ServerLog> Create(const std::string& path);

  // A disk that is full costs lines of the log, and nothing else.
  void Append(absl::string_view bytes);

  // The end of the log, at most 4096 bytes.
  std::string Tail() const;

 private:
  explicit ServerLog(base::UniqueFd file) : file_(std::move(file)) {}
  std::string ReadEnd(std::size_t most) const;
  void Write(absl::string_view bytes);

  base::UniqueFd file_;
  std::size_t size_bytes_ = 0;
};

}  // namespace aii::model

#endif  // AII_MODEL_SERVER_LOG_H_
