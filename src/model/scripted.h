// A model that plays a script: for tests and demonstrations.
//
// Layer: model.
// Spec:  docs/scripts.md, the format.

#ifndef AII_MODEL_SCRIPTED_H_
#define AII_MODEL_SCRIPTED_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/clock.h"
#include "model/backend.h"

namespace aii::model {

// Reads a script: JSON objects, one a line.
//
// text:   the whole file.
// Errors: kInvalidArgument, "line <n>: <what>".
absl::StatusOr<std::unique_ptr<Backend>> ParseScript(absl::string_view text);

}  // namespace aii::model

#endif  // AII_MODEL_SCRIPTED_H_
