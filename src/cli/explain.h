// --explain: what -x would do with one call.
//
// Layer: cli.
// Spec:  docs/spec.md, "Explaining".

#ifndef AII_CLI_EXPLAIN_H_
#define AII_CLI_EXPLAIN_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "base/json.h"
#include "exec/judge.h"
#include "policy/trusted_dirs.h"
#include "store/allow_file.h"

namespace aii::cli {

enum class WouldDo { kRun, kAsk, kRefuse };

// Exit statuses of --explain, for scripts.
inline constexpr int kWouldRunStatus = 0;
inline constexpr int kWouldAskStatus = 10;
inline constexpr int kWouldRefuseStatus = 11;

// One answer. Texts are made for a person; what has no value is empty.
struct Explanation {
  std::string command;            // as the question would show it
  std::vector<std::string> argv;  // as it was given
  std::string path;               // of the program; empty: not found
  bool trusted = false;
  WouldDo decision = WouldDo::kRefuse;
  std::vector<std::string> rule;  // the one that lets it run
  int line = 0;                   // of the rule, in the allow file
  std::string source;             // of the effective rules
  std::vector<std::string> always;
  std::string reason;
};

// What the judgement needs. Everything outlives it.
struct ExplainContext {
  const store::LoadedRules& loaded;
  const policy::TrustedDirs& trusted;
  std::string allow_path;
};

// Judges argv[0] with the rest as its arguments, by exec::Judge.
//
// argv: not empty; any bytes.
Explanation Explain(const ExplainContext& context, exec::FindProgram find,
                    std::vector<std::string> argv);

// "key: value" lines; keys without a value are left out.
std::string ExplanationText(const Explanation& explanation);

// The same as one JSON object.
base::Json ExplanationJson(const Explanation& explanation);

int ExplainStatus(WouldDo decision);

}  // namespace aii::cli

#endif  // AII_CLI_EXPLAIN_H_
