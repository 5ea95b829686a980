// Reads a pipe to its end, keeps the head, counts the rest.
//
// Layer: os.
// Spec:  SPEC-EXEC 7, "Output cap"; docs/decisions.md 19.

#ifndef AII_OS_DRAIN_H_
#define AII_OS_DRAIN_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace aii::os {

// How much of a command's output is retained.
inline constexpr std::size_t kRetainedBytes = 2048;

// The first kRetainedBytes of a stream and its length. Constant memory.
class OutputHead {
 public:
  void Append(absl::string_view bytes);
  const std::string& retained() const { return retained_; }
  std::uint64_t total_bytes() const { return total_bytes_; }

 private:
  std::string retained_;
  std::uint64_t total_bytes_ = 0;
};

enum class DrainState {
  kOpen,    // nothing more to read now
  kClosed,  // end of file, or an error that ends it
  kBudget,  // there is more, but this call has read its share
};

// Reads what is there from `fd` (non-blocking) into `head`, at most
// `max_bytes`, in pieces of 64 KiB. Never waits. EINTR: tried again.
DrainState DrainAvailable(int fd, std::size_t max_bytes, OutputHead& head);

}  // namespace aii::os

#endif  // AII_OS_DRAIN_H_
