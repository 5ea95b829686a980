// Properties of os/http_stream where a server sends arbitrary bytes (the first
// byte seeds how they are split):
//   - It ends, with the end or with an error that the header names.
//   - There is one head, before all of the body; the body is not longer than
//   the
//     cap.
//   - Any split of the same bytes gives the same head and end, and the same
//   body
//     where it is whole.
//   - After the end the same comes again.

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "base/cancel.h"
#include "base/unique_fd.h"
#include "fuzz/fuzz_expect.h"
#include "os/http_stream.h"
#include "os/local_socket.h"

namespace {

using aii::base::UniqueFd;

constexpr std::size_t kMaxBodyBytes = 2048;

// Where this process listens; gone with it.
class Listener {
 public:
  Listener() {
    FUZZ_EXPECT(::mkdtemp(folder_) != nullptr);
    path_ = absl::StrCat(folder_, "/s");
    auto socket = aii::os::ListenUnix(path_);
    FUZZ_EXPECT(socket.ok());
    socket_ = *std::move(socket);
  }
  ~Listener() {
    ::unlink(path_.c_str());
    ::rmdir(folder_);
  }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  const std::string& path() const { return path_; }

  UniqueFd Accept() const {
    // The fuzzer's alarm interrupts.
    pollfd wait = {socket_.get(), POLLIN, 0};
    while (::poll(&wait, 1, -1) < 0) FUZZ_EXPECT(errno == EINTR);
    UniqueFd caller(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    FUZZ_EXPECT(caller.valid());
    return caller;
  }

 private:
  char folder_[24] = "/tmp/aii-fuzz-XXXXXX";
  std::string path_;
  UniqueFd socket_;
};

struct Reply {
  int heads = 0;
  int status = 0;
  std::string body;
  absl::StatusCode end = absl::StatusCode::kOk;

  // Whether one of them can be the other, differently split.
  bool Agrees(const Reply& other) const {
    return heads == other.heads && status == other.status && end == other.end &&
           (end != absl::StatusCode::kOk || body == other.body);
  }
};

bool IsNamed(absl::StatusCode code) {
  return code == absl::StatusCode::kOk || code == absl::StatusCode::kDataLoss ||
         code == absl::StatusCode::kOutOfRange;
}

// Sends `bytes` in pieces of up to `longest`, and reads them as a reply.
Reply Exchange(absl::string_view bytes, std::uint32_t seed,
               std::size_t longest) {
  static const Listener listener;
  const auto stream = aii::os::HttpStream::Start(
      aii::os::UnixEndpoint{listener.path()},
      {.path = "/", .body = "{}", .max_body_bytes = kMaxBodyBytes});
  const UniqueFd caller = listener.Accept();
  while (!bytes.empty()) {
    seed = seed * 1664525u + 1013904223u;
    const std::size_t size = 1 + (seed >> 8) % longest;
    const ssize_t sent = ::send(caller.get(), bytes.data(),
                                std::min(size, bytes.size()), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) break;  // it has seen enough
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  ::shutdown(caller.get(), SHUT_WR);

  Reply reply;
  while (true) {
    const auto event = stream->Next(aii::base::Cancel());
    if (!event.ok()) {
      reply.end = event.status().code();
      FUZZ_EXPECT(stream->Next(aii::base::Cancel()).status() == event.status());
      return reply;
    }
    if (const auto* head = std::get_if<aii::os::HttpHead>(&*event)) {
      ++reply.heads;
      reply.status = head->status;
      FUZZ_EXPECT(reply.body.empty());
    } else if (const auto* piece = std::get_if<aii::os::HttpPiece>(&*event)) {
      FUZZ_EXPECT(reply.heads == 1 && !piece->bytes.empty());
      reply.body += piece->bytes;
    } else {
      FUZZ_EXPECT(reply.heads == 1);
      return reply;
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size == 0) return 0;
  const absl::string_view bytes(reinterpret_cast<const char*>(data + 1),
                                size - 1);
  const Reply whole = Exchange(bytes, 0, 1u << 16);
  FUZZ_EXPECT(whole.heads <= 1 && whole.body.size() <= kMaxBodyBytes);
  FUZZ_EXPECT(IsNamed(whole.end));
  FUZZ_EXPECT(whole.Agrees(Exchange(bytes, data[0], 1 + data[0] % 64)));
  return 0;
}
