// One HTTP POST or GET to a server on this machine, its body as it comes.
//
// Layer: os. On cpp-httplib, which http_stream.cc alone includes.
// Spec:  docs/spec.md, "Backends": loopback and Unix sockets only, no
// redirects,
//        no proxies.

#ifndef AII_OS_HTTP_STREAM_H_
#define AII_OS_HTTP_STREAM_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "base/cancel.h"

namespace aii::os {

// Where a server listens. Nothing but these two can be said.
struct UnixEndpoint {
  std::string socket_path;
};
struct LoopbackEndpoint {
  bool v6 = false;  // [::1], else 127.0.0.1
  std::uint16_t port = 0;
};
using Endpoint = std::variant<UnixEndpoint, LoopbackEndpoint>;

struct HttpRequest {
  std::string path;  // "/v1/chat/completions"
  std::string body;  // empty: GET
  absl::Duration connect_timeout = absl::Seconds(5);
  absl::Duration idle_timeout = absl::Minutes(10);  // between two pieces
  std::size_t max_body_bytes = 64u << 20;
};

struct HttpHead {
  int status = 0;
};
struct HttpPiece {
  std::string bytes;  // not empty
};
struct HttpEnd {};
using HttpEvent = std::variant<HttpHead, HttpPiece, HttpEnd>;

// A request under way, pulled: the head, then pieces, then the end. The library
// pushes from a thread of its own behind a bounded queue; destroying the stream
// closes the connection and joins.
class HttpStream {
 public:
  static std::unique_ptr<HttpStream> Start(const Endpoint& endpoint,
                                           HttpRequest request);
  virtual ~HttpStream() = default;

  // Waits for the next event.
  // Errors: kUnavailable: no connection (nobody listens, refused).
  //         kCancelled: the token fired; the stream is then of no more use.
  //         kDataLoss: the connection broke. kDeadlineExceeded: idle for too
  //         long. kOutOfRange: the body is too large.
  virtual absl::StatusOr<HttpEvent> Next(const base::Cancel& cancel) = 0;
};

}  // namespace aii::os

#endif  // AII_OS_HTTP_STREAM_H_
