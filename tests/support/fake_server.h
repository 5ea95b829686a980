// Servers for tests of what talks HTTP to this machine.

#ifndef AII_TESTS_SUPPORT_FAKE_SERVER_H_
#define AII_TESTS_SUPPORT_FAKE_SERVER_H_

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "os/local_socket.h"
#include "tests/support/temp_dir.h"

namespace aii::testing {

enum class Listen { kUnix, kLoopback };

struct FakeRequest {
  std::string method;
  std::string path;
  std::string body;
  std::map<std::string, std::string> headers;  // names as they were sent
};

struct FakeReply {
  int status = 200;
  std::string content_type = "text/event-stream";
  std::vector<std::string> pieces;  // each is a chunk
  bool chunked = true;              // else with Content-Length
  std::map<std::string, std::string> headers;
};

// An HTTP server that behaves: cpp-httplib's, on threads of its own.
class FakeServer {
 public:
  // Called on a thread of the server, one request at a time.
  using Answer = std::function<FakeReply(const FakeRequest&)>;
  virtual ~FakeServer() = default;
  static std::unique_ptr<FakeServer> Start(Listen listen, Answer answer);

  virtual os::Endpoint endpoint() const = 0;
  // What was asked so far.
  virtual std::vector<FakeRequest> requests() const = 0;
};

// One connection to a RawServer.
class RawConnection {
 public:
  virtual ~RawConnection() = default;
  // Reads the head of a request and the body that it announces. Returns what
  // came, all of it or up to the end of the connection.
  virtual std::string ReadRequest() = 0;
  // Returns false where the peer is gone.
  virtual bool Send(absl::string_view bytes) = 0;
  // Waits until the peer closes, or the server is destroyed.
  virtual void WaitForClose() = 0;
  // Closes so that the peer sees a reset.
  virtual void Reset() = 0;
};

// A server that sends any bytes at any time, one connection after the other.
// The connection is closed when `serve` returns.
class RawServer {
 public:
  using Serve = std::function<void(RawConnection&)>;
  virtual ~RawServer() = default;
  static std::unique_ptr<RawServer> Start(Listen listen, Serve serve);

  virtual os::Endpoint endpoint() const = 0;
};

// An endpoint where nobody listens.
os::Endpoint DeadEndpoint(Listen listen, const TempDir& folder);

// Open descriptors of this process.
int CountDescriptors();

}  // namespace aii::testing

#endif  // AII_TESTS_SUPPORT_FAKE_SERVER_H_
