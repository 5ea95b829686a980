#include "os/local_socket.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <string>
#include <vector>

#include "absl/time/clock.h"
#include "base/clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/fake_server.h"

namespace aii::os {
namespace {

using ::aii::testing::DeadEndpoint;
using ::aii::testing::Listen;
using ::aii::testing::RawConnection;
using ::aii::testing::RawServer;
using ::aii::testing::TempDir;
using ::testing::HasSubstr;

constexpr absl::Duration kLong = absl::Seconds(30);

class ConnectLocalTo : public ::testing::TestWithParam<Listen> {};

TEST_P(ConnectLocalTo, ReachesAServer) {
  const auto server =
      RawServer::Start(GetParam(), [](RawConnection& connection) {
        connection.Send("x");
        connection.WaitForClose();
      });
  const auto fd = ConnectLocal(server->endpoint(), -1, kLong);
  ASSERT_TRUE(fd.ok()) << fd.status();
  EXPECT_NE(::fcntl(fd->get(), F_GETFD) & FD_CLOEXEC, 0);
  EXPECT_NE(::fcntl(fd->get(), F_GETFL) & O_NONBLOCK, 0);
}

TEST_P(ConnectLocalTo, SaysThatNobodyListens) {
  const TempDir folder;
  const auto fd = ConnectLocal(DeadEndpoint(GetParam(), folder), -1, kLong);
  EXPECT_EQ(fd.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(fd.status().message(), "cannot connect: Connection refused");
}

INSTANTIATE_TEST_SUITE_P(Both, ConnectLocalTo,
                         ::testing::Values(Listen::kUnix, Listen::kLoopback));

TEST(ConnectLocal, RefusesPathsThatNameNoSocket) {
  struct Case {
    const char* says;
    std::string path;
    const char* message;
  };
  const std::vector<Case> cases = {
      {"an empty path", "", "not a path"},
      {"an abstract name", std::string("\0name", 5), "not a path"},
      {"a path that does not fit", "/" + std::string(kMaxSocketPathBytes, 'a'),
       "too long"},
      {"a path to nothing", "/nonexistent/aii.sock", "No such file"},
      {"a path to something else", "/dev/null", "refused"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.says);
    const auto fd = ConnectLocal(UnixEndpoint{c.path}, -1, kLong);
    EXPECT_EQ(fd.status().code(), absl::StatusCode::kUnavailable);
    EXPECT_THAT(std::string(fd.status().message()), HasSubstr(c.message));
  }
}

// A Unix socket whose queue is full, which poll(2) can't wait for.
class FullQueue {
 public:
  FullQueue() : path_(folder_.path() + "/full.sock") {
    struct sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path_.data(), path_.size());
    listener_.Reset(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    (void)::bind(listener_.get(), reinterpret_cast<struct sockaddr*>(&address),
                 sizeof address);
    (void)::listen(listener_.get(), 0);
    while (true) {
      auto fd = ConnectLocal(endpoint(), -1, absl::ZeroDuration());
      if (!fd.ok()) break;
      waiting_.push_back(*std::move(fd));
    }
  }
  UnixEndpoint endpoint() const { return {path_}; }

 private:
  const TempDir folder_;
  const std::string path_;
  base::UniqueFd listener_;
  std::vector<base::UniqueFd> waiting_;
};

TEST(ConnectLocal, GivesUpOnAFullQueueInTime) {
  const FullQueue full;
  const base::Instant start = base::MonotonicClock().Now();
  const auto fd = ConnectLocal(full.endpoint(), -1, absl::Milliseconds(50));
  EXPECT_EQ(fd.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(fd.status().message()), HasSubstr("timed out"));
  EXPECT_GE(base::MonotonicClock().Now() - start, absl::Milliseconds(45));
}

TEST(ConnectLocal, StopsWaitingForAFullQueue) {
  const FullQueue full;
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const base::UniqueFd read_end(ends[0]);
  base::UniqueFd(ends[1]).Reset();  // readable: end of file
  const auto fd =
      ConnectLocal(full.endpoint(), read_end.get(), absl::InfiniteDuration());
  EXPECT_EQ(fd.status().code(), absl::StatusCode::kCancelled);
}

TEST(ListenUnix, TakesCallersAtAPathThatIsNew) {
  const TempDir folder;
  const std::string path = folder.File("control");
  const auto listener = ListenUnix(path);
  ASSERT_TRUE(listener.ok()) << listener.status();
  EXPECT_EQ(::accept(listener->get(), nullptr, nullptr), -1);
  EXPECT_EQ(errno, EAGAIN) << "it would wait";
  const auto caller = ConnectLocal(UnixEndpoint{path}, -1, absl::Minutes(1));
  ASSERT_TRUE(caller.ok()) << caller.status();
  const base::UniqueFd taken(::accept(listener->get(), nullptr, nullptr));
  EXPECT_TRUE(taken.valid());
  EXPECT_EQ(ListenUnix(path).status().code(),
            absl::StatusCode::kFailedPrecondition)
      << "in use";
  EXPECT_FALSE(ListenUnix(folder.File(std::string(200, 'x'))).ok());
}

}  // namespace
}  // namespace aii::os
