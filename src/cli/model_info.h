// --model-info.
//
// Layer: cli.
// Spec:  docs/spec.md, "Model information".

#ifndef AII_CLI_MODEL_INFO_H_
#define AII_CLI_MODEL_INFO_H_

#include <string>
#include <variant>

#include "base/cancel.h"
#include "base/failure.h"
#include "cli/environment.h"
#include "cli/flag_table.h"
#include "cli/reporter.h"
#include "model/backend.h"

namespace aii::cli {

// Three lines: context window, variant, languages in the order of their names.
// What could break a line or move the cursor is escaped.
std::string ModelInfoText(const model::ModelInfo& info);

struct InfoCancelled {};

// The text for the model that `options` and `environment` choose.
// Errors: of ChooseModel(), OpenModel() and Backend::Info().
std::variant<std::string, InfoCancelled, base::Failure> DescribeModel(
    const Options& options, const Environment& environment, Reporter& reporter,
    const base::Cancel& cancel);

}  // namespace aii::cli

#endif  // AII_CLI_MODEL_INFO_H_
