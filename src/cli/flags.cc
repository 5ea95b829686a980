#include "cli/flags.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "absl/strings/str_cat.h"

namespace aii::cli {
namespace {

constexpr std::array kFlags = {
    Flag{.name = "exec",
         .letter = 'x',
         .help = "let the model run programs, each with your permission",
         .set = &Options::exec},
    Flag{.name = "file",
         .letter = 'f',
         .argument = "PATH",
         .help = "content for the prompt, from a file",
         .value = &Options::file},
    Flag{.name = "json",
         .letter = 'j',
         .help = "errors as JSON on stderr, and nothing else there",
         .set = &Options::json},
    Flag{.name = "model",
         .argument = "SPEC",
         .help = "which model (below); AII_MODEL says the same",
         .value = &Options::model},
    Flag{.name = "no-stdin",
         .letter = 'n',
         .help = "leave standard input alone",
         .set = &Options::no_stdin},
    Flag{.name = "verbose",
         .letter = 'v',
         .help = "after each command, show what the model is told of it",
         .set = &Options::verbose},
    Flag{.name = "list-allowed",
         .help = "print the rules that let commands run unasked",
         .set = &Options::list_allowed},
    Flag{.name = "reset-allowed",
         .help = "delete your rules; the built-in ones apply again",
         .set = &Options::reset_allowed},
    Flag{.name = "explain",
         .help = "say what -x would do with: -- PROGRAM [ARG...]",
         .set = &Options::explain},
    Flag{.name = "version",
         .help = "print the version",
         .set = &Options::version},
    Flag{.name = "help",
         .letter = 'h',
         .help = "print this help",
         .set = &Options::help},
};

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

// Longer names than any flag's are not compared: the cost stays small.
std::string Suggestion(absl::string_view name) {
  const Flag* nearest = nullptr;
  std::size_t best = 4;
  if (name.size() > 32) return "";
  for (const Flag& flag : kFlags) {
    const std::size_t distance = Distance(name, flag.name);
    if (distance < best) {
      best = distance;
      nearest = &flag;
    }
  }
  if (nearest == nullptr) return "";
  return absl::StrCat("; did you mean '--", nearest->name, "'?");
}

class Parser {
 public:
  explicit Parser(std::span<const absl::string_view> words) : words_(words) {}

  std::variant<Options, base::Failure> Parse() {
    bool options_ended = false;
    while (next_ < words_.size() && !failure_.has_value()) {
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
    if (failure_.has_value()) return *std::move(failure_);
    return std::move(options_);
  }

 private:
  void Positional(absl::string_view word) {
    if (options_.explain) {
      failure_ = Usage(
          absl::StrCat("put '--' before the program to explain: '", word, "'"));
      return;
    }
    if (options_.prompt.has_value()) {
      failure_ = Usage(absl::StrCat("more than one prompt: '", word,
                                    "'; put the prompt in quotes"));
      return;
    }
    options_.prompt = std::string(word);
  }

  void Long(absl::string_view text) {
    const std::size_t equals = text.find('=');
    const absl::string_view name = text.substr(0, equals);
    const Flag* flag = std::find_if(
        kFlags.begin(), kFlags.end(),
        [&](const Flag& candidate) { return candidate.name == name; });
    if (flag == kFlags.end()) {
      failure_ = Usage(
          absl::StrCat("unknown option '--", name, "'", Suggestion(name)));
    } else if (equals != absl::string_view::npos) {
      Inline(*flag, text.substr(equals + 1));
    } else {
      Take(*flag);
    }
  }

  void Inline(const Flag& flag, absl::string_view value) {
    if (flag.value == nullptr) {
      failure_ =
          Usage(absl::StrCat("option '--", flag.name, "' takes no value"));
      return;
    }
    options_.*flag.value = std::string(value);
  }

  void Cluster(absl::string_view letters) {
    for (std::size_t i = 0; i < letters.size() && !failure_; ++i) {
      const Flag* flag = std::find_if(kFlags.begin(), kFlags.end(),
                                      [&](const Flag& candidate) {
                                        return candidate.letter == letters[i];
                                      });
      if (flag == kFlags.end()) {
        failure_ =
            Usage(absl::StrCat("unknown option '-", letters.substr(i, 1), "'"));
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
      failure_ = Usage(absl::StrCat("option '--", flag.name,
                                    "' needs a value: ", flag.argument));
    }
  }

  std::span<const absl::string_view> words_;
  std::size_t next_ = 0;
  Options options_;
  std::optional<base::Failure> failure_;
};

std::optional<base::Failure> Conflict(const Options& options) {
  const bool other = options.prompt || options.exec || options.file;
  const bool management = options.list_allowed || options.reset_allowed;
  if (management &&
      (other || (options.list_allowed && options.reset_allowed))) {
    return base::Failure{
        .code = base::FailureCode::kConflictingInput,
        .lines = {"--list-allowed and --reset-allowed cannot be combined with "
                  "a prompt, -i, -x, -f, or each other"}};
  }
  if (options.explain && (other || management)) {
    return base::Failure{
        .code = base::FailureCode::kConflictingInput,
        .lines = {"--explain takes a program after '--' and cannot be combined "
                  "with a prompt, -i, -x, -f, --list-allowed or "
                  "--reset-allowed"}};
  }
  return std::nullopt;
}

// Whether -j is among the options, whatever else is wrong with them.
bool AsksForJson(std::span<const absl::string_view> words) {
  for (const absl::string_view word : words) {
    if (word == "--") return false;
    if (word == "--json") return true;
    if (word.size() > 1 && word[0] == '-' && word[1] != '-' &&
        word.find('j') != absl::string_view::npos &&
        word.find('f') == absl::string_view::npos) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::span<const Flag> Flags() { return kFlags; }

std::variant<Options, base::Failure> ParseFlags(
    std::span<const absl::string_view> words, bool& json_errors) {
  std::variant<Options, base::Failure> parsed = Parser(words).Parse();
  if (auto* options = std::get_if<Options>(&parsed)) {
    json_errors = options->json;
    if (auto conflict = Conflict(*options)) return *std::move(conflict);
  } else {
    json_errors = AsksForJson(words);
  }
  return parsed;
}

}  // namespace aii::cli
