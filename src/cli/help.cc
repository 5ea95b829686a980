#include "cli/help.h"

#include <algorithm>
#include <cstddef>
#include <vector>

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

struct Row {
  std::string left;
  absl::string_view right;
};

// One row a line, the right sides under each other.
std::string Table(absl::string_view title, const std::vector<Row>& rows) {
  std::size_t width = 0;
  for (const Row& row : rows) width = std::max(width, row.left.size());
  std::string text = absl::StrCat(title, ":\n");
  for (const Row& row : rows) {
    absl::StrAppend(&text, row.left,
                    std::string(width - row.left.size() + 2, ' '), row.right,
                    "\n");
  }
  return text;
}

}  // namespace

std::string HelpText() {
  std::vector<Row> flags;
  for (const Flag& flag : Flags()) {
    flags.push_back({FlagColumn(flag), flag.help});
  }
  std::vector<Row> models;
  for (const ModelForm& model : ModelForms()) {
    models.push_back({absl::StrCat("  ", model.form), model.help});
  }
  return absl::StrCat(kUsage, Table("options", flags), "\n",
                      Table("models", models), kRest);
}

std::string VersionText() { return absl::StrCat("aii ", AII_VERSION, "\n"); }

}  // namespace aii::cli
