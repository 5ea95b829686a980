#include "model/foundation.h"

#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "model/foundation_events.h"
#include "model/foundation_failure.h"

namespace aii::model {
namespace {

// What the small model gets wrong: the program once more as its own first
// argument, the whole command as the program, empty strings.
constexpr absl::string_view kExecutableGuide =
    "The program alone, without arguments: a name or an absolute path, e.g. ls "
    "or /usr/bin/git. Never a whole command line.";
constexpr absl::string_view kArgumentsGuide =
    "The arguments, one array element each, without the program's name, e.g. "
    "[\"-h\", \"/\"] for df -h /. An empty array where there are none; no "
    "empty "
    "strings, no quoting, wildcards or ~.";

base::Failure Internal(std::string line) {
  return {.code = base::FailureCode::kInternalError,
          .lines = {std::move(line)}};
}

void AppendLanguage(void* user, const char* bytes, std::size_t size) {
  static_cast<std::vector<std::string>*>(user)->emplace_back(bytes, size);
}

void AssignText(void* user, const char* bytes, std::size_t size) {
  static_cast<std::string*>(user)->assign(bytes, size);
}

class Foundation final : public Backend {
 public:
  Foundation(const FoundationApi& api, aii_fm_session session,
             std::string tool_name, const base::Clock& clock)
      : api_(api),
        session_(session),
        tool_name_(std::move(tool_name)),
        clock_(clock) {}

  ~Foundation() override {
    EndTurn();
    api_.session_destroy(session_);
  }

  InfoResult Info(const base::Cancel&) override {
    if (auto failure = AvailabilityFailure(api_.availability())) {
      return *std::move(failure);
    }
    ModelInfo info{.context_tokens = Window()};
    api_.variant(&AssignText, &info.variant);
    api_.languages(&AppendLanguage, &info.languages);
    return info;
  }

  std::optional<int> CountTokens(const std::string& text,
                                 const base::Cancel& cancel) override {
    auto events = FoundationEvents::Create();
    if (!events.ok()) return std::nullopt;
    api_.count_tokens(text.data(), text.size(), &FoundationEvents::TakeCount,
                      FoundationEvents::NewUser(*events));
    const auto counted = (*events)->Next(cancel);
    if (!counted.has_value()) return std::nullopt;
    const std::int64_t tokens = std::get<FoundationCount>(*counted).tokens;
    if (tokens < 0 || tokens > std::numeric_limits<int>::max()) {
      return std::nullopt;
    }
    return static_cast<int>(tokens);
  }

  void StartTurn(std::string message) override {
    EndTurn();  // it was left in the middle
    message_ = std::move(message);
    in_turn_ = true;
  }

  Event Next(const base::Cancel& cancel) override {
    if (!in_turn_) return Done{};
    if (events_ == nullptr) {
      if (auto failed = Begin()) return Finished(*std::move(failed));
    }
    std::optional<FoundationEvent> event = events_->Next(cancel);
    if (!event.has_value()) {
      EndTurn();
      return Cancelled{};
    }
    if (auto* text = std::get_if<FoundationText>(&*event)) {
      return TextDelta{std::move(text->text)};
    }
    if (auto* call = std::get_if<FoundationCall>(&*event)) {
      return ToolCall{absl::StrCat(call->id), tool_name_,
                      std::move(call->arguments_json)};
    }
    return Finished(AsEvent(std::get<FoundationEnd>(*event)));
  }

  // A call that is over, as after an interrupt, needs no answer any more.
  void Answer(absl::string_view id, std::string result) override {
    std::uint64_t call = 0;
    if (!absl::SimpleAtoi(id, &call)) return;
    (void)api_.finish(call, result.data(), result.size());
  }

 private:
  int Window() const { return ContextTokens(api_.context_size()); }

  // Sends the message; an error where it can't be sent.
  std::optional<Error> Begin() {
    auto events = FoundationEvents::Create();
    if (!events.ok()) {
      return Error{Internal(std::string(events.status().message()))};
    }
    void* user = FoundationEvents::NewUser(*events);
    request_ = api_.stream(session_, message_.data(), message_.size(),
                           &FoundationEvents::Callbacks(), user);
    if (request_ == 0) {
      FoundationEvents::FreeUser(user);
      return Error{Internal("Apple's model has lost the conversation")};
    }
    events_ = *std::move(events);
    return std::nullopt;
  }

  Event AsEvent(const FoundationEnd& end) const {
    if (end.code == AII_FM_DONE) return Done{};
    // A request that is cancelled from here ends in EndTurn(), never here.
    if (end.code == AII_FM_CANCELLED) {
      return Error{Internal("Apple's model gave up the request by itself")};
    }
    return Error{EndFailure(end.View(), Window())};
  }

  Event Finished(Event event) {
    EndTurn();
    return event;
  }

  // Whatever is under way is over after this, or abandoned.
  void EndTurn() {
    if (events_ != nullptr) {
      // Refused where the request has ended.
      if (api_.cancel(request_) == AII_FM_OK) {
        (void)events_->AwaitEnd(kFoundationPatience, clock_);
      }
      events_.reset();
    }
    in_turn_ = false;
  }

  const FoundationApi& api_;
  const aii_fm_session session_;
  const std::string tool_name_;
  const base::Clock& clock_;
  std::string message_;
  bool in_turn_ = false;
  aii_fm_request request_ = 0;
  std::shared_ptr<FoundationEvents> events_;  // of the turn, once it is sent
};

aii_fm_tool View(const ToolSpec& tool) {
  return {.name = tool.name.data(),
          .name_size = tool.name.size(),
          .description = tool.description.data(),
          .description_size = tool.description.size(),
          .executable_guide = kExecutableGuide.data(),
          .executable_guide_size = kExecutableGuide.size(),
          .arguments_guide = kArgumentsGuide.data(),
          .arguments_guide_size = kArgumentsGuide.size()};
}

}  // namespace

std::variant<std::unique_ptr<Backend>, base::Failure> MakeFoundationBackend(
    const FoundationApi& api, SessionOptions session,
    const base::Clock& clock) {
  if (api.version() != AII_FM_VERSION) {
    return Internal(absl::StrCat("The Foundation Models shim is of version ",
                                 api.version(), ", not ", AII_FM_VERSION));
  }
  if (auto failure = AvailabilityFailure(api.availability())) {
    return *std::move(failure);
  }
  aii_fm_tool tool = {};
  std::string tool_name;
  if (session.tool.has_value()) {
    tool = View(*session.tool);
    tool_name = session.tool->name;
  }
  const aii_fm_session handle = api.session_create(
      session.instructions.data(), session.instructions.size(),
      session.tool.has_value() ? &tool : nullptr);
  if (handle == 0) return Internal("Apple's model takes no conversation");
  api.session_prewarm(handle);
  return std::make_unique<Foundation>(api, handle, std::move(tool_name), clock);
}

}  // namespace aii::model
