#include "os/http_queue.h"

#include <poll.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace aii::os {
namespace {

std::unique_ptr<HttpQueue> MakeQueue() {
  auto queue = HttpQueue::Create();
  EXPECT_TRUE(queue.ok()) << queue.status();
  return *std::move(queue);
}

// What an event is, on one line.
std::string Word(const absl::StatusOr<HttpEvent>& event) {
  if (!event.ok()) return absl::StatusCodeToString(event.status().code());
  if (const auto* head = std::get_if<HttpHead>(&*event)) {
    return "head " + std::to_string(head->status);
  }
  if (const auto* piece = std::get_if<HttpPiece>(&*event)) {
    return "piece " + piece->bytes;
  }
  return "end";
}

TEST(HttpQueue, GivesHeadThenBytesThenTheEndAgainAndAgain) {
  const auto queue = MakeQueue();
  queue->PushHead({200});
  EXPECT_TRUE(queue->PushBytes("ab"));
  EXPECT_TRUE(queue->PushBytes("c"));
  queue->End(absl::OkStatus());
  EXPECT_EQ(Word(queue->Next({})), "head 200");
  EXPECT_EQ(Word(queue->Next({})), "piece abc");
  EXPECT_EQ(Word(queue->Next({})), "end");
  EXPECT_EQ(Word(queue->Next({})), "end");
}

TEST(HttpQueue, GivesWhatCameBeforeAnError) {
  const auto queue = MakeQueue();
  EXPECT_TRUE(queue->PushBytes("a"));
  queue->End(absl::DataLossError("cut"));
  EXPECT_EQ(Word(queue->Next({})), "piece a");
  EXPECT_EQ(Word(queue->Next({})), "DATA_LOSS");
  EXPECT_EQ(Word(queue->Next({})), "DATA_LOSS");
}

TEST(HttpQueue, IsCancelledAlsoWhereThereIsAnEvent) {
  auto source = base::CancelSource::Create();
  ASSERT_TRUE(source.ok());
  (*source)->Trigger(base::CancelReason::kInterrupt);
  const auto queue = MakeQueue();
  queue->PushHead({200});
  EXPECT_EQ(Word(queue->Next((*source)->token())), "CANCELLED");
}

TEST(HttpQueue, WakesAWaitingReaderOnCancel) {
  auto source = base::CancelSource::Create();
  ASSERT_TRUE(source.ok());
  const auto queue = MakeQueue();
  std::thread trigger([&] {
    absl::SleepFor(absl::Milliseconds(20));
    (*source)->Trigger(base::CancelReason::kInterrupt);
  });
  EXPECT_EQ(Word(queue->Next((*source)->token())), "CANCELLED");
  trigger.join();
}

TEST(HttpQueue, HoldsTheWriterOnceItIsFull) {
  const auto queue = MakeQueue();
  EXPECT_TRUE(queue->PushBytes(std::string(kMaxQueuedBytes, 'a')));
  std::atomic<bool> pushed{false};
  std::thread writer([&] {
    EXPECT_TRUE(queue->PushBytes("b"));
    pushed = true;
  });
  absl::SleepFor(absl::Milliseconds(20));
  EXPECT_FALSE(pushed);
  EXPECT_EQ(Word(queue->Next({})).size(), kMaxQueuedBytes + 6);
  EXPECT_EQ(Word(queue->Next({})), "piece b");
  writer.join();
}

TEST(HttpQueue, ReleasesAHeldWriterWhenStopped) {
  const auto queue = MakeQueue();
  EXPECT_TRUE(queue->PushBytes(std::string(kMaxQueuedBytes, 'a')));
  std::thread writer([&] { EXPECT_FALSE(queue->PushBytes("b")); });
  absl::SleepFor(absl::Milliseconds(10));
  queue->Stop();
  writer.join();
  struct pollfd wait = {queue->stop_fd(), POLLIN, 0};
  EXPECT_EQ(::poll(&wait, 1, 0), 1);
}

TEST(HttpQueue, LosesNothingBetweenTwoThreads) {
  constexpr int kPushes = 20'000;
  const auto queue = MakeQueue();
  std::thread writer([&] {
    queue->PushHead({200});
    for (int i = 0; i < kPushes; ++i) {
      EXPECT_TRUE(queue->PushBytes(std::string(100, static_cast<char>(i))));
    }
    queue->End(absl::OkStatus());
  });
  EXPECT_EQ(Word(queue->Next({})), "head 200");
  std::string all;
  while (true) {
    auto event = queue->Next({});
    ASSERT_TRUE(event.ok());
    const auto* piece = std::get_if<HttpPiece>(&*event);
    if (piece == nullptr) break;
    all += piece->bytes;
  }
  writer.join();
  ASSERT_EQ(all.size(), std::size_t{kPushes} * 100);
  for (std::size_t i = 0; i < all.size(); ++i) {
    ASSERT_EQ(all[i], static_cast<char>(i / 100)) << "at byte " << i;
  }
}

}  // namespace
}  // namespace aii::os
