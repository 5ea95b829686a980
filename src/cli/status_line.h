// The one line that says what is being waited for.
//
// Layer: cli.
// Spec:  docs/spec.md, "The status line".

#ifndef AII_CLI_STATUS_LINE_H_
#define AII_CLI_STATUS_LINE_H_

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "base/clock.h"

namespace aii::cli {

// What is going on.
struct Activity {
  std::string what;  // "thinking", "running df"; safe to show
  std::string hint;  // in parentheses behind it; may be empty
  bool timed = true;
};

// Shows an activity on a terminal once there was silence for a second, with the
// seconds that it has lasted, and erases it before anything else is written.
//
// A thread of its own draws, started by the first activity; it has every signal
// blocked. It never waits for the terminal, and does not draw while this
// process is in the background of it.
class StatusLine {
 public:
  struct Terminal {
    int fd = -1;  // borrowed; -1: nothing is ever shown
    bool color = false;
  };

  explicit StatusLine(const Terminal& terminal,
                      absl::Duration silence = absl::Seconds(1),
                      const base::Clock& clock = base::MonotonicClock())
      : terminal_(terminal), silence_(silence), clock_(clock) {}
  ~StatusLine();
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  // From now on `activity` goes on; an empty `what` is none.
  void Set(Activity activity);

  // Erases the line and keeps it off until Resume(). They do not nest.
  void Pause();
  // at_line_start: whether the cursor is there; else nothing may be shown.
  void Resume(bool at_line_start);

 private:
  void Run();
  bool MayShow() const;
  void Draw();
  void Erase();
  std::string Text(int columns) const;

  const Terminal terminal_;
  const absl::Duration silence_;
  const base::Clock& clock_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::thread thread_;
  Activity activity_;
  base::Instant begun_;     // of the activity
  base::Instant quiet_at_;  // since when nothing was written
  bool paused_ = false;
  bool at_line_start_ = true;
  bool drawn_ = false;
  bool ending_ = false;
};

}  // namespace aii::cli

#endif  // AII_CLI_STATUS_LINE_H_
