// Which model, and how to reach it.
//
// Layer: cli.
// Spec:  docs/spec.md, "Backends".

#ifndef AII_CLI_MODEL_CHOICE_H_
#define AII_CLI_MODEL_CHOICE_H_

#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "base/cancel.h"
#include "base/clock.h"
#include "base/failure.h"
#include "cli/environment.h"
#include "cli/private_model.h"
#include "cli/reporter.h"
#include "model/backend.h"
#include "model/endpoint.h"

namespace aii::cli {

// A model on its way: a server may still be starting while content is read.
struct PendingModel {
  model::ModelSpec spec;
  PrivateModel served;  // of `embedded` and a .gguf file
};

// Chooses by --model, AII_MODEL, then what is installed, and takes up a private
// server where one is needed.
//
// Errors: usage_error (a SPEC that can't be read), unavailable_not_supported
//         with the ways to get a model, and as of StartGguf().
std::variant<PendingModel, base::Failure> ChooseModel(
    const std::optional<std::string>& flag, const Environment& environment,
    const base::Cancel& cancel);

// Waits until the model can be used and opens a conversation with it. `pending`
// must outlive the backend.
std::variant<std::unique_ptr<model::Backend>, OpenCancelled, base::Failure>
OpenModel(const PendingModel& pending, model::SessionOptions session,
          Reporter& reporter, const base::Clock& clock,
          const base::Cancel& cancel);

}  // namespace aii::cli

#endif  // AII_CLI_MODEL_CHOICE_H_
