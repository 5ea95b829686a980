#include "model/foundation_events.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>

namespace aii::model {
namespace {

// What a shim does: calls back with a user that it was given.
class Shim {
 public:
  explicit Shim(std::shared_ptr<FoundationEvents> events)
      : user_(FoundationEvents::NewUser(std::move(events))) {}

  void Snapshot(const std::string& text) {
    FoundationEvents::Callbacks().snapshot(user_, text.data(), text.size());
  }
  void Call(std::uint64_t id) {
    FoundationEvents::Callbacks().tool_call(user_, id, "{}", 2);
  }
  void End(std::int32_t code = AII_FM_DONE) {
    const aii_fm_end end = {.code = code};
    FoundationEvents::Callbacks().end(user_, &end);
  }

 private:
  void* user_;
};

std::shared_ptr<FoundationEvents> Create() {
  auto events = FoundationEvents::Create();
  return events.ok() ? *std::move(events) : nullptr;
}

std::string Word(const std::optional<FoundationEvent>& event) {
  if (!event.has_value()) return "nothing";
  if (const auto* text = std::get_if<FoundationText>(&*event)) {
    return "text " + text->text;
  }
  if (const auto* call = std::get_if<FoundationCall>(&*event)) {
    return "call " + std::to_string(call->id) + call->arguments_json;
  }
  if (const auto* count = std::get_if<FoundationCount>(&*event)) {
    return "count " + std::to_string(count->tokens);
  }
  return "end " + std::to_string(std::get<FoundationEnd>(*event).code);
}

TEST(FoundationEvents, GiveWhatWasToldInOrder) {
  const auto events = Create();
  Shim shim(events);
  shim.Snapshot("He");
  shim.Snapshot("Hello");
  shim.Call(7);
  shim.Snapshot("Hello");
  shim.Snapshot("So");
  shim.End();
  EXPECT_EQ(Word(events->Next({})), "text Hello");
  EXPECT_EQ(Word(events->Next({})), "call 7{}");
  EXPECT_EQ(Word(events->Next({})), "text So");
  EXPECT_EQ(Word(events->Next({})), "end 0");
}

TEST(FoundationEvents, GiveACharacterOnceItIsWhole) {
  const auto events = Create();
  Shim shim(events);
  shim.Snapshot("caf\uFFFD");
  EXPECT_EQ(Word(events->Next({})), "text caf");
  shim.Snapshot("caf\u00e9\uFFFD");
  EXPECT_EQ(Word(events->Next({})), "text \u00e9");
  shim.Call(7);
  EXPECT_EQ(Word(events->Next({})), "text \uFFFD");
  EXPECT_EQ(Word(events->Next({})), "call 7{}");
  shim.Snapshot("So\uFFFD");
  shim.End();
  EXPECT_EQ(Word(events->Next({})), "text So\uFFFD");
  EXPECT_EQ(Word(events->Next({})), "end 0");
}

TEST(FoundationEvents, WakeTheOneThatWaits) {
  const auto events = Create();
  std::thread thread([shim = Shim(events)]() mutable {
    shim.Snapshot("a");
    shim.End(AII_FM_CANCELLED);
  });
  std::string text;
  for (;;) {
    const std::string word = Word(events->Next({}));
    if (word == "end 1") break;
    text += word;
  }
  EXPECT_EQ(text, "text a");
  thread.join();
}

TEST(FoundationEvents, GiveNothingOnceTheTokenFired) {
  auto source = base::CancelSource::Create();
  ASSERT_TRUE(source.ok());
  const auto events = Create();
  Shim shim(events);
  std::thread thread(
      [&] { (*source)->Trigger(base::CancelReason::kInterrupt); });
  EXPECT_EQ(Word(events->Next((*source)->token())), "nothing");
  thread.join();
  shim.End();
}

TEST(FoundationEvents, OutliveTheOneThatWaits) {
  auto events = Create();
  const std::weak_ptr<FoundationEvents> watch = events;
  Shim shim(events);
  events.reset();
  shim.Snapshot("late");
  EXPECT_FALSE(watch.expired());
  shim.End();
  EXPECT_TRUE(watch.expired());
}

TEST(FoundationEvents, TellWhetherTheEndHasCome) {
  const auto events = Create();
  Shim shim(events);
  shim.Snapshot("a");
  EXPECT_FALSE(events->AwaitEnd(absl::Milliseconds(5), base::MonotonicClock()));
  std::thread thread([&] { shim.End(); });
  EXPECT_TRUE(events->AwaitEnd(absl::Seconds(60), base::MonotonicClock()));
  thread.join();
}

TEST(FoundationEvents, EndAnAnswerThatIsTooLarge) {
  const auto events = Create();
  Shim shim(events);
  std::string answer(kMaxFoundationBytes, 'a');
  shim.Snapshot(answer);
  EXPECT_EQ(Word(events->Next({})).size(), kMaxFoundationBytes + 5);
  answer += 'a';
  shim.Snapshot(answer);
  EXPECT_EQ(Word(events->Next({})), "end 7");
  EXPECT_FALSE(events->AwaitEnd(absl::ZeroDuration(), base::MonotonicClock()));
  shim.End();
  EXPECT_TRUE(events->AwaitEnd(absl::ZeroDuration(), base::MonotonicClock()));
}

TEST(FoundationEvents, GiveACount) {
  const auto events = Create();
  FoundationEvents::TakeCount(FoundationEvents::NewUser(events), 12);
  EXPECT_EQ(Word(events->Next({})), "count 12");
}

}  // namespace
}  // namespace aii::model
