// Properties of model/scripted on arbitrary bytes:
//   - A script is accepted or refused; a refusal names a line.
//   - Playing it, a turn after the other, comes to an end: each step gives at
//     most one event, and no step is played twice.
//   - No text is empty, every call has an id and a name.
//   - Once calling is stopped a turn has no call.

#include <algorithm>
#include <cstdint>
#include <string>
#include <variant>

#include "absl/strings/match.h"
#include "base/clock.h"
#include "fuzz/fuzz_expect.h"
#include "model/scripted.h"

namespace {

using aii::model::Event;

// Every look at it is an hour later, so that no delay is waited for.
class LeapingClock final : public aii::base::Clock {
 public:
  aii::base::Instant Now() const override {
    now_ = now_ + absl::Hours(2);
    return now_;
  }

 private:
  mutable aii::base::Instant now_;
};

// Plays one turn; returns how many events it had before its end.
std::size_t PlayTurn(aii::model::Backend& script, bool stop_calling) {
  script.StartTurn("a message");
  if (stop_calling) script.StopCalling();
  for (std::size_t count = 0;; ++count) {
    const Event event = script.Next({});
    if (const auto* text = std::get_if<aii::model::TextDelta>(&event)) {
      FUZZ_EXPECT(!text->text.empty());
    } else if (const auto* call = std::get_if<aii::model::ToolCall>(&event)) {
      FUZZ_EXPECT(!stop_calling);
      FUZZ_EXPECT(!call->id.empty() && !call->name.empty());
      script.Answer(call->id, "exit 0\na result");
    } else {
      FUZZ_EXPECT(!std::holds_alternative<aii::model::Cancelled>(event));
      return count;
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  const LeapingClock clock;
  const auto script = aii::model::ParseScript(text, clock);
  if (!script.ok()) {
    FUZZ_EXPECT(absl::StartsWith(script.status().message(), "line "));
    return 0;
  }
  const auto lines =
      static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n') + 1);
  std::size_t events = 0;
  for (std::size_t turn = 0; turn <= lines; ++turn) {
    events += PlayTurn(**script, turn % 2 == 1);
  }
  FUZZ_EXPECT(events <= lines);
  FUZZ_EXPECT(PlayTurn(**script, false) == 0);
  return 0;
}
