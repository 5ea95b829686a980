#include "cli/help.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "cli/flag_table.h"

namespace aii::cli {
namespace {

constexpr absl::string_view kUsage =
    R"(usage: aii [options] "prompt"
       command | aii [options] ["prompt"]

Asks a language model on this computer. With -x it may run programs: reading
ones run at once, everything else waits for your answer on the terminal.

)";

constexpr absl::string_view kRest = R"(
models:
  embedded                   the small model that tools/quickstart installs
  http://127.0.0.1:PORT      a chat server on this computer (llama-server, …)
  unix:/path.sock            the same on a Unix socket
  script:/path.jsonl         a script, for tests and demonstrations

examples:
  aii -x "how much free disk space do I have?"
  git diff | aii "write a commit message for this"
  aii -x --model http://127.0.0.1:8080 "which process uses most memory?"

exit status:
  0    success, also when you declined a command
  1    internal error
  2    bad input
  3    no model is available
  4    the model failed
  130  interrupted

Rules that let commands run unasked are in ~/.config/aii/allow.
)";

std::string FlagColumn(const Flag& flag) {
  std::string column =
      flag.letter == '\0'
          ? "      "
          : absl::StrCat("  -", std::string(1, flag.letter), ", ");
  absl::StrAppend(&column, "--", flag.name);
  if (!flag.argument.empty()) absl::StrAppend(&column, " ", flag.argument);
  return column;
}

}  // namespace

std::string HelpText() {
  std::size_t width = 0;
  for (const Flag& flag : Flags()) {
    width = std::max(width, FlagColumn(flag).size());
  }
  std::string text(kUsage);
  absl::StrAppend(&text, "options:\n");
  for (const Flag& flag : Flags()) {
    std::string column = FlagColumn(flag);
    column.resize(width + 2, ' ');
    absl::StrAppend(&text, column, flag.help, "\n");
  }
  absl::StrAppend(&text, kRest);
  return text;
}

std::string VersionText() { return absl::StrCat("aii ", AII_VERSION, "\n"); }

}  // namespace aii::cli
