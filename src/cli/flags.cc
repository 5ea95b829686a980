#include "cli/flags.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace aii::cli {
namespace {

base::Failure Usage(std::string what) {
  return {.code = base::FailureCode::kUsageError,
          .lines = {std::move(what), "try 'aii --help'"}};
}

// Levenshtein distance; flag names are short.
std::size_t Distance(absl::string_view a, absl::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replace});
    }
  }
  return row[b.size()];
}

const Flag* FlagNamed(absl::string_view name) {
  const auto flags = Flags();
  const auto found =
      std::find_if(flags.begin(), flags.end(),
                   [&](const Flag& flag) { return flag.name == name; });
  return found == flags.end() ? nullptr : &*found;
}

const Flag* FlagLettered(char letter) {
  const auto flags = Flags();
  const auto found =
      std::find_if(flags.begin(), flags.end(),
                   [&](const Flag& flag) { return flag.letter == letter; });
  return found == flags.end() ? nullptr : &*found;
}

// The flag whose name begins with `name`, else the nearest: at most three
// edits, and no more than half of the letters. Longer names than any flag's are
// not compared: the cost stays small.
const Flag* NearestFlag(absl::string_view name) {
  const Flag* nearest = nullptr;
  std::size_t best = std::min<std::size_t>(3, name.size() / 2) + 1;
  if (name.empty() || name.size() > 32) return nullptr;
  for (const Flag& flag : Flags()) {
    if (absl::StartsWith(flag.name, name)) return &flag;
    const std::size_t distance = Distance(name, flag.name);
    if (distance < best) {
      best = distance;
      nearest = &flag;
    }
  }
  return nearest;
}

std::string Suggestion(const Flag* flag) {
  if (flag == nullptr) return "";
  return absl::StrCat("; did you mean '--", flag->name, "'?");
}

// Goes on after a fault, so that -j is seen wherever it stands; the first fault
// counts.
class Parser {
 public:
  explicit Parser(std::span<const absl::string_view> words) : words_(words) {}

  void Parse() {
    bool options_ended = false;
    while (next_ < words_.size()) {
      const absl::string_view word = words_[next_++];
      if (options_ended && options_.explain) {
        options_.command.emplace_back(word);
      } else if (options_ended || word.size() < 2 || word[0] != '-') {
        Positional(word);
      } else if (word == "--") {
        options_ended = true;
      } else if (word[1] == '-') {
        Long(word.substr(2));
      } else {
        Cluster(word.substr(1));
      }
    }
  }

  Options& options() { return options_; }
  std::optional<base::Failure>& failure() { return failure_; }

 private:
  template <typename... Parts>
  void Fault(const Parts&... parts) {
    if (!failure_.has_value()) failure_ = Usage(absl::StrCat(parts...));
  }

  void Positional(absl::string_view word) {
    if (options_.explain) {
      Fault("put '--' before the program to explain: '", word, "'");
    } else if (options_.prompt.has_value()) {
      Fault("more than one prompt: '", word, "'; put the prompt in quotes");
    } else {
      options_.prompt = std::string(word);
    }
  }

  void Long(absl::string_view text) {
    const std::size_t equals = text.find('=');
    const absl::string_view name = text.substr(0, equals);
    const Flag* flag = FlagNamed(name);
    if (flag == nullptr) {
      Fault("unknown option '--", name, "'", Suggestion(NearestFlag(name)));
    } else if (equals != absl::string_view::npos) {
      Inline(*flag, text.substr(equals + 1));
    } else {
      Take(*flag);
    }
  }

  void Inline(const Flag& flag, absl::string_view value) {
    if (flag.value == nullptr) {
      Fault("option '--", flag.name, "' takes no value");
    } else {
      options_.*flag.value = std::string(value);
    }
  }

  void Cluster(absl::string_view letters) {
    for (std::size_t i = 0; i < letters.size(); ++i) {
      const Flag* flag = FlagLettered(letters[i]);
      if (flag == nullptr) {
        // Some programs write long options with one hyphen.
        Fault("unknown option '-", letters.substr(i, 1), "'",
              Suggestion(FlagNamed(letters)));
      } else if (flag->value != nullptr && i + 1 < letters.size()) {
        options_.*flag->value = std::string(letters.substr(i + 1));
        return;
      } else {
        Take(*flag);
      }
    }
  }

  void Take(const Flag& flag) {
    if (flag.set != nullptr) {
      options_.*flag.set = true;
    } else if (next_ < words_.size()) {
      options_.*flag.value = std::string(words_[next_++]);
    } else {
      Fault("option '--", flag.name, "' needs a value: ", flag.argument);
    }
  }

  std::span<const absl::string_view> words_;
  std::size_t next_ = 0;
  Options options_;
  std::optional<base::Failure> failure_;
};

base::Failure Conflicting(const char* what) {
  return {.code = base::FailureCode::kConflictingInput, .lines = {what}};
}

// --help and --version need nothing, so that nothing is in their way.
std::optional<base::Failure> Conflict(const Options& options) {
  if (options.help || options.version) return std::nullopt;
  const bool question =
      options.prompt || options.exec || options.file || options.interactive;
  const bool management = options.list_allowed || options.reset_allowed;
  if (management &&
      (question || (options.list_allowed && options.reset_allowed))) {
    return Conflicting(
        "--list-allowed and --reset-allowed cannot be combined with a prompt, "
        "-i, -x, -f, or each other");
  }
  if (options.model_info && (question || management)) {
    return Conflicting(
        "--model-info cannot be combined with a prompt, -i, -x, -f, "
        "--list-allowed or --reset-allowed");
  }
  if (options.explain && (question || management || options.model_info)) {
    return Conflicting(
        "--explain takes a program after '--' and cannot be combined with a "
        "prompt, -i, -x, -f, -m, --list-allowed or --reset-allowed");
  }
  if (options.interactive && options.file) {
    return Conflicting("--interactive and --file cannot be combined");
  }
  if (options.interactive && options.no_stdin) {
    return Conflicting(
        "--interactive reads standard input and cannot be combined with "
        "--no-stdin");
  }
  if (options.stop_server &&
      (question || management || options.model_info || options.explain)) {
    return Conflicting(
        "--stop-server cannot be combined with a prompt, -i, -x, -f, -m, "
        "--explain, --list-allowed or --reset-allowed");
  }
  return std::nullopt;
}

}  // namespace

std::variant<Options, base::Failure> ParseFlags(
    std::span<const absl::string_view> words, bool& json_errors) {
  Parser parser(words);
  parser.Parse();
  json_errors = parser.options().json;
  if (parser.failure().has_value()) return *std::move(parser.failure());
  if (auto conflict = Conflict(parser.options())) return *std::move(conflict);
  return std::move(parser.options());
}

}  // namespace aii::cli
