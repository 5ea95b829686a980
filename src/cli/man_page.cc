#include "cli/man_page.h"

#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "cli/flag_table.h"

namespace aii::cli {
namespace {

// A line ends at the next blank.
constexpr std::size_t kLineBytes = 64;

// "let the model run" as a sentence.
std::string Sentence(absl::string_view phrase) {
  std::string sentence = absl::StrCat(phrase, ".");
  sentence[0] = absl::ascii_toupper(static_cast<unsigned char>(sentence[0]));
  return sentence;
}

std::string FlagItem(const Flag& flag) {
  std::string item = ".It ";
  if (flag.letter != '\0') {
    absl::StrAppend(&item, "Fl ", std::string(1, flag.letter), " , ");
  }
  absl::StrAppend(&item, "Fl \\-", flag.name);
  if (!flag.argument.empty()) absl::StrAppend(&item, " Ar ", flag.argument);
  absl::StrAppend(&item, "\n", ManText(Sentence(flag.help)));
  if (!flag.more.empty()) absl::StrAppend(&item, ManText(flag.more));
  return item;
}

std::string List(absl::string_view items) {
  return absl::StrCat(".Bl -tag -width Ds\n", items, ".El\n");
}

std::string OptionList() {
  std::string items;
  for (const Flag& flag : Flags()) absl::StrAppend(&items, FlagItem(flag));
  return List(items);
}

std::string ModelList() {
  std::string items;
  for (const ModelForm& model : ModelForms()) {
    absl::StrAppend(&items, ".It Cm ", model.form, "\n",
                    ManText(Sentence(model.help)));
  }
  return List(items);
}

}  // namespace

std::string ManText(absl::string_view text) {
  std::string shown;
  std::size_t line = 0;  // where it starts in `shown`
  bool line_starts = true;
  bool word_starts = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (line_starts && (c == '.' || c == '\'')) shown += "\\&";
    line_starts = false;
    if (c == '-' && word_starts) {
      shown += "\\-";
      continue;  // "--" begins a word as well
    }
    word_starts = c == ' ';
    switch (c) {
      case '\\':
        shown += "\\e";
        break;
      case '\'':
        shown += "\\(aq";
        break;
      case '~':
        shown += "\\(ti";
        break;
      case ' ':
        line_starts =
            (i > 0 && text[i - 1] == '.') || shown.size() - line > kLineBytes;
        if (line_starts) line = shown.size() + 1;
        shown += line_starts ? '\n' : ' ';
        break;
      default:
        shown += c;
    }
  }
  return shown + "\n";
}

std::string ManPage(absl::string_view page, absl::string_view version) {
  return absl::StrReplaceAll(page, {{"@OPTIONS@\n", OptionList()},
                                    {"@MODELS@\n", ModelList()},
                                    {"@VERSION@", version}});
}

}  // namespace aii::cli
