#include "argv/words.h"

#include <array>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "argv/quote.h"

namespace aii::argv {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

// What backslash escapes inside double quotes (POSIX 2.2.3); before anything
// else it is itself.
bool IsEscapableInDoubleQuotes(char c) {
  return c == '$' || c == '`' || c == '"' || c == '\\';
}

// The bytes at which a run of bytes that stand for themselves ends.
using StopTable = std::array<bool, 256>;

// NUL and newline stop everywhere and are refused: one would end a C string
// early, the other the line, and either makes another rule of this one.
constexpr StopTable MakeStops(absl::string_view stops) {
  StopTable table = {};
  table['\0'] = true;
  table['\n'] = true;
  for (const char c : stops) table[static_cast<unsigned char>(c)] = true;
  return table;
}

constexpr StopTable kBareStops = MakeStops(" \t'\"\\");
constexpr StopTable kSingleQuotedStops = MakeStops("'");
constexpr StopTable kDoubleQuotedStops = MakeStops("\"\\");

// Reads one line from left to right, once.
class Lexer {
 public:
  explicit Lexer(absl::string_view line) : line_(line) {}

  absl::StatusOr<std::vector<std::string>> Run() {
    std::vector<std::string> words;
    while (!AtEnd() && error_.ok()) {
      if (IsBlank(line_[position_])) {
        ++position_;
      } else {
        ReadWord(words.emplace_back());
      }
    }
    if (!error_.ok()) return error_;
    return words;
  }

 private:
  bool AtEnd() const { return position_ == line_.size(); }

  void ReadWord(std::string& word) {
    while (error_.ok()) {
      AppendRun(kBareStops, word);
      if (AtEnd() || IsBlank(line_[position_])) break;
      switch (line_[position_]) {
        case '\'':
          ReadSingleQuoted(word);
          break;
        case '"':
          ReadDoubleQuoted(word);
          break;
        case '\\':
          ReadEscaped(word);
          break;
        default:
          RefuseByte();
      }
    }
  }

  void ReadEscaped(std::string& word) {
    const std::size_t start = position_++;
    if (AtEnd()) {
      Refuse("trailing backslash", start);
    } else if (line_[position_] == '\0' || line_[position_] == '\n') {
      RefuseByte();
    } else {
      word += line_[position_++];
    }
  }

  void ReadSingleQuoted(std::string& word) {
    const std::size_t start = position_++;
    AppendRun(kSingleQuotedStops, word);
    if (AtEnd()) {
      Refuse("unterminated quote", start);
    } else if (line_[position_] == '\'') {
      ++position_;
    } else {
      RefuseByte();
    }
  }

  void ReadDoubleQuoted(std::string& word) {
    const std::size_t start = position_++;
    while (true) {
      AppendRun(kDoubleQuotedStops, word);
      if (AtEnd()) return Refuse("unterminated quote", start);
      if (line_[position_] == '"') break;
      if (line_[position_] != '\\') return RefuseByte();
      const std::size_t next = position_ + 1;
      if (next < line_.size() && IsEscapableInDoubleQuotes(line_[next])) {
        ++position_;
      }
      word += line_[position_++];
    }
    ++position_;
  }

  // Appends the bytes before the next stop, and stands there.
  void AppendRun(const StopTable& stops, std::string& word) {
    const std::size_t start = position_;
    while (!AtEnd() && !stops[static_cast<unsigned char>(line_[position_])]) {
      ++position_;
    }
    word.append(line_.data() + start, position_ - start);
  }

  // Refuses the NUL or newline at the position.
  void RefuseByte() {
    Refuse(line_[position_] == '\0' ? "NUL" : "newline", position_);
  }

  void Refuse(absl::string_view what, std::size_t offset) {
    error_ =
        absl::InvalidArgumentError(absl::StrCat(what, " at byte ", offset + 1));
  }

  const absl::string_view line_;
  std::size_t position_ = 0;
  absl::Status error_;
};

// Whether the lexer, or whoever reads the file, would take the bare word for
// something else. `#` starts a comment; a byte that is not printable ASCII may
// be read as a byte order mark or the end of a line.
bool NeedsQuotes(absl::string_view word) {
  if (word.empty() || word.front() == '#') return true;
  for (const char c : word) {
    if (c <= ' ' || c > '~' || c == '\'' || c == '"' || c == '\\') return true;
  }
  return false;
}

}  // namespace

absl::StatusOr<std::vector<std::string>> SplitWords(absl::string_view line) {
  if (line.size() > kMaxLineBytes) {
    return absl::OutOfRangeError(
        absl::StrCat("line longer than ", kMaxLineBytes, " bytes"));
  }
  return Lexer(line).Run();
}

std::string JoinWords(std::span<const std::string> words) {
  std::string line;
  for (const std::string& word : words) {
    if (&word != &words.front()) line += ' ';
    if (NeedsQuotes(word)) {
      AppendSingleQuoted(word, line);
    } else {
      line += word;
    }
  }
  return line;
}

}  // namespace aii::argv
