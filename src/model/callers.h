// Who uses a private server, and when its time is over.
//
// Layer: model. For private_server_supervisor.
// Spec:  docs/spec.md, "Private servers".

#ifndef AII_MODEL_CALLERS_H_
#define AII_MODEL_CALLERS_H_

#include <poll.h>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "base/clock.h"
#include "base/unique_fd.h"
#include "model/control_link.h"

namespace aii::model {

// Callers that are served at a time; more wait until one has gone.
inline constexpr std::size_t kMaxCallers = 64;

// The supervisor's side of control_link. Whoever is connected uses the server;
// the kernel ends the connection of a process that is killed.
class Callers {
 public:
  // listener: listens, and does not block. first: counts as a caller from the
  // start.
  Callers(base::UniqueFd listener, ControlLink first, const base::Clock& clock);

  // Adds what Attend() is to be called for.
  void AddTo(std::vector<pollfd>& waits) const;

  // Takes new callers, hears what all have said, and lets those go that have
  // gone. Never blocks.
  void Attend();

  // Whether one has said "stop", or none has been there for the keep time of
  // the one that went last. One that went without a word does not count.
  bool IsOver() const;

  // How long poll(2) may wait before IsOver() can change by itself.
  int TimeoutMs() const;

  // Says to all that are there, last of all, why the server is gone. The
  // connection of one that wanted the server to end with it is held until then,
  // and closed when this object is destroyed: it may wait for that.
  void Tell(absl::string_view reason);

 private:
  struct Caller {
    ControlLink link;
    std::optional<absl::Duration> keep;  // once it has said so
  };
  void Accept();
  void Hear(Caller& caller);

  base::UniqueFd listener_;
  const base::Clock& clock_;
  std::vector<Caller> callers_;
  base::Instant idle_until_;
  bool stop_ = false;
};

}  // namespace aii::model

#endif  // AII_MODEL_CALLERS_H_
