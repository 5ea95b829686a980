// Owns one file descriptor.
//
// Layer: base.

#ifndef AII_BASE_UNIQUE_FD_H_
#define AII_BASE_UNIQUE_FD_H_

#include <utility>

namespace aii::base {

// Closes its descriptor exactly once. Move-only.
//
// Holds either a descriptor >= 0 or nothing (get() == -1). Descriptors are
// opened close-on-exec by whoever creates them; this type never changes flags.
// Not thread-safe. Never retries close(2): after EINTR the number may already
// belong to somebody else.
class [[nodiscard]] UniqueFd {
 public:
  UniqueFd() = default;
  explicit UniqueFd(int fd) : fd_(fd) {}
  ~UniqueFd() { Reset(); }

  UniqueFd(UniqueFd&& other) noexcept : fd_(other.Release()) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    if (this != &other) Reset(other.Release());
    return *this;
  }
  UniqueFd(const UniqueFd&) = delete;
  UniqueFd& operator=(const UniqueFd&) = delete;

  int get() const { return fd_; }
  bool valid() const { return fd_ >= 0; }

  // Gives the descriptor to the caller, who must close it.
  [[nodiscard]] int Release() { return std::exchange(fd_, -1); }

  // Closes the held descriptor, if any, and takes `fd`. Keeps errno.
  void Reset(int fd = -1);

 private:
  int fd_ = -1;
};

}  // namespace aii::base

#endif  // AII_BASE_UNIQUE_FD_H_
