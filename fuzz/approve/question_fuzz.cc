// Properties of approve/question on arbitrary words and widths:
//   - It starts with the heading and ends with the choices, a row each, and
//     "> "; no row of the command looks like one of these.
//   - The rows of the command, put together, are all of its rendering, and so
//     are those of the label: nothing is left out.
//   - No row of theirs is wider than the terminal.
//   - Nothing in it acts on a terminal.
//   - "Always" is the answer only where it was offered.
//
// Input: the first byte is the width, the second says what is offered, the rest
// are words that end with NUL. The first word is the program's path.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "approve/question.h"
#include "argv/render.h"
#include "base/utf8.h"
#include "fuzz/fuzz_expect.h"
#include "tests/support/rendered_words.h"

namespace {

using aii::approve::Answer;
using aii::approve::Question;

constexpr absl::string_view kUntrusted = " (not in a system directory)";

int CellsIn(absl::string_view row) {
  int cells = 0;
  while (!row.empty()) {
    const aii::base::DecodedChar decoded = aii::base::DecodeChar(row);
    cells += aii::base::CellsOf(decoded.code_point);
    row.remove_prefix(decoded.size_bytes);
  }
  return cells;
}

// The rows of `text`, without the last, "> ".
std::vector<absl::string_view> RowsOf(absl::string_view text) {
  std::vector<absl::string_view> rows = absl::StrSplit(text, '\n');
  FUZZ_EXPECT(rows.back() == "> ");
  rows.pop_back();
  for (const absl::string_view row : rows) {
    FUZZ_EXPECT(aii::testing::IsSafeToShow(row));
  }
  return rows;
}

// Takes the rows that show `shown` from the front of `rows`.
void TakeShown(std::vector<absl::string_view>& rows, const std::string& shown,
               int columns) {
  FUZZ_EXPECT(!rows.empty());
  std::string together;
  std::size_t taken = 0;
  if (absl::StartsWith(rows[0], "  | ")) {
    for (; taken < rows.size() && absl::StartsWith(rows[taken], "  | ");
         ++taken) {
      together += rows[taken].substr(4);
      FUZZ_EXPECT(CellsIn(rows[taken]) <= columns);
    }
  } else {
    taken = 1;
    together = rows[0].substr(2);
    FUZZ_EXPECT(absl::StartsWith(rows[0], "  "));
    FUZZ_EXPECT(CellsIn(rows[0]) <= columns);
  }
  FUZZ_EXPECT(together == shown);
  rows.erase(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(taken));
}

void ExpectChoices(std::vector<absl::string_view> rows,
                   const Question& question, int columns) {
  if (!question.always.has_value()) {
    FUZZ_EXPECT(rows.size() == 1 && rows[0] == "  [y] yes once   [N] no");
    return;
  }
  const std::string& label = question.always->text();
  if (rows.size() == 1) {
    FUZZ_EXPECT(rows[0] ==
                "  [y] yes once   [a] always allow \"" + label + "\"   [N] no");
    FUZZ_EXPECT(CellsIn(rows[0]) <= columns);
    return;
  }
  FUZZ_EXPECT(rows[0] == "  [y] yes once   [N] no   [a] always allow");
  rows.erase(rows.begin());
  TakeShown(rows, label, columns);
  FUZZ_EXPECT(rows.empty());
}

void ExpectAnswersHold(absl::string_view line) {
  const Answer offered = aii::approve::ReadAnswer(line, true);
  const Answer not_offered = aii::approve::ReadAnswer(line, false);
  FUZZ_EXPECT(not_offered == Answer::kOnce || not_offered == Answer::kNo);
  FUZZ_EXPECT(offered == not_offered ||
              (offered == Answer::kAlways && not_offered == Answer::kNo));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size < 2) return 0;
  const absl::string_view bytes(reinterpret_cast<const char*>(data) + 2,
                                size - 2);
  ExpectAnswersHold(bytes);
  const std::vector<std::string> words = absl::StrSplit(bytes, '\0');
  Question question = {.command = aii::argv::Render(words),
                       .trusted = (data[1] & 1) != 0};
  if ((data[1] & 2) != 0)
    question.always = aii::argv::Render(std::span(words).first(1));

  const std::string text = aii::approve::QuestionText(question, data[0]);
  const int columns = data[0] < aii::approve::kMinColumns
                          ? aii::approve::kUsualColumns
                          : data[0];
  std::vector<absl::string_view> rows = RowsOf(text);
  FUZZ_EXPECT(rows.size() >= 3 && rows[0] == "aii: run this command?");
  rows.erase(rows.begin());
  TakeShown(
      rows,
      question.command.text() + std::string(question.trusted ? "" : kUntrusted),
      columns);
  if (absl::StartsWith(rows[0], "  note: ")) rows.erase(rows.begin());
  FUZZ_EXPECT(!rows.empty());
  ExpectChoices(rows, question, columns);
  return 0;
}
