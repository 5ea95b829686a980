#include "cli/allowlist.h"

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "argv/words.h"
#include "policy/always.h"
#include "store/allow_writer.h"

namespace aii::cli {

store::LoadedRules LoadRules(const std::string& path, base::EventSink& events) {
  store::LoadedRules loaded = store::LoadAllowFile(path);
  for (const std::string& warning : loaded.warnings) events.Warning(warning);
  return loaded;
}

std::string ListAllowedText(const store::LoadedRules& loaded,
                            absl::string_view path) {
  std::string text;
  switch (loaded.source) {
    case store::AllowSource::kNoFile:
      text = "# source: built-in defaults (no config file)\n";
      break;
    case store::AllowSource::kUnreadable:
      text = "# source: built-in defaults (the config file cannot be read)\n";
      break;
    case store::AllowSource::kFile:
    case store::AllowSource::kUntrusted:
      text = absl::StrCat("# source: ", path, "\n");
      break;
  }
  for (const policy::Rule& rule : loaded.rules.rules()) {
    absl::StrAppend(&text, argv::JoinWords(rule.words), "\n");
  }
  return text;
}

std::vector<std::string> RuleWarnings(const store::LoadedRules& loaded) {
  std::vector<std::string> warnings;
  for (const policy::Rule& rule : loaded.rules.rules()) {
    const std::string shown = argv::JoinWords(rule.words);
    if (rule.words[0].find('/') != std::string::npos) {
      warnings.push_back(absl::StrCat(
          "the rule '", shown,
          "' can never match: a rule starts with a program name, not a path"));
    } else if (rule.words.size() == 1 && policy::IsNeverAlways(rule.words[0])) {
      warnings.push_back(
          absl::StrCat("the rule '", shown, "' lets anything run unasked"));
    }
  }
  return warnings;
}

std::variant<std::string, base::Failure> ResetAllowed(const std::string& path) {
  constexpr absl::string_view kNone =
      "aii: no config file; using built-in defaults\n";
  if (path.empty()) return std::string(kNone);
  const absl::StatusOr<bool> removed = store::RemoveAllowFile(path);
  if (!removed.ok()) {
    return base::Failure{.code = base::FailureCode::kInternalError,
                         .lines = {std::string(removed.status().message())}};
  }
  if (!*removed) return std::string(kNone);
  return std::string("aii: removed config; using built-in defaults\n");
}

}  // namespace aii::cli
