// Reads what argv::Render wrote, for tests and fuzzers: written from the
// decisions, not from the code. That a reader exists is why Render is
// injective.

#ifndef AII_TESTS_SUPPORT_RENDERED_WORDS_H_
#define AII_TESTS_SUPPORT_RENDERED_WORDS_H_

#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "base/utf8.h"

namespace aii::testing {

class RenderedWordsReader {
 public:
  explicit RenderedWordsReader(absl::string_view text) : text_(text) {}

  // nullopt where the text can't come from Render.
  std::optional<std::vector<std::string>> Read() {
    std::vector<std::string> words;
    if (text_.empty()) return words;
    do {
      if (!ReadWord(words.emplace_back())) return std::nullopt;
    } while (Skip(" "));
    if (!text_.empty()) return std::nullopt;
    return words;
  }

 private:
  bool Skip(absl::string_view token) {
    if (text_.substr(0, token.size()) != token) return false;
    text_.remove_prefix(token.size());
    return true;
  }

  std::string Take(std::size_t count) {
    const std::string taken(text_.substr(0, count));
    text_.remove_prefix(taken.size());
    return taken;
  }

  bool ReadWord(std::string& word) {
    if (Skip("$'")) return ReadDollarQuoted(word);
    if (!Skip("'")) {
      word = Take(text_.find(' '));
      return !word.empty() && word.find_first_of("'\\$") == std::string::npos;
    }
    while (true) {
      const std::size_t end = text_.find('\'');
      if (end == absl::string_view::npos) return false;
      word += Take(end);
      Skip("'");
      if (!Skip("\\''")) return true;
      word += '\'';
    }
  }

  bool ReadDollarQuoted(std::string& word) {
    while (!text_.empty()) {
      if (Skip("'")) return true;
      if (!Skip("\\")) {
        word += Take(1);
      } else if (!ReadEscape(word)) {
        return false;
      }
    }
    return false;
  }

  bool ReadEscape(std::string& word) {
    if (Skip("n")) {
      word += '\n';
    } else if (Skip("x")) {
      word += static_cast<char>(std::strtoul(Take(2).c_str(), nullptr, 16));
    } else if (Skip("u{")) {
      const std::size_t end = text_.find('}');
      if (end < 4 || end > 6) return false;
      base::AppendUtf8(
          static_cast<char32_t>(std::strtoul(Take(end).c_str(), nullptr, 16)),
          word);
      return Skip("}");
    } else if (Skip("\\")) {
      word += '\\';
    } else if (Skip("'")) {
      word += '\'';
    } else {
      return false;
    }
    return true;
  }

  absl::string_view text_;
};

inline std::optional<std::vector<std::string>> ReadRenderedWords(
    absl::string_view text) {
  return RenderedWordsReader(text).Read();
}

// Whether a terminal shows `text` as it is: UTF-8, one line, nothing hidden.
inline bool IsSafeToShow(absl::string_view text) {
  while (!text.empty()) {
    const base::DecodedChar decoded = base::DecodeChar(text);
    if (!decoded.valid || base::IsUnsafeToShow(decoded.code_point)) {
      return false;
    }
    text.remove_prefix(decoded.size_bytes);
  }
  return true;
}

}  // namespace aii::testing

#endif  // AII_TESTS_SUPPORT_RENDERED_WORDS_H_
