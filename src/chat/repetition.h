// Notices that an answer goes round in circles.
//
// Layer: chat (pure).
// Spec:  docs/spec.md, "Output".

#ifndef AII_CHAT_REPETITION_H_
#define AII_CHAT_REPETITION_H_

#include <cstddef>
#include <deque>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace aii::chat {

// Lines of fewer characters are not compared: "}", "yes", a rule of a table.
inline constexpr std::size_t kMinRepeatedChars = 40;
// Lines that are remembered, of those that are compared.
inline constexpr std::size_t kRepetitionWindow = 20;

// Watches one response. Circles are:
//   - in prose, the same line for the third time within the window;
//   - in what repeats with good reason (in a fence of ``` or ~~~, a row of a
//     table, an indented line, one that starts with a figure as those of logs
//     do, or that has no letter), a window in which all lines recur with a
//     period of at most six: nothing else has been said for twenty lines.
class RepetitionWatch {
 public:
  // Looks at the next piece of the response, which may end anywhere.
  //
  // Returns: nothing, or how many bytes of `text` there are up to the end of
  //          the line that made it a circle, its newline included. Then the
  //          response is to be stopped.
  // Cost:    O(text), and six comparisons of lines for each long line.
  std::optional<std::size_t> Feed(absl::string_view text);

 private:
  struct Line {
    std::string text;
    bool prose = false;
  };

  bool EndsCircle();
  bool EndLine();

  std::string line_;  // the one under way
  char fence_ = '\0';
  std::deque<Line> window_;
};

}  // namespace aii::chat

#endif  // AII_CHAT_REPETITION_H_
