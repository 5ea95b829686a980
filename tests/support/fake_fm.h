// The shim's C ABI in C++, for tests: plays steps on threads of its own.

#ifndef AII_TESTS_SUPPORT_FAKE_FM_H_
#define AII_TESTS_SUPPORT_FAKE_FM_H_

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "model/foundation_api.h"

namespace aii::testing {

struct FakeSnapshot {
  std::string text;
};
// The calls begin together; the steps go on once all have results.
struct FakeCalls {
  std::vector<std::string> arguments;
};
// Waits for a cancel; where `deaf`, not even that ends the request.
struct FakeHang {
  bool deaf = false;
};
struct FakeFault {
  std::int32_t code = AII_FM_INTERNAL;
  std::string case_name;
  std::string message;
  std::int64_t context_size = 0;
};
using FakeStep = std::variant<FakeSnapshot, FakeCalls, FakeHang, FakeFault>;

// One at a time in a process. What it was told is read between turns.
class FakeFm {
 public:
  FakeFm();
  ~FakeFm();
  FakeFm(const FakeFm&) = delete;
  FakeFm& operator=(const FakeFm&) = delete;

  const model::FoundationApi& api() const;

  std::uint32_t version = AII_FM_VERSION;
  std::int32_t availability = AII_FM_AVAILABLE;
  std::int64_t context_size = 4096;
  std::int64_t tokens = -1;
  bool counts = true;                        // else a count never comes
  bool has_session = true;                   // else none can be made
  bool takes_prompt = true;                  // else no request begins
  std::vector<std::vector<FakeStep>> turns;  // one a request, then empty ones

  std::string instructions;
  std::vector<std::string> tool;  // name, description, the two guides
  int prewarmed = 0;
  int destroyed = 0;
  std::vector<std::string> prompts;

  std::vector<std::pair<aii_fm_count_fn, void*>> late_counts;

  std::vector<std::string> results();
  int open_calls();

  // What api() calls.
  aii_fm_request Stream(std::string prompt, const aii_fm_events& events,
                        void* user);
  std::int32_t Cancel(aii_fm_request request);
  std::int32_t Finish(std::uint64_t call, std::string result);

 private:
  struct Request {
    bool cancelled = false;
    bool ended = false;
    std::thread thread;
  };
  void Play(Request& request, const std::vector<FakeStep>& steps,
            const aii_fm_events& events, void* user);
  // False where the request is cancelled.
  bool Call(Request& request, const FakeCalls& calls,
            const aii_fm_events& events, void* user);

  std::mutex mutex_;
  std::condition_variable changed_;
  bool closing_ = false;
  std::map<aii_fm_request, Request> requests_;  // a node never moves
  std::map<std::uint64_t, bool> open_;
  std::uint64_t last_call_ = 0;
  std::vector<std::string> results_;
};

}  // namespace aii::testing

#endif  // AII_TESTS_SUPPORT_FAKE_FM_H_
