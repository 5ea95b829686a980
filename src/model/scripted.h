// A model that plays a script: for tests and demonstrations.
//
// Layer: model.
// Spec:  docs/scripts.md, the format.

#ifndef AII_MODEL_SCRIPTED_H_
#define AII_MODEL_SCRIPTED_H_

#include <cstddef>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/clock.h"
#include "model/backend.h"

namespace aii::model {

// Longest script that is accepted, in bytes.
inline constexpr std::size_t kMaxScriptBytes = 64u << 20;

// Reads a script: JSON objects, one a line.
//
// text:   the whole file.
// clock:  what delays are measured with; must outlive the backend.
// Errors: kInvalidArgument, "line <n>: <what>", n counted from 1.
//         kOutOfRange: larger than kMaxScriptBytes.
// Cost:   O(text).
absl::StatusOr<std::unique_ptr<Backend>> ParseScript(
    absl::string_view text, const base::Clock& clock = base::MonotonicClock());

}  // namespace aii::model

#endif  // AII_MODEL_SCRIPTED_H_
