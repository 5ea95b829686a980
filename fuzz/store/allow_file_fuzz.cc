// Properties of the allow file as a whole, on arbitrary bytes:
//   - Every rule is exactly what its own line says, and names a program.
//   - Lines are independent: each gives alone what it gives in the file.
//   - A byte order mark and CRLF change nothing.
//   - A rule that is written back as a line is read back unchanged.
//   - Torn anywhere while it is appended (os/append_line), a line changes no
//     rule and gives no warning.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "argv/words.h"
#include "fuzz/fuzz_expect.h"
#include "policy/rule.h"
#include "store/allow_file.h"

namespace {

using aii::store::ParseAllowText;

std::vector<std::vector<std::string>> WordsOf(absl::string_view text) {
  std::vector<std::vector<std::string>> all;
  const auto loaded = ParseAllowText(text, "f");
  for (const auto& rule : loaded.rules.rules()) all.push_back(rule.words);
  return all;
}

// What line `index` says by itself. Only at the start of the file is a byte
// order mark one.
std::vector<std::vector<std::string>> WordsOfLine(absl::string_view line,
                                                  std::size_t index) {
  return WordsOf((index == 0 ? "" : "\n") + std::string(line));
}

// The text while "git push --dry-run" is appended: all before the last write,
// or a part of it, of which `size` picks how long.
std::string Torn(absl::string_view text, std::size_t size) {
  constexpr absl::string_view kInert = "#it push --dry-run\n";
  const bool ended = text.empty() || text.back() == '\n';
  return absl::StrCat(text, ended ? "" : "\n",
                      kInert.substr(0, size % (kInert.size() + 1)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  const std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  const auto loaded = ParseAllowText(text, "f");

  for (const auto& rule : loaded.rules.rules()) {
    FUZZ_EXPECT(!rule.words.empty() && !rule.words.front().empty());
    FUZZ_EXPECT(rule.line >= 1 &&
                static_cast<std::size_t>(rule.line) <= lines.size());
    const std::size_t index = static_cast<std::size_t>(rule.line) - 1;
    const auto alone = WordsOfLine(lines[index], index);
    FUZZ_EXPECT(alone.size() == 1 && alone.front() == rule.words);

    const std::string joined = aii::argv::JoinWords(rule.words);
    if (joined.size() > aii::argv::kMaxLineBytes) continue;  // quotes grew it
    const auto again = WordsOf(joined);
    FUZZ_EXPECT(again.size() == 1 && again.front() == rule.words);
  }

  aii::policy::RuleSet merged;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (auto& words : WordsOfLine(lines[i], i)) {
      merged.Add({std::move(words), aii::policy::RuleOrigin::kFile, 0});
    }
  }
  FUZZ_EXPECT(merged.rules().size() == loaded.rules.rules().size());

  const auto plain = WordsOf(text);
  const auto torn = ParseAllowText(Torn(text, size), "f");
  FUZZ_EXPECT(WordsOf(Torn(text, size)) == plain);
  FUZZ_EXPECT(torn.warnings == loaded.warnings);
  if (!text.starts_with("\xEF\xBB\xBF")) {
    FUZZ_EXPECT(WordsOf("\xEF\xBB\xBF" + std::string(text)) == plain);
  }
  if (text.find('\r') == absl::string_view::npos) {
    FUZZ_EXPECT(WordsOf(absl::StrReplaceAll(text, {{"\n", "\r\n"}})) == plain);
  }
  return 0;
}
