// The shim over the stand-in, by the functions of its header alone: what the
// header promises of ends, calls and cancels, and that nothing is left behind.

#include <stdlib.h>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <fstream>
#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "aii_fm.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/temp_dir.h"

// tests/swift/header.c.
extern "C" {
using AnyFunction = void (*)();
extern const AnyFunction aii_fm_functions[];
extern const std::size_t aii_fm_function_count;
}

namespace {

using aii::testing::TempDir;
using ::testing::ElementsAre;

constexpr std::chrono::seconds kLimit(60);

// Takes the events of one request and counts what must not be.
class Receiver {
 public:
  // Called inside the callback.
  std::function<void(std::uint64_t call)> on_call;
  std::function<void()> on_text;

  static const aii_fm_events& Events() {
    static constexpr aii_fm_events kEvents = {
        .snapshot =
            [](void* user, const char* bytes, std::size_t size) {
              static_cast<Receiver*>(user)->Text(std::string(bytes, size));
            },
        .tool_call =
            [](void* user, std::uint64_t call, const char*, std::size_t) {
              static_cast<Receiver*>(user)->Call(call);
            },
        .end =
            [](void* user, const aii_fm_end* how) {
              static_cast<Receiver*>(user)->End(how->code);
            }};
    return kEvents;
  }

  // The end, once it is there.
  std::int32_t AwaitEnd() {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, kLimit, [&] { return !ends_.empty(); })) {
      return -1;
    }
    return ends_.front();
  }

  std::uint64_t AwaitCall() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kLimit,
                      [&] { return !calls_.empty() || !ends_.empty(); });
    return calls_.empty() ? 0 : calls_.front();
  }

  std::string text() const {
    const std::lock_guard lock(mutex_);
    return text_;
  }
  std::vector<std::int32_t> ends() const {
    const std::lock_guard lock(mutex_);
    return ends_;
  }
  int after_the_end() const {
    const std::lock_guard lock(mutex_);
    return after_the_end_;
  }
  int at_once() const {
    const std::lock_guard lock(mutex_);
    return at_once_;
  }

 private:
  // Notes that a callback runs, for as long as it does.
  class Entry {
   public:
    explicit Entry(Receiver& owner) : owner_(owner) {
      const std::lock_guard lock(owner_.mutex_);
      if (++owner_.inside_ > 1) ++owner_.at_once_;
      if (!owner_.ends_.empty()) ++owner_.after_the_end_;
    }
    ~Entry() {
      const std::lock_guard lock(owner_.mutex_);
      --owner_.inside_;
      owner_.changed_.notify_all();
    }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

   private:
    Receiver& owner_;
  };

  void Text(std::string text) {
    const Entry entry(*this);
    {
      const std::lock_guard lock(mutex_);
      text_ = std::move(text);
    }
    if (on_text) on_text();
  }
  void Call(std::uint64_t call) {
    const Entry entry(*this);
    {
      const std::lock_guard lock(mutex_);
      calls_.push_back(call);
    }
    if (on_call) on_call(call);
  }
  void End(std::int32_t code) {
    const std::lock_guard lock(mutex_);
    if (!ends_.empty()) ++after_the_end_;
    if (inside_ > 0) ++at_once_;
    ends_.push_back(code);
    changed_.notify_all();
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::string text_;
  std::vector<std::uint64_t> calls_;
  std::vector<std::int32_t> ends_;
  int inside_ = 0;
  int at_once_ = 0;
  int after_the_end_ = 0;
};

std::int32_t Finish(std::uint64_t call, const std::string& result) {
  return aii_fm_finish(call, result.data(), result.size());
}

class ShimTest : public ::testing::Test {
 protected:
  void TearDown() override {
    aii_fm_session_destroy(session_);
    ExpectNothingLives();
  }

  // What the sessions from here on play.
  void Play(const std::string& script) {
    const std::string path = dir_.path() + "/script.jsonl";
    std::ofstream(path) << script;
    ASSERT_EQ(::setenv("AII_STANDIN_SCRIPT", path.c_str(), 1), 0);
  }

  static std::uint64_t Open() {
    static constexpr char kText[] = "run_command";
    const aii_fm_tool tool = {.name = kText,
                              .name_size = sizeof(kText) - 1,
                              .description = kText,
                              .description_size = sizeof(kText) - 1,
                              .executable_guide = kText,
                              .executable_guide_size = sizeof(kText) - 1,
                              .arguments_guide = kText,
                              .arguments_guide_size = sizeof(kText) - 1};
    return aii_fm_session_create(nullptr, 0, &tool);
  }

  std::uint64_t Start(Receiver& receiver) {
    if (session_ == 0) session_ = Open();
    return aii_fm_stream(session_, "go", 2, &Receiver::Events(), &receiver);
  }

  static void ExpectNothingLives() {
    const auto end = std::chrono::steady_clock::now() + kLimit;
    for (const int kind : {AII_FM_SESSIONS, AII_FM_REQUESTS, AII_FM_CALLS}) {
      while (aii_fm_live(kind) != 0 && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      EXPECT_EQ(aii_fm_live(kind), 0) << "of kind " << kind;
    }
  }

  TempDir dir_;
  std::uint64_t session_ = 0;
};

TEST(ShimHeader, DeclaresWhatTheShimHas) {
  EXPECT_EQ(aii_fm_version(), std::uint32_t{AII_FM_VERSION});
  ASSERT_EQ(aii_fm_function_count, 13u);
  for (std::size_t i = 0; i < aii_fm_function_count; ++i) {
    EXPECT_NE(aii_fm_functions[i], nullptr) << i;
  }
}

constexpr char kCallAndTell[] =
    "{\"call\": {\"executable\": \"ls\"}}\n{\"say_result\": true}\n";

TEST_F(ShimTest, TakesAResultInsideTheCallback) {
  Play(kCallAndTell);
  Receiver receiver;
  receiver.on_call = [](std::uint64_t call) {
    EXPECT_EQ(Finish(call, "inside"), AII_FM_OK);
    EXPECT_EQ(Finish(call, "twice"), AII_FM_REFUSED);
  };
  ASSERT_NE(Start(receiver), 0u);
  EXPECT_EQ(receiver.AwaitEnd(), AII_FM_DONE);
  EXPECT_EQ(receiver.text(), "inside");
}

TEST_F(ShimTest, TakesAResultFromAnotherThreadOnce) {
  Play(kCallAndTell);
  Receiver receiver;
  ASSERT_NE(Start(receiver), 0u);
  const std::uint64_t call = receiver.AwaitCall();
  int taken = 0;
  std::mutex mutex;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      const bool ok = Finish(call, "outside") == AII_FM_OK;
      const std::lock_guard lock(mutex);
      taken += ok ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(taken, 1);
  EXPECT_EQ(receiver.AwaitEnd(), AII_FM_DONE);
  EXPECT_EQ(receiver.text(), "outside");
}

TEST_F(ShimTest, RefusesAResultAfterACancel) {
  Play(kCallAndTell);
  Receiver receiver;
  const std::uint64_t request = Start(receiver);
  const std::uint64_t call = receiver.AwaitCall();
  ASSERT_NE(call, 0u);
  EXPECT_EQ(aii_fm_cancel(request), AII_FM_OK);
  EXPECT_EQ(receiver.AwaitEnd(), AII_FM_CANCELLED);
  EXPECT_EQ(Finish(call, "late"), AII_FM_REFUSED);
}

TEST_F(ShimTest, CanBeCancelledInsideACallback) {
  Play("{\"talk\": true}\n");
  Receiver receiver;
  std::mutex mutex;
  std::uint64_t request = 0;
  receiver.on_text = [&] {
    const std::lock_guard lock(mutex);
    if (request != 0) (void)aii_fm_cancel(request);
  };
  {
    const std::lock_guard lock(mutex);
    request = Start(receiver);
  }
  EXPECT_EQ(receiver.AwaitEnd(), AII_FM_CANCELLED);
}

TEST_F(ShimTest, ServesTheSessionAgainAfterACancel) {
  Play(
      "{\"deaf_ms\": 100}\n{\"say\": \"late\"}\n{\"end\": true}\n"
      "{\"say\": \"here\"}\n");
  Receiver first;
  EXPECT_EQ(aii_fm_cancel(Start(first)), AII_FM_OK);
  EXPECT_EQ(first.AwaitEnd(), AII_FM_CANCELLED);
  Receiver second;
  ASSERT_NE(Start(second), 0u);
  EXPECT_EQ(second.AwaitEnd(), AII_FM_DONE);
  EXPECT_THAT(first.ends(), ElementsAre(AII_FM_CANCELLED));
}

TEST_F(ShimTest, RefusesNumbersThatAreOver) {
  Play("# nothing\n");
  EXPECT_EQ(aii_fm_cancel(0), AII_FM_REFUSED);
  EXPECT_EQ(aii_fm_cancel(999999), AII_FM_REFUSED);
  EXPECT_EQ(Finish(999999, "x"), AII_FM_REFUSED);
  Receiver receiver;
  EXPECT_EQ(aii_fm_stream(999999, "x", 1, &Receiver::Events(), &receiver), 0u);
  const std::uint64_t session = Open();
  aii_fm_session_destroy(session);
  aii_fm_session_destroy(session);
  aii_fm_session_prewarm(session);
  EXPECT_EQ(aii_fm_stream(session, "x", 1, &Receiver::Events(), &receiver), 0u);
  EXPECT_THAT(receiver.ends(), ElementsAre());
}

// Sessions are made, used, cancelled at any point, by any thread, and
// destroyed, also in the middle.
TEST_F(ShimTest, LeavesNothingBehindAfterAThousandSessions) {
  Play(
      "{\"say\": \"a\"}\n"
      "{\"calls\": [{\"executable\": \"a\"}, {\"executable\": \"b\"}]}\n"
      "{\"say\": \"b\"}\n{\"delay_ms\": 1}\n{\"say_result\": true}\n");
  std::mt19937 random(6);
  for (int round = 0; round < 1000; ++round) {
    Receiver receiver;
    const auto how = random() % 4;
    const std::chrono::microseconds pause(random() % 3000);
    receiver.on_call = [&](std::uint64_t call) {
      if (how != 1) (void)Finish(call, "r");  // else nobody ever answers
    };
    const std::uint64_t session = Open();
    const std::uint64_t request =
        aii_fm_stream(session, "go", 2, &Receiver::Events(), &receiver);
    ASSERT_NE(request, 0u);
    std::thread other;
    if (how != 0) {
      other = std::thread([&] {
        std::this_thread::sleep_for(pause);
        if (how == 3) {
          aii_fm_session_destroy(session);
        } else {
          (void)aii_fm_cancel(request);
        }
      });
    }
    const std::int32_t end = receiver.AwaitEnd();
    if (other.joinable()) other.join();
    aii_fm_session_destroy(session);
    ASSERT_TRUE(end == AII_FM_DONE || (how != 0 && end == AII_FM_CANCELLED))
        << "round " << round << ": " << end;
    // What came too late would come while the request is still alive.
    const auto limit = std::chrono::steady_clock::now() + kLimit;
    while (aii_fm_live(AII_FM_REQUESTS) != 0 &&
           std::chrono::steady_clock::now() < limit) {
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    ASSERT_EQ(receiver.ends().size(), 1u) << "round " << round;
    ASSERT_EQ(receiver.after_the_end(), 0) << "round " << round;
    ASSERT_EQ(receiver.at_once(), 0) << "round " << round;
  }
}

}  // namespace
