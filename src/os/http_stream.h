// One HTTP POST or GET to a server on this machine, its body as it comes.
//
// Layer: os. On cpp-httplib, which http_stream.cc alone includes.
// Spec:  docs/spec.md, "Backends": loopback and Unix sockets only, no
//        redirects, no proxies.

#ifndef AII_OS_HTTP_STREAM_H_
#define AII_OS_HTTP_STREAM_H_

#include <cstddef>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "base/cancel.h"
#include "os/http_queue.h"
#include "os/local_socket.h"

namespace aii::os {

struct HttpRequest {
  std::string path;  // "/v1/chat/completions"
  std::string body;  // JSON; empty: GET
  absl::Duration connect_timeout = absl::Seconds(5);
  absl::Duration idle_timeout = absl::Minutes(10);  // between two pieces
  std::size_t max_body_bytes = 64u << 20;
};

// A request under way, pulled: the head, then pieces, then the end. The library
// pushes from a thread of its own behind a bounded queue; no signal is ever
// handled on that thread. Destroying the stream closes the connection and joins
// at once, whatever the server is doing. Used from one thread.
class HttpStream {
 public:
  static std::unique_ptr<HttpStream> Start(const Endpoint& endpoint,
                                           HttpRequest request);
  virtual ~HttpStream() = default;

  // Waits for the next event. After HttpEnd or an error the same comes again.
  // Any status is an event, not an error; its body follows.
  // Errors: kUnavailable: no connection (nobody listens, refused).
  //         kPermissionDenied: the server is another user's (os/socket_owner);
  //         nothing was sent.
  //         kCancelled: the token fired; the stream is then of no more use.
  //         kDataLoss: the connection broke, or what came is not HTTP.
  //         kDeadlineExceeded: idle for too long. kOutOfRange: the body, a
  //         header or a frame is too large. Others: no pipe or no thread could
  //         be made.
  virtual absl::StatusOr<HttpEvent> Next(const base::Cancel& cancel) = 0;
};

}  // namespace aii::os

#endif  // AII_OS_HTTP_STREAM_H_
