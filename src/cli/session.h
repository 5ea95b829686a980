// The model that was chosen, its tool, and the rules: what both modes talk by.
//
// Layer: cli.

#ifndef AII_CLI_SESSION_H_
#define AII_CLI_SESSION_H_

#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "base/cancel.h"
#include "base/failure.h"
#include "chat/turn.h"
#include "cli/console.h"
#include "cli/environment.h"
#include "cli/flags.h"
#include "cli/model_choice.h"
#include "cli/reporter.h"
#include "model/backend.h"
#include "policy/trusted_dirs.h"
#include "store/allow_file.h"

namespace aii::cli {

// Everything it is made of outlives it.
class Session {
 public:
  Session(const Options& options, const Environment& environment,
          Console& console, Reporter& reporter, std::string allow_path);

  // Chooses the model and begins to start it; a failure where there is none.
  // One that opens without a wait is opened, so that it loads meanwhile.
  std::optional<base::Failure> Choose(const base::Cancel& cancel);

  struct Opened {};
  // Waits for the model and opens a conversation; an earlier one is forgotten.
  // The first time the rules are read; they stay. After Choose().
  std::variant<Opened, OpenCancelled, base::Failure> Open(
      const base::Cancel& cancel);

  // Whether `message` can't fit into the model's window (chat::Preflight).
  std::optional<base::Failure> Preflight(const std::string& message,
                                         const base::Cancel& cancel);

  // Runs a turn of the conversation, which is opened first where none is.
  chat::TurnResult Talk(std::string message, const base::Cancel& cancel);

 private:
  model::SessionOptions OptionsOfModel() const;
  chat::TurnResult RunTurn(std::string message, const base::Cancel& cancel);

  const Options& options_;
  const Environment& environment_;
  Console& console_;
  Reporter& reporter_;
  const std::string allow_path_;
  const policy::TrustedDirs trusted_ = policy::TrustedDirs::BuiltIn();
  std::optional<PendingModel> pending_;
  std::optional<store::LoadedRules> rules_;
  std::unique_ptr<model::Backend> backend_;
  bool opened_early_ = false;
};

}  // namespace aii::cli

#endif  // AII_CLI_SESSION_H_
