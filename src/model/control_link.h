// A connection between aii and the supervisor of a private server.
//
// Layer: model.
//
// Lines of text. A caller says "keep SECONDS" and holds the connection for as
// long as it uses the server, or says "stop". It is answered "ok"; the
// supervisor then says nothing until the server is gone: why, as text up to the
// end of the stream. A supervisor that was too late to be the one of its model
// says "again".

#ifndef AII_MODEL_CONTROL_LINK_H_
#define AII_MODEL_CONTROL_LINK_H_

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "base/cancel.h"
#include "base/unique_fd.h"

namespace aii::model {

inline constexpr absl::string_view kLinkKeep = "keep ";
inline constexpr absl::string_view kLinkStop = "stop";
inline constexpr absl::string_view kLinkOk = "ok";
inline constexpr absl::string_view kLinkAgain = "again";

// What is held of what the other side said; more ends the connection.
inline constexpr std::size_t kMaxLinkBytes = 16u << 10;

// The seconds of a line "keep SECONDS", at most kMaxKeepSeconds; nothing for
// any other line.
inline constexpr int kMaxKeepSeconds = 7 * 24 * 3600;
std::optional<int> KeepSecondsIn(absl::string_view line);

// Move-only; destroying one closes it.
class [[nodiscard]] ControlLink {
 public:
  // socket: connected and non-blocking.
  explicit ControlLink(base::UniqueFd socket) : socket_(std::move(socket)) {}

  int fd() const { return socket_.get(); }

  // Sends `text`, all of it or nothing that counts: it is short, and the other
  // side reads. One that is gone is no error: it is noticed when reading.
  void Send(absl::string_view text);

  // Says that nothing more is sent.
  void Finish();

  // Takes what has come; never blocks.
  void Take();
  // The next whole line, without its newline.
  std::optional<std::string> Line();
  // Whether the other side has finished; what it said may still be held.
  bool closed() const { return closed_; }

  // Waits for a line, or the end.
  // Errors: kUnavailable: the end came first. kDeadlineExceeded. kCancelled.
  absl::StatusOr<std::string> ReadLine(absl::Duration limit,
                                       const base::Cancel& cancel);

  // Waits for the end: all that was said until then. What has come where it
  // does not end within `limit`, or `cancel` fires.
  std::string ReadRest(absl::Duration limit, const base::Cancel& cancel);

 private:
  base::UniqueFd socket_;
  std::string held_;
  bool closed_ = false;
};

}  // namespace aii::model

#endif  // AII_MODEL_CONTROL_LINK_H_
