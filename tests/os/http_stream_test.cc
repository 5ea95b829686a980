#include "os/http_stream.h"

#include <pthread.h>
#include <signal.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/fake_server.h"

namespace aii::os {
namespace {

using ::aii::testing::CountDescriptors;
using ::aii::testing::DeadEndpoint;
using ::aii::testing::FakeReply;
using ::aii::testing::FakeRequest;
using ::aii::testing::FakeServer;
using ::aii::testing::Listen;
using ::aii::testing::RawConnection;
using ::aii::testing::RawServer;
using ::aii::testing::TempDir;
using ::testing::ElementsAre;

// A whole conversation: the head, the body put together, and how it ended.
struct Whole {
  int status = 0;
  std::string body;
  absl::Status end;
};

Whole ReadAll(HttpStream& stream, const base::Cancel& cancel = {}) {
  Whole whole;
  while (true) {
    auto event = stream.Next(cancel);
    if (!event.ok()) {
      whole.end = event.status();
      return whole;
    }
    if (const auto* head = std::get_if<HttpHead>(&*event)) {
      EXPECT_EQ(whole.status, 0) << "a second head";
      whole.status = head->status;
    } else if (const auto* piece = std::get_if<HttpPiece>(&*event)) {
      EXPECT_NE(whole.status, 0) << "a piece before the head";
      EXPECT_FALSE(piece->bytes.empty());
      whole.body += piece->bytes;
    } else {
      return whole;
    }
  }
}

Whole Fetch(const Endpoint& endpoint, HttpRequest request = {"/x", "{}"}) {
  return ReadAll(*HttpStream::Start(endpoint, std::move(request)));
}

// What a server gives that sends `bytes` after the request, then closes.
Whole FetchRaw(const std::string& bytes, HttpRequest request = {"/x", "{}"}) {
  const auto server =
      RawServer::Start(Listen::kUnix, [&](RawConnection& connection) {
        connection.ReadRequest();
        connection.Send(bytes);
      });
  return Fetch(server->endpoint(), std::move(request));
}

class HttpStreamOver : public ::testing::TestWithParam<Listen> {};

TEST_P(HttpStreamOver, PostsAndGivesTheBodyAsItComes) {
  const auto server = FakeServer::Start(GetParam(), [](const FakeRequest&) {
    return FakeReply{.pieces = {"data: 1\n\n", "data: 2\n\n"}};
  });
  const Whole whole = Fetch(server->endpoint(), {"/v1/chat", R"({"a":1})"});
  EXPECT_TRUE(whole.end.ok()) << whole.end;
  EXPECT_EQ(whole.status, 200);
  EXPECT_EQ(whole.body, "data: 1\n\ndata: 2\n\n");

  const auto requests = server->requests();
  ASSERT_EQ(requests.size(), 1u);
  EXPECT_EQ(requests[0].method, "POST");
  EXPECT_EQ(requests[0].path, "/v1/chat");
  EXPECT_EQ(requests[0].body, R"({"a":1})");
}

TEST_P(HttpStreamOver, GetsWhereThereIsNoBody) {
  const auto server = FakeServer::Start(GetParam(), [](const FakeRequest&) {
    return FakeReply{.pieces = {"{}"}, .chunked = false};
  });
  const Whole whole = Fetch(server->endpoint(), {"/health", ""});
  EXPECT_TRUE(whole.end.ok()) << whole.end;
  EXPECT_EQ(whole.body, "{}");
  EXPECT_EQ(server->requests().at(0).method, "GET");
}

TEST_P(HttpStreamOver, SaysThatNobodyListens) {
  const TempDir folder;
  const Whole whole = Fetch(DeadEndpoint(GetParam(), folder));
  EXPECT_EQ(whole.end.code(), absl::StatusCode::kUnavailable);
}

TEST_P(HttpStreamOver, NoticesABrokenConnection) {
  const auto server =
      RawServer::Start(GetParam(), [](RawConnection& connection) {
        connection.ReadRequest();
        connection.Send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
        connection.Reset();
      });
  const Whole whole = Fetch(server->endpoint());
  EXPECT_EQ(whole.end.code(), absl::StatusCode::kDataLoss) << whole.end;
}

INSTANTIATE_TEST_SUITE_P(Both, HttpStreamOver,
                         ::testing::Values(Listen::kUnix, Listen::kLoopback));

TEST(HttpStream, SendsNoMoreHeadersThanItNeeds) {
  std::string request;
  const auto server =
      RawServer::Start(Listen::kUnix, [&](RawConnection& connection) {
        request = connection.ReadRequest();
        connection.Send("HTTP/1.1 204 No Content\r\n\r\n");
      });
  const Whole whole = Fetch(server->endpoint(), {"/x", "{}"});
  EXPECT_EQ(whole.status, 204);
  EXPECT_TRUE(whole.end.ok()) << whole.end;
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < request.size();) {
    const std::size_t end = request.find("\r\n", at);
    if (end == std::string::npos) break;
    lines.push_back(request.substr(at, end - at));
    at = end + 2;
  }
  EXPECT_THAT(lines, ::testing::UnorderedElementsAre(
                         "POST /x HTTP/1.1", "Host: localhost", "Accept: */*",
                         "Connection: close", "Content-Type: application/json",
                         "Content-Length: 2", ""));
}

TEST(HttpStream, NamesTheLoopbackHost) {
  const auto server = FakeServer::Start(
      Listen::kLoopback, [](const FakeRequest&) { return FakeReply{}; });
  (void)Fetch(server->endpoint());
  const auto port = std::get<LoopbackEndpoint>(server->endpoint()).port;
  EXPECT_EQ(server->requests().at(0).headers.at("Host"),
            absl::StrCat("127.0.0.1:", port));
}

// spec B5
TEST(HttpStream, IgnoresProxyVariables) {
  for (const char* name : {"http_proxy", "HTTP_PROXY", "all_proxy"}) {
    ::setenv(name, "http://127.0.0.1:9", 1);
  }
  const auto server = FakeServer::Start(
      Listen::kLoopback, [](const FakeRequest&) { return FakeReply{}; });
  EXPECT_EQ(Fetch(server->endpoint()).status, 200);
  for (const char* name : {"http_proxy", "HTTP_PROXY", "all_proxy"}) {
    ::unsetenv(name);
  }
}

TEST(HttpStream, DeliversTheBodyOfAnyStatus) {
  for (const int status : {400, 404, 429, 500, 503}) {
    const auto server =
        FakeServer::Start(Listen::kUnix, [&](const FakeRequest&) {
          return FakeReply{.status = status,
                           .pieces = {R"({"error":"x"})"},
                           .chunked = false};
        });
    const Whole whole = Fetch(server->endpoint());
    EXPECT_EQ(whole.status, status);
    EXPECT_EQ(whole.body, R"({"error":"x"})");
    EXPECT_TRUE(whole.end.ok()) << whole.end;
  }
}

// spec B5
TEST(HttpStream, FollowsNoRedirect) {
  std::atomic<int> asked{0};
  const auto server =
      FakeServer::Start(Listen::kLoopback, [&](const FakeRequest&) {
        ++asked;
        return FakeReply{.status = 307,
                         .pieces = {"there"},
                         .chunked = false,
                         .headers = {{"Location", "http://127.0.0.1:9/"}}};
      });
  const Whole whole = Fetch(server->endpoint());
  EXPECT_EQ(whole.status, 307);
  EXPECT_EQ(whole.body, "there");
  EXPECT_EQ(asked, 1);
}

struct ReplyCase {
  const char* says;
  std::string bytes;
  absl::StatusCode end;
  std::string body;
};

TEST(HttpStream, ReadsRepliesAsRfc9112Says) {
  constexpr auto kOk = absl::StatusCode::kOk;
  constexpr auto kDataLoss = absl::StatusCode::kDataLoss;
  constexpr auto kOutOfRange = absl::StatusCode::kOutOfRange;
  const std::string chunked =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::vector<ReplyCase> cases = {
      {"a body without length ends with the connection",
       "HTTP/1.1 200 OK\r\n\r\nabc", kOk, "abc"},
      {"HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nabc", kOk, "abc"},
      {"a body of a given length",
       "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcdef", kOk, "abc"},
      {"an empty body", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", kOk,
       ""},
      {"no reason phrase", "HTTP/1.1 200\r\nContent-Length: 1\r\n\r\na", kOk,
       "a"},
      {"100 Continue first",
       "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"
       "Content-Length: 1\r\n\r\na",
       kOk, "a"},
      {"chunks", chunked + "3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n", kOk, "abcd"},
      {"chunk extensions", chunked + "3;x=y\r\nabc\r\n0\r\n\r\n", kOk, "abc"},
      {"a trailer", chunked + "1\r\na\r\n0\r\nX: y\r\n\r\n", kOk, "a"},
      {"gzip unasked is not unpacked",
       "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n"
       "\x1f\x8b",
       kOk, "\x1f\x8b"},
      {"a body that is cut", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc",
       kDataLoss, "abc"},
      {"a cut in the middle of a chunk", chunked + "9\r\nabc", kDataLoss,
       "abc"},
      {"a cut between two chunks", chunked + "3\r\nabc\r\n", kDataLoss, "abc"},
      {"a chunk size that is none", chunked + "zz\r\nabc\r\n", kDataLoss, ""},
      {"a chunk without end", chunked + "3\r\nabcdef\r\n0\r\n\r\n", kDataLoss,
       "abc"},
      {"nothing at all", "", kDataLoss, ""},
      {"a cut in the head", "HTTP/1.1 200 OK\r\nContent-", kDataLoss, ""},
      {"what is not HTTP", "SSH-2.0-OpenSSH_9.2\r\n", kDataLoss, ""},
      {"a status line without end", "HTTP/1.1 200 " + std::string(1 << 20, 'a'),
       kOutOfRange, ""},
      {"a long status line after 100 Continue",
       "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 " + std::string(15000, 'a') +
           "\r\n\r\n",
       kOutOfRange, ""},
      {"a header without end",
       "HTTP/1.1 200 OK\r\nX: " + std::string(1 << 20, 'a'), kOutOfRange, ""},
      {"a chunk size without end", chunked + std::string(1 << 20, '0'),
       kOutOfRange, ""},
      {"a trailer without end",
       chunked + "1\r\na\r\n0\r\nX: " + std::string(1 << 20, 'y'), kOutOfRange,
       "a"},
  };
  for (const ReplyCase& c : cases) {
    SCOPED_TRACE(c.says);
    const Whole whole = FetchRaw(c.bytes);
    EXPECT_EQ(whole.end.code(), c.end) << whole.end;
    EXPECT_EQ(whole.body, c.body);
  }
}

TEST(HttpStream, RefusesTooManyHeaders) {
  std::string bytes = "HTTP/1.1 200 OK\r\n";
  for (int i = 0; i < 5000; ++i) absl::StrAppend(&bytes, "X", i, ": y\r\n");
  EXPECT_EQ(FetchRaw(bytes).end.code(), absl::StatusCode::kOutOfRange);
}

TEST(HttpStream, CapsTheBody) {
  HttpRequest request{"/x", "{}"};
  request.max_body_bytes = 100;
  EXPECT_TRUE(
      FetchRaw("HTTP/1.1 200 OK\r\n\r\n" + std::string(100, 'a'), request)
          .end.ok());
  const Whole whole =
      FetchRaw("HTTP/1.1 200 OK\r\n\r\n" + std::string(101, 'a'), request);
  EXPECT_EQ(whole.end.code(), absl::StatusCode::kOutOfRange);
}

TEST(HttpStream, GivesALargeBodyWholeToASlowReader) {
  const std::string large(8u << 20, 'a');
  const auto server = FakeServer::Start(Listen::kUnix, [&](const FakeRequest&) {
    return FakeReply{.pieces = {large}};
  });
  const auto stream = HttpStream::Start(server->endpoint(), {"/x", "{}"});
  absl::SleepFor(absl::Milliseconds(30));  // the queue fills and holds
  const Whole whole = ReadAll(*stream);
  EXPECT_TRUE(whole.end.ok()) << whole.end;
  EXPECT_EQ(whole.body.size(), large.size());
}

TEST(HttpStream, SendsALargeBodyWhole) {
  const auto server = FakeServer::Start(
      Listen::kUnix, [](const FakeRequest&) { return FakeReply{}; });
  const std::string large(4u << 20, 'b');
  EXPECT_EQ(Fetch(server->endpoint(), {"/x", large}).status, 200);
  EXPECT_EQ(server->requests().at(0).body.size(), large.size());
}

TEST(HttpStream, GivesUpOnASilentServer) {
  HttpRequest request{"/x", "{}"};
  request.idle_timeout = absl::Milliseconds(50);
  const auto server =
      RawServer::Start(Listen::kUnix, [](RawConnection& connection) {
        connection.Send("HTTP/1.1 200 OK\r\n\r\na");
        connection.WaitForClose();
        connection.WaitForClose();
      });
  const Whole whole = Fetch(server->endpoint(), request);
  EXPECT_EQ(whole.end.code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_EQ(whole.body, "a");
}

TEST(HttpStream, GivesUpOnAHeadThatTrickles) {
  HttpRequest request{"/x", "{}"};
  request.idle_timeout = absl::Milliseconds(60);
  const auto server =
      RawServer::Start(Listen::kUnix, [](RawConnection& connection) {
        connection.Send("HTTP/1.1 200 OK\r\nX: ");
        while (connection.Send("a")) absl::SleepFor(absl::Milliseconds(5));
      });
  EXPECT_EQ(Fetch(server->endpoint(), request).end.code(),
            absl::StatusCode::kDeadlineExceeded);
}

TEST(HttpStream, WaitsForABodyThatTrickles) {
  HttpRequest request{"/x", "{}"};
  request.idle_timeout = absl::Seconds(20);
  const auto server =
      RawServer::Start(Listen::kUnix, [](RawConnection& connection) {
        connection.ReadRequest();
        connection.Send("HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n");
        for (int i = 0; i < 20; ++i) {
          absl::SleepFor(absl::Milliseconds(2));
          connection.Send("a");
        }
      });
  const Whole whole = Fetch(server->endpoint(), request);
  EXPECT_TRUE(whole.end.ok()) << whole.end;
  EXPECT_EQ(whole.body, std::string(20, 'a'));
}

// At each of these points the server says nothing for ever.
const std::vector<std::string>& SilentPoints() {
  static const auto* const points = new std::vector<std::string>{
      "",
      "HTTP/1.1 200",
      "HTTP/1.1 200 OK\r\nContent-Len",
      "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
      "HTTP/1.1 200 OK\r\n\r\n",
  };
  return *points;
}

TEST(HttpStream, IsCancelledAtOnceInASilentRead) {
  for (const std::string& point : SilentPoints()) {
    SCOPED_TRACE(point);
    const auto server =
        RawServer::Start(Listen::kUnix, [&](RawConnection& connection) {
          connection.ReadRequest();
          connection.Send(point);
          connection.WaitForClose();
        });
    auto source = base::CancelSource::Create();
    ASSERT_TRUE(source.ok());
    std::thread trigger([&] {
      absl::SleepFor(absl::Milliseconds(10));
      (*source)->Trigger(base::CancelReason::kInterrupt);
    });
    auto stream = HttpStream::Start(server->endpoint(), {"/x", "{}"});
    const absl::Status end = ReadAll(*stream, (*source)->token()).end;
    EXPECT_EQ(end.code(), absl::StatusCode::kCancelled);
    trigger.join();
    const base::Instant start = base::MonotonicClock().Now();
    stream.reset();
    EXPECT_LT(base::MonotonicClock().Now() - start,
              absl::Seconds(5));  // not the idle time
  }
}

TEST(HttpStream, EndsAtOnceWhileTheServerReadsNothing) {
  const auto server =
      RawServer::Start(Listen::kUnix, [](RawConnection& connection) {
        while (connection.Send(std::string(1, 'H'))) {
          absl::SleepFor(absl::Milliseconds(50));
        }
      });
  auto stream = HttpStream::Start(server->endpoint(),
                                  {"/x", std::string(32u << 20, 'a')});
  absl::SleepFor(absl::Milliseconds(20));
  const base::Instant start = base::MonotonicClock().Now();
  stream.reset();
  EXPECT_LT(base::MonotonicClock().Now() - start, absl::Seconds(5));
}

TEST(HttpStream, EndsAtOnceWhileTheQueueIsFull) {
  const auto server =
      RawServer::Start(Listen::kUnix, [](RawConnection& connection) {
        connection.ReadRequest();
        connection.Send("HTTP/1.1 200 OK\r\n\r\n");
        while (connection.Send(std::string(64u << 10, 'a'))) {
        }
      });
  auto stream = HttpStream::Start(server->endpoint(), {"/x", "{}"});
  absl::SleepFor(absl::Milliseconds(30));
  stream.reset();
}

TEST(HttpStream, SurvivesBeingDroppedAtAnyMoment) {
  const auto server =
      RawServer::Start(Listen::kUnix, [](RawConnection& connection) {
        connection.ReadRequest();
        connection.Send("HTTP/1.1 200 OK\r\n\r\nabc");
        connection.WaitForClose();
      });
  (void)HttpStream::Start(server->endpoint(), {"/x", "{}"});
  const int before = CountDescriptors();
  for (int i = 0; i < 300; ++i) {
    auto stream = HttpStream::Start(server->endpoint(), {"/x", "{}"});
    absl::SleepFor(absl::Microseconds(i * 2));
    if (i % 3 == 0) (void)stream->Next({});
  }
  // The server may still hold one connection at either count.
  EXPECT_LE(CountDescriptors(), before + 1);
}

TEST(HttpStream, GivesTheSameEndAgain) {
  const auto server = FakeServer::Start(
      Listen::kUnix, [](const FakeRequest&) { return FakeReply{}; });
  const auto stream = HttpStream::Start(server->endpoint(), {"/x", "{}"});
  EXPECT_TRUE(ReadAll(*stream).end.ok());
  const auto again = stream->Next({});
  ASSERT_TRUE(again.ok());
  EXPECT_TRUE(std::holds_alternative<HttpEnd>(*again));
}

std::atomic<bool> handled_elsewhere{false};
pthread_t main_thread;

TEST(HttpStream, LeavesEverySignalToTheCallersThread) {
  main_thread = ::pthread_self();
  struct sigaction act = {};
  act.sa_handler = [](int) {
    if (!::pthread_equal(::pthread_self(), main_thread)) {
      handled_elsewhere = true;
    }
  };
  struct sigaction before = {};
  ASSERT_EQ(::sigaction(SIGUSR1, &act, &before), 0);
  sigset_t mask_before;
  ::pthread_sigmask(SIG_BLOCK, nullptr, &mask_before);
  const TempDir folder;
  {
    // No server thread here: it would not block signals.
    const auto stream =
        HttpStream::Start(DeadEndpoint(Listen::kUnix, folder), {"/x", "{}"});
    sigset_t mask_after;
    ::pthread_sigmask(SIG_BLOCK, nullptr, &mask_after);
    EXPECT_EQ(sigismember(&mask_before, SIGUSR1),
              sigismember(&mask_after, SIGUSR1));
    for (int i = 0; i < 100; ++i) ::kill(::getpid(), SIGUSR1);
  }
  EXPECT_FALSE(handled_elsewhere);
  ::sigaction(SIGUSR1, &before, nullptr);
}

}  // namespace
}  // namespace aii::os
