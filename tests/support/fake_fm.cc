#include "tests/support/fake_fm.h"

#include <utility>

#include "base/status_macros.h"

namespace aii::testing {
namespace {

// The ABI has no place for a context.
FakeFm* current = nullptr;

std::string Copy(const char* bytes, std::size_t size) {
  return size == 0 ? std::string() : std::string(bytes, size);
}

aii_fm_session CreateSession(const char* instructions, std::size_t size,
                             const aii_fm_tool* tool) {
  if (!current->has_session) return 0;
  current->instructions = Copy(instructions, size);
  if (tool != nullptr) {
    current->tool = {Copy(tool->name, tool->name_size),
                     Copy(tool->description, tool->description_size),
                     Copy(tool->executable_guide, tool->executable_guide_size),
                     Copy(tool->arguments_guide, tool->arguments_guide_size)};
  }
  return 1;
}

void End(const aii_fm_events& events, void* user, const FakeFault& fault) {
  const aii_fm_end end = {.code = fault.code,
                          .case_name = fault.case_name.data(),
                          .case_name_size = fault.case_name.size(),
                          .message = fault.message.data(),
                          .message_size = fault.message.size(),
                          .context_size = fault.context_size,
                          .token_count = 0};
  events.end(user, &end);
}

}  // namespace

FakeFm::FakeFm() {
  AII_CHECK(current == nullptr);
  current = this;
}

FakeFm::~FakeFm() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    closing_ = true;
    for (auto& [id, request] : requests_) request.cancelled = true;
  }
  changed_.notify_all();
  for (auto& [take, user] : late_counts) take(user, -1);
  for (auto& [id, request] : requests_) request.thread.join();
  current = nullptr;
}

const model::FoundationApi& FakeFm::api() const {
  static const model::FoundationApi kApi = {
      .version = [] { return current->version; },
      .availability = [] { return current->availability; },
      .context_size = [] { return current->context_size; },
      .variant = [](aii_fm_text_fn take, void* user) { take(user, "fake", 4); },
      .languages =
          [](aii_fm_text_fn take, void* user) {
            take(user, "en", 2);
            take(user, "zh-Hant", 7);
          },
      .count_tokens =
          [](const char*, std::size_t, aii_fm_count_fn take, void* user) {
            if (current->counts) {
              take(user, current->tokens);
            } else {
              current->late_counts.emplace_back(take, user);
            }
          },
      .session_create = &CreateSession,
      .session_prewarm = [](aii_fm_session) { ++current->prewarmed; },
      .session_destroy = [](aii_fm_session) { ++current->destroyed; },
      .stream =
          [](aii_fm_session, const char* prompt, std::size_t size,
             const aii_fm_events* events, void* user) {
            return current->Stream(Copy(prompt, size), *events, user);
          },
      .cancel = [](aii_fm_request request) { return current->Cancel(request); },
      .finish =
          [](std::uint64_t call, const char* result, std::size_t size) {
            return current->Finish(call, Copy(result, size));
          }};
  return kApi;
}

std::vector<std::string> FakeFm::results() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return results_;
}

int FakeFm::open_calls() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return static_cast<int>(open_.size());
}

aii_fm_request FakeFm::Stream(std::string prompt, const aii_fm_events& events,
                              void* user) {
  if (!takes_prompt) return 0;
  const std::lock_guard<std::mutex> lock(mutex_);
  prompts.push_back(std::move(prompt));
  const std::size_t turn = prompts.size() - 1;
  Request& request = requests_[prompts.size()];
  request.thread = std::thread([this, turn, &request, events, user] {
    Play(request, turn < turns.size() ? turns[turn] : std::vector<FakeStep>(),
         events, user);
  });
  return prompts.size();
}

std::int32_t FakeFm::Cancel(aii_fm_request request) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = requests_.find(request);
  if (found == requests_.end() || found->second.ended) return AII_FM_REFUSED;
  found->second.cancelled = true;
  changed_.notify_all();
  return AII_FM_OK;
}

std::int32_t FakeFm::Finish(std::uint64_t call, std::string result) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (open_.erase(call) == 0) return AII_FM_REFUSED;
  results_.push_back(std::move(result));
  changed_.notify_all();
  return AII_FM_OK;
}

bool FakeFm::Call(Request& request, const FakeCalls& calls,
                  const aii_fm_events& events, void* user) {
  std::vector<std::uint64_t> ids;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (std::size_t i = 0; i < calls.arguments.size(); ++i) {
      ids.push_back(++last_call_);
      open_[last_call_] = true;
    }
  }
  for (std::size_t i = 0; i < ids.size(); ++i) {
    events.tool_call(user, ids[i], calls.arguments[i].data(),
                     calls.arguments[i].size());
  }
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [&] {
    if (request.cancelled) return true;
    for (const std::uint64_t id : ids) {
      if (open_.contains(id)) return false;
    }
    return true;
  });
  if (!request.cancelled) return true;
  for (const std::uint64_t id : ids) open_.erase(id);
  return false;
}

void FakeFm::Play(Request& request, const std::vector<FakeStep>& steps,
                  const aii_fm_events& events, void* user) {
  FakeFault end = {.code = AII_FM_DONE};
  for (const FakeStep& step : steps) {
    if (const auto* snapshot = std::get_if<FakeSnapshot>(&step)) {
      events.snapshot(user, snapshot->text.data(), snapshot->text.size());
    } else if (const auto* calls = std::get_if<FakeCalls>(&step)) {
      if (!Call(request, *calls, events, user)) break;
    } else if (const auto* hang = std::get_if<FakeHang>(&step)) {
      std::unique_lock<std::mutex> lock(mutex_);
      changed_.wait(
          lock, [&] { return closing_ || (request.cancelled && !hang->deaf); });
      break;
    } else {
      end = std::get<FakeFault>(step);
    }
  }
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (request.cancelled) end = {.code = AII_FM_CANCELLED};
    request.ended = true;
  }
  End(events, user, end);
}

}  // namespace aii::testing
