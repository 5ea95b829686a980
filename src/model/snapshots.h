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
//
// A snapshot may have been made in the middle of a character, which stands at
// its end as U+FFFD until the rest is there. So what a snapshot ends with of
// U+FFFD is held back until the next one, or the end, shows what it is.
class Snapshots {
 public:
  // Returns what `snapshot` has more than the one before. One that does not
  // begin with the text so far begins a new segment, as after a tool call: then
  // what was held back, and the whole. May be empty.
  // Cost: O(snapshot).
  std::string Advance(absl::string_view snapshot);

  // Returns what is held back: the text of the last snapshot was all.
  std::string Finish();

 private:
  std::string told_;  // of this segment
  std::string held_;  // only U+FFFD
};

}  // namespace aii::model

#endif  // AII_MODEL_SNAPSHOTS_H_
