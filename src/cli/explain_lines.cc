#include "cli/explain_lines.h"

#include <optional>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/file_facts.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "os/line_reader.h"

namespace aii::cli {
namespace {

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

// Finds each program once, until it is told to forget.
class Finder {
 public:
  explicit Finder(exec::FindProgram find) : find_(find) {}

  std::optional<base::ResolvedProgram> Find(absl::string_view name) {
    const auto known = found_.find(name);
    if (known != found_.end()) return known->second;
    return found_.try_emplace(std::string(name), find_(name)).first->second;
  }
  void Forget() { found_.clear(); }

 private:
  exec::FindProgram find_;
  absl::flat_hash_map<std::string, std::optional<base::ResolvedProgram>> found_;
};

std::string AnswerTo(const ExplainContext& context, exec::FindProgram find,
                     absl::string_view line) {
  auto words = ReadWords(line);
  if (!words.ok()) return ErrorLine(words.status().message());
  return base::WriteJson(
      ExplanationJson(Explain(context, find, *std::move(words))));
}

}  // namespace

absl::Status ExplainLines(
    const ExplainContext& context, exec::FindProgram find, int fd,
    absl::FunctionRef<absl::Status(const std::string&)> print) {
  os::LineReader reader(fd, kMaxExplainLineBytes);
  Finder finder(find);
  const auto find_once = [&finder](absl::string_view name) {
    return finder.Find(name);
  };
  const base::Cancel never;
  std::string answers;
  for (;;) {
    if (!reader.HasLine()) {
      if (!answers.empty()) AII_RETURN_IF_ERROR(print(answers));
      answers.clear();
      finder.Forget();
    }
    const auto line = reader.Next(never);
    if (absl::IsOutOfRange(line.status())) {
      answers += ErrorLine(line.status().message());
    } else if (!line.ok()) {
      return line.status();
    } else if (!line->has_value()) {
      return answers.empty() ? absl::OkStatus() : print(answers);
    } else {
      answers += AnswerTo(context, find_once, **line);
    }
    answers += '\n';
  }
}

}  // namespace aii::cli
