// Takes out the thoughts with which some models begin an answer.
//
// Layer: model (pure).
// Spec:  docs/spec.md, "Backends".

#ifndef AII_MODEL_THINK_FILTER_H_
#define AII_MODEL_THINK_FILTER_H_

#include <string>

#include "absl/strings/string_view.h"

namespace aii::model {

// Watches one reply. "<think>…</think>" is taken out where the reply begins
// with it, after blanks, together with the blanks that follow; what looks like
// it further on is text. Servers that put thoughts apart ("reasoning_content")
// need none of this.
class ThinkFilter {
 public:
  // What of the next piece is text, with what was held back before. Up to six
  // bytes are held back where they may be the start of a tag.
  // Cost: O(piece).
  std::string Feed(absl::string_view piece);

  // The reply has ended: what is still held back is text, unless the thoughts
  // never ended.
  std::string End();

 private:
  enum class Where { kBefore, kInside, kAfter, kText };

  std::string held_;
  Where where_ = Where::kBefore;
};

}  // namespace aii::model

#endif  // AII_MODEL_THINK_FILTER_H_
