#include "os/socket_owner.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/unique_fd.h"
#include "os/socket_owner_platform.h"

namespace aii::os {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;

std::string Row(const std::string& local, const std::string& state,
                const std::string& uid) {
  return absl::StrCat("   0: ", local, " 00000000:0000 ", state,
                      " 00000000:00000000 00:00000000 00000000  ", uid,
                      "        0 17 1 00000000c2fae24d 100 0 0 10 0\n");
}

struct TableCase {
  const char* says;  // reads after "LoopbackListeners"
  std::string table;
  bool v6;
  std::vector<uid_t> owners;
};

// spec B6
TEST(LoopbackListeners, FindsWhomAConnectionReaches) {
  if (std::endian::native != std::endian::little) {
    GTEST_SKIP() << "the rows are those of a little-endian machine";
  }
  const std::string v6_any(32, '0');
  const std::string v6_loopback = std::string(24, '0') + "01000000";
  const std::string mapped = std::string(16, '0') + "FFFF0000" + "0100007F";
  const std::vector<TableCase> cases = {
      {"takes the loopback address",
       Row("0100007F:1F90", "0A", "1001"),
       false,
       {1001}},
      {"takes any address", Row("00000000:1F90", "0A", "1001"), false, {1001}},
      {"takes all of them",
       Row("0100007F:1F90", "0A", "7") + Row("00000000:1F90", "0A", "8"),
       false,
       {7, 8}},
      {"leaves other addresses alone",
       Row("0A00000A:1F90", "0A", "1"),
       false,
       {}},
      {"leaves other ports alone", Row("0100007F:1F91", "0A", "1"), false, {}},
      {"leaves connections alone", Row("0100007F:1F90", "01", "1"), false, {}},
      {"takes IPv6 sockets for IPv4 too",
       Row(v6_any + ":1F90", "0A", "9"),
       false,
       {9}},
      {"takes mapped addresses", Row(mapped + ":1F90", "0A", "9"), false, {9}},
      {"tells the IPv6 loopback from IPv4",
       Row(v6_loopback + ":1F90", "0A", "9"),
       false,
       {}},
      {"takes the IPv6 loopback",
       Row(v6_loopback + ":1F90", "0A", "9"),
       true,
       {9}},
      {"takes no IPv4 socket for IPv6",
       Row("00000000:1F90", "0A", "9"),
       true,
       {}},
      {"skips what it can't read",
       "  sl  local_address\n\n: : :\n" + Row("0100007F:1F90", "0A", "x") +
           Row("0100007F", "0A", "1"),
       false,
       {}},
  };
  for (const TableCase& c : cases) {
    SCOPED_TRACE(c.says);
    EXPECT_THAT(LoopbackListeners(c.table, c.v6, 8080),
                ElementsAreArray(c.owners));
  }
}

// A listening socket on a port of its own, of the user `uid`.
class Listener {
 public:
  explicit Listener(uid_t uid = ::geteuid()) {
    const uid_t before = ::geteuid();
    EXPECT_EQ(::seteuid(uid), 0);
    fd_.Reset(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    EXPECT_EQ(::seteuid(before), 0);
    struct sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::bind(fd_.get(), reinterpret_cast<sockaddr*>(&address),
                     sizeof address),
              0);
    EXPECT_EQ(::listen(fd_.get(), 5), 0);
    socklen_t size = sizeof address;
    ::getsockname(fd_.get(), reinterpret_cast<sockaddr*>(&address), &size);
    endpoint_.port = ntohs(address.sin_port);
  }
  const LoopbackEndpoint& endpoint() const { return endpoint_; }

 private:
  base::UniqueFd fd_;
  LoopbackEndpoint endpoint_;
};

TEST(Listeners, AreTheSameByBothWays) {
  const Listener listener;
  for (const bool v6 : {false, true}) {
    const auto by_diag = ListenersByDiag(v6, listener.endpoint().port);
    const auto by_tables = ListenersByTables(v6, listener.endpoint().port);
    if (!by_diag.has_value() || !by_tables.has_value()) {
      GTEST_SKIP() << "this kernel has only one of them";
    }
    EXPECT_EQ(*by_diag, *by_tables);
    EXPECT_EQ(by_diag->size(), v6 ? 0u : 1u);
  }
}

TEST(CheckServerOwner, LetsItsOwnServerBe) {
  const Listener listener;
  EXPECT_TRUE(CheckServerOwner(listener.endpoint(), -1).ok());
}

// spec B6
TEST(CheckServerOwner, RefusesAServerOfSomebodyElse) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can be somebody else";
  const Listener listener(54321);
  const absl::Status status = CheckServerOwner(listener.endpoint(), -1);
  EXPECT_EQ(status.code(), absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(status.message(), "it belongs to another user (uid 54321)");
  const Listener system(999);
  EXPECT_TRUE(CheckServerOwner(system.endpoint(), -1).ok());
}

TEST(CheckServerOwner, RefusesAPortThatNobodyListensAt) {
  LoopbackEndpoint endpoint;
  {
    const Listener listener;
    endpoint = listener.endpoint();
  }
  EXPECT_EQ(CheckServerOwner(endpoint, -1).code(),
            absl::StatusCode::kPermissionDenied);
}

TEST(CheckServerOwner, AsksAUnixSocketForItsPeer) {
  std::array<int, 2> ends;
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()),
            0);
  const base::UniqueFd one(ends[0]);
  const base::UniqueFd other(ends[1]);
  EXPECT_TRUE(CheckServerOwner(UnixEndpoint{}, one.get()).ok());
}

// spec B6
TEST(CheckServerOwner, RefusesAUnixSocketOfSomebodyElse) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can be somebody else";
  // The peer is whoever made the pair.
  ASSERT_EQ(::seteuid(54321), 0);
  std::array<int, 2> ends;
  const int made =
      ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data());
  ASSERT_EQ(::seteuid(0), 0);
  ASSERT_EQ(made, 0);
  const base::UniqueFd one(ends[0]);
  const base::UniqueFd other(ends[1]);
  EXPECT_EQ(CheckServerOwner(UnixEndpoint{}, one.get()).message(),
            "it belongs to another user (uid 54321)");
}

}  // namespace
}  // namespace aii::os
