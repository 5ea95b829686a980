// The steps of a script, read from text.
//
// Layer: model (pure). For model/scripted, which plays them.
// Spec:  docs/scripts.md.

#ifndef AII_MODEL_SCRIPT_STEPS_H_
#define AII_MODEL_SCRIPT_STEPS_H_

#include <string>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "base/failure.h"
#include "model/backend.h"

namespace aii::model {

// Longest "delay_ms" of one step.
inline constexpr int kMaxDelayMs = 3'600'000;

// What a step looks at: what the person said, or what the tool gave last.
enum class Heard { kMessage, kResult };

struct Say {
  std::string text;
};
struct SayBack {
  Heard heard;
};
struct Call {
  std::string name = "run_command";
  std::string id;  // empty: made from a count
  std::string arguments_json;
};
struct Expect {
  Heard heard;
  std::string part;
};
struct Delay {
  absl::Duration length;
};
struct Fail {
  base::Failure failure;
};
struct End {};
// What Backend::Info() gives; nothing where it is played.
struct Describe {
  ModelInfo info;
};
using Action =
    std::variant<Say, SayBack, Call, Expect, Delay, Fail, End, Describe>;

struct Step {
  int line = 0;
  Action action;
};

// Reads JSON objects, one a line; blank lines and comments give no step.
//
// Errors: kInvalidArgument, "line <n>: <what>", n counted from 1.
// Cost:   O(text).
absl::StatusOr<std::vector<Step>> ParseSteps(absl::string_view text);

}  // namespace aii::model

#endif  // AII_MODEL_SCRIPT_STEPS_H_
