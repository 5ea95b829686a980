#include "argv/quote.h"

namespace aii::argv {

void AppendSingleQuoted(absl::string_view word, std::string& out) {
  out += '\'';
  while (true) {
    const std::size_t quote = word.find('\'');
    out += word.substr(0, quote);
    if (quote == absl::string_view::npos) break;
    out += "'\\''";
    word.remove_prefix(quote + 1);
  }
  out += '\'';
}

}  // namespace aii::argv
