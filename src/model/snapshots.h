// A text that arrives as growing snapshots, as what is new in each.
//
// Layer: model (pure).
// Spec:  docs/spec.md, "Standard output"; ADR 9.

#ifndef AII_MODEL_SNAPSHOTS_H_
#define AII_MODEL_SNAPSHOTS_H_

#include <string>

#include "absl/strings/string_view.h"

namespace aii::model {

// Compares bytes. Characters would be wrong: a combining mark joins the letter
// before it, so that the same text can have fewer characters than a part of it.
class Snapshots {
 public:
  // Returns the rest of `snapshot` where it begins with the one before, else
  // the whole: a new segment has begun, as after a tool call. May be empty. The
  // view is into `snapshot`.
  // Cost: O(snapshot).
  absl::string_view Advance(absl::string_view snapshot);

 private:
  std::string last_;
};

}  // namespace aii::model

#endif  // AII_MODEL_SNAPSHOTS_H_
