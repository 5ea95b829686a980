#include "approve/question.h"

#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "argv/lookalike.h"
#include "base/utf8.h"

namespace aii::approve {
namespace {

constexpr absl::string_view kIndent = "  ";
constexpr absl::string_view kBar = "  | ";

// The longest start of `text` that fits into `cells`, one character at least.
absl::string_view FirstRow(absl::string_view text, int cells) {
  std::size_t size = 0;
  while (size < text.size()) {
    const base::DecodedChar decoded = base::DecodeChar(text.substr(size));
    cells -= base::CellsOf(decoded.code_point);
    if (cells < 0 && size > 0) break;
    size += decoded.size_bytes;
  }
  return text.substr(0, size);
}

bool Fits(absl::string_view text, int columns) {
  // Of more bytes than that, most are marks on marks: no row that can be read.
  if (text.size() > static_cast<std::size_t>(columns) * 4) return false;
  return FirstRow(text, columns).size() == text.size();
}

std::string BarredRows(absl::string_view text, int columns) {
  std::string rows;
  while (!text.empty()) {
    const absl::string_view first =
        FirstRow(text, columns - static_cast<int>(kBar.size()));
    absl::StrAppend(&rows, kBar, first, "\n");
    text.remove_prefix(first.size());
  }
  return rows;
}

std::string CommandRows(absl::string_view text, int columns) {
  const std::string row = absl::StrCat(kIndent, text);
  return Fits(row, columns) ? absl::StrCat(row, "\n")
                            : BarredRows(text, columns);
}

std::string Choices(const Question& question, int columns) {
  if (!question.always.has_value()) return "  [y] yes once   [N] no\n";
  const std::string& label = question.always->text();
  const std::string row = absl::StrCat("  [y] yes once   [a] always allow \"",
                                       label, "\"   [N] no");
  if (Fits(row, columns)) return absl::StrCat(row, "\n");
  return absl::StrCat("  [y] yes once   [N] no   [a] always allow\n",
                      BarredRows(label, columns));
}

}  // namespace

std::string QuestionText(const Question& question, int columns) {
  if (columns < kMinColumns) columns = kUsualColumns;
  const std::string& command = question.command.text();
  const std::string note = argv::ReaderNote(command);
  return absl::StrCat(
      "aii: run this command?\n",
      CommandRows(
          absl::StrCat(command,
                       question.trusted ? "" : " (not in a system directory)"),
          columns),
      note.empty() ? "" : absl::StrCat("  note: ", note, "\n"),
      Choices(question, columns), "> ");
}

Answer ReadAnswer(absl::string_view line, bool always_offered) {
  const std::string word =
      absl::AsciiStrToLower(absl::StripAsciiWhitespace(line));
  if (absl::StartsWith(word, "y")) return Answer::kOnce;
  if (always_offered && (word == "a" || word == "always")) {
    return Answer::kAlways;
  }
  return Answer::kNo;
}

}  // namespace aii::approve
