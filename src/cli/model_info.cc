#include "cli/model_info.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "argv/render.h"
#include "base/clock.h"
#include "cli/model_choice.h"

namespace aii::cli {
namespace {

std::string OneLine(const std::string& text) {
  return argv::EscapeUnsafe(text, /*keep_layout=*/false);
}

std::string LanguagesLine(std::vector<std::string> languages) {
  if (languages.empty()) return "Supported languages: unknown\n";
  std::sort(languages.begin(), languages.end());
  for (std::string& language : languages) language = OneLine(language);
  return absl::StrCat("Supported languages (", languages.size(),
                      "): ", absl::StrJoin(languages, ", "), "\n");
}

}  // namespace

std::string ModelInfoText(const model::ModelInfo& info) {
  return absl::StrCat("Context window: ", info.context_tokens, " tokens\n",
                      "Model variant: ",
                      info.variant.empty() ? "unknown" : OneLine(info.variant),
                      "\n", LanguagesLine(info.languages));
}

std::variant<std::string, InfoCancelled, base::Failure> DescribeModel(
    const Options& options, const Environment& environment, Reporter& reporter,
    const base::Cancel& cancel) {
  auto chosen = ChooseModel(options.model, environment, cancel);
  if (auto* failure = std::get_if<base::Failure>(&chosen)) {
    return std::move(*failure);
  }
  auto opened = OpenModel(std::get<PendingModel>(chosen), {}, reporter,
                          base::MonotonicClock(), cancel);
  if (auto* failure = std::get_if<base::Failure>(&opened)) {
    return std::move(*failure);
  }
  if (std::holds_alternative<OpenCancelled>(opened)) return InfoCancelled{};
  auto& backend = *std::get<std::unique_ptr<model::Backend>>(opened);
  model::InfoResult info = backend.Info(cancel);
  if (auto* failure = std::get_if<base::Failure>(&info)) {
    return std::move(*failure);
  }
  if (std::holds_alternative<model::Cancelled>(info)) return InfoCancelled{};
  return ModelInfoText(std::get<model::ModelInfo>(info));
}

}  // namespace aii::cli
