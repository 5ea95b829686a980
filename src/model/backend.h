// A language model, pulled.
//
// Layer: model.
// Spec:  docs/architecture.md, "The backend is pulled".

#ifndef AII_MODEL_BACKEND_H_
#define AII_MODEL_BACKEND_H_

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/string_view.h"
#include "base/cancel.h"
#include "base/failure.h"

namespace aii::model {

// The one tool that a session may have.
struct ToolSpec {
  std::string name;
  std::string description;
  std::string parameters_json;
};

struct SessionOptions {
  std::string instructions;      // empty: none
  std::optional<ToolSpec> tool;  // with -x
};

// More of the answer.
struct TextDelta {
  std::string text;  // not empty
};
// The model wants the tool. Answer() must follow before the next Next().
struct ToolCall {
  std::string id;
  std::string name;
  std::string arguments_json;
};
// The turn is over.
struct Done {};
// The turn is over and failed; what was streamed stays.
struct Error {
  base::Failure failure;
};
// The token fired; the turn is over. The session can go on.
struct Cancelled {};
using Event = std::variant<TextDelta, ToolCall, Done, Error, Cancelled>;

// The context window of a model that can't say, or says 0 or less.
inline constexpr int kDefaultContextTokens = 4096;

struct ModelInfo {
  int context_tokens = kDefaultContextTokens;  // above 0
  std::string variant;                         // the model's name; any bytes
  std::vector<std::string> languages;          // any order; empty: unknown
};
using InfoResult = std::variant<ModelInfo, base::Failure, Cancelled>;

// One conversation. Used from one thread.
class Backend {
 public:
  virtual ~Backend() = default;

  // What the model is. Not while a turn is under way. May ask a server, so that
  // it waits; a server that answers but can't say gives the defaults.
  // Errors: the model is not there, or not yet.
  virtual InfoResult Info(const base::Cancel& cancel) = 0;

  // How many tokens `text` is by the model's own count; nothing where the
  // backend can't count, or `cancel` fired: an estimate would not do. Not while
  // a turn is under way. May ask a server.
  virtual std::optional<int> CountTokens(const std::string& text,
                                         const base::Cancel& cancel) {
    (void)text;
    (void)cancel;
    return std::nullopt;
  }

  // Begins a turn with the person's message. Not while one is under way.
  virtual void StartTurn(std::string message) = 0;

  // Waits for the next event of the turn.
  virtual Event Next(const base::Cancel& cancel) = 0;

  // The result of the tool call `id`.
  virtual void Answer(absl::string_view id, std::string result) = 0;

  // Whether the backend, not chat, bounds the number of tool calls. False where
  // chat may say StopCalling().
  virtual bool OwnsToolLoop() const { return false; }

  // From now on the turn has no tool: the model must answer with what it has
  // (decision 32).
  virtual void StopCalling() {}
};

}  // namespace aii::model

#endif  // AII_MODEL_BACKEND_H_
