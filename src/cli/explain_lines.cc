#include "cli/explain_lines.h"

#include <optional>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "os/line_reader.h"

namespace aii::cli {
namespace {

constexpr std::size_t kPrintBytes = std::size_t{64} * 1024;

std::string ErrorLine(absl::string_view what) {
  return base::WriteJson(base::JsonObject{{"error", what}});
}

absl::StatusOr<std::vector<std::string>> ReadWords(absl::string_view line) {
  AII_ASSIGN_OR_RETURN(const base::Json json, base::ParseJson(line));
  const auto not_words =
      absl::InvalidArgumentError("not an array of strings, program first");
  const base::JsonArray* const array = json.as_array();
  if (array == nullptr || array->empty()) return not_words;
  std::vector<std::string> words;
  words.reserve(array->size());
  for (const base::Json& element : *array) {
    const std::string* const word = element.as_string();
    if (word == nullptr) return not_words;
    words.push_back(*word);
  }
  return words;
}

}  // namespace

std::string ExplainLine(const ExplainContext& context, absl::string_view line) {
  const auto words = ReadWords(line);
  if (!words.ok()) return ErrorLine(words.status().message());
  return base::WriteJson(ExplanationJson(Explain(context, *words)));
}

absl::Status ExplainLines(
    const ExplainContext& context, int fd,
    absl::FunctionRef<absl::Status(const std::string&)> print) {
  os::LineReader reader(fd, kMaxExplainLineBytes);
  const base::Cancel never;
  std::string answers;
  for (;;) {
    if (!answers.empty() &&
        (answers.size() >= kPrintBytes || !reader.HasLine())) {
      AII_RETURN_IF_ERROR(print(answers));
      answers.clear();
    }
    const auto line = reader.Next(never);
    if (absl::IsOutOfRange(line.status())) {
      answers += ErrorLine(line.status().message());
    } else if (!line.ok()) {
      return line.status();
    } else if (!line->has_value()) {
      return answers.empty() ? absl::OkStatus() : print(answers);
    } else {
      answers += ExplainLine(context, **line);
    }
    answers += '\n';
  }
}

}  // namespace aii::cli
