#include "os/bounded_connection.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "base/unique_fd.h"
#include "gtest/gtest.h"

namespace aii::os {
namespace {

// Both ends of a connection, and what stops it.
struct Ends {
  Ends() {
    std::array<int, 2> ends = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) !=
            0 ||
        ::fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) {
      std::abort();
    }
    ours.Reset(ends[0]);
    server.Reset(ends[1]);
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) std::abort();
    stop.Reset(ends[0]);
    stopper.Reset(ends[1]);
  }

  BoundedConnection Connect(absl::Duration idle = absl::Minutes(1)) {
    return BoundedConnection(std::move(ours), stop.get(), idle);
  }

  void Send(absl::string_view bytes) {
    EXPECT_EQ(::send(server.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
  }

  base::UniqueFd ours;
  base::UniqueFd server;
  base::UniqueFd stop;
  base::UniqueFd stopper;
  std::atomic<bool> gone = false;  // nobody reads any more
};

TEST(BoundedConnection, GivesTheBytesAndThenTheEnd) {
  Ends ends;
  BoundedConnection connection = ends.Connect();
  ends.Send("hello");
  ends.server.Reset();
  std::array<char, 3> piece = {};
  EXPECT_EQ(connection.Read(piece.data(), piece.size()), 3);
  EXPECT_EQ(absl::string_view(piece.data(), 3), "hel");
  EXPECT_EQ(connection.Read(piece.data(), piece.size()), 2);
  EXPECT_EQ(connection.Read(piece.data(), piece.size()), 0);
  EXPECT_TRUE(connection.failure().ok());
}

// Reads byte by byte, as lines are read; how many came.
std::size_t ReadLines(BoundedConnection& connection) {
  std::size_t count = 0;
  for (char byte = 0; connection.Read(&byte, 1) == 1;) ++count;
  return count;
}

struct FramingCase {
  const char* says;  // reads after "BoundedConnection"
  std::string sent;
  std::size_t read;  // bytes before it gives up
};

TEST(BoundedConnection, CapsWhatIsNoBody) {
  const std::string head = "HTTP/1.1 200 ";
  const std::vector<FramingCase> cases = {
      {"takes a head of the largest size", std::string(kMaxFramingBytes, 'x'),
       kMaxFramingBytes},
      {"gives up after it", std::string(kMaxFramingBytes + 1, 'x'),
       kMaxFramingBytes},
      {"gives up on many short lines",
       [] {
         std::string lines;
         while (lines.size() <= kMaxFramingBytes) lines += "a: b\r\n";
         return lines;
       }(),
       kMaxFramingBytes},
      {"takes a status line of the largest size",
       head + std::string(kMaxStatusLineBytes - head.size(), 'x'),
       kMaxStatusLineBytes},
      {"gives up on a longer one", head + std::string(kMaxStatusLineBytes, 'x'),
       kMaxStatusLineBytes},
      {"gives up on a second one that is longer",
       "HTTP/1.1 100 Continue\r\n\r\n" + head +
           std::string(kMaxStatusLineBytes, 'x'),
       25 + kMaxStatusLineBytes},
      {"takes a header that is longer",
       "X-HTTP/1.1: " + std::string(kMaxStatusLineBytes, 'x'),
       12 + kMaxStatusLineBytes},
  };
  for (const FramingCase& c : cases) {
    SCOPED_TRACE(c.says);
    Ends ends;
    BoundedConnection connection = ends.Connect();
    ends.Send(c.sent);
    ends.server.Reset();
    EXPECT_EQ(ReadLines(connection), c.read);
    EXPECT_EQ(absl::IsOutOfRange(connection.failure()), c.read < c.sent.size());
    char byte = 0;
    EXPECT_EQ(connection.Read(&byte, 1), c.read < c.sent.size() ? -1 : 0);
  }
}

TEST(BoundedConnection, CountsAnewAfterTheBody) {
  Ends ends;
  BoundedConnection connection = ends.Connect();
  for (int i = 0; i < 3; ++i) {
    ends.Send(std::string(kMaxFramingBytes, 'x'));
    std::string line(kMaxFramingBytes, '\0');
    for (char& byte : line) ASSERT_EQ(connection.Read(&byte, 1), 1);
    connection.NoteBody();
  }
  EXPECT_TRUE(connection.failure().ok());
}

TEST(BoundedConnection, GivesUpOnAServerThatTricklesItsHead) {
  Ends ends;
  BoundedConnection connection = ends.Connect(absl::Milliseconds(50));
  std::thread server([&] {
    for (int i = 0; i < 4000 && !ends.gone; ++i) {
      ends.Send("x");
      absl::SleepFor(absl::Milliseconds(5));
    }
  });
  const std::size_t count = ReadLines(connection);
  EXPECT_TRUE(absl::IsDeadlineExceeded(connection.failure()));
  EXPECT_LT(count, std::size_t{4000});
  ends.gone = true;
  server.join();
}

TEST(BoundedConnection, GivesUpOnASilentServer) {
  Ends ends;
  BoundedConnection connection = ends.Connect(absl::Milliseconds(20));
  char byte = 0;
  EXPECT_EQ(connection.Read(&byte, 1), -1);
  EXPECT_TRUE(absl::IsDeadlineExceeded(connection.failure()));
  EXPECT_EQ(connection.Write("x", 1), -1);
}

TEST(BoundedConnection, EndsWhereItIsStopped) {
  Ends ends;
  BoundedConnection connection = ends.Connect();
  ends.stopper.Reset();
  char byte = 0;
  EXPECT_EQ(connection.Read(&byte, 1), -1);
  EXPECT_TRUE(absl::IsCancelled(connection.failure()));
}

TEST(BoundedConnection, WritesUntilTheServerTakesNoMore) {
  Ends ends;
  BoundedConnection connection = ends.Connect(absl::Milliseconds(20));
  const std::string text(1 << 20, 'x');
  while (connection.Write(text.data(), text.size()) > 0) {
  }
  EXPECT_TRUE(absl::IsDeadlineExceeded(connection.failure()));
}

TEST(BoundedConnection, SaysThatTheServerHasGone) {
  Ends ends;
  BoundedConnection connection = ends.Connect();
  ends.server.Reset();
  EXPECT_EQ(connection.Write("x", 1), -1);
  EXPECT_TRUE(absl::IsDataLoss(connection.failure()));
  EXPECT_EQ(connection.failure().message(), "cannot send: Broken pipe");
}

}  // namespace
}  // namespace aii::os
