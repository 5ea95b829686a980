#include "argv/render.h"

#include <array>
#include <cstdint>

#include "absl/strings/str_format.h"
#include "argv/quote.h"
#include "base/utf8.h"

namespace aii::argv {
namespace {

// What a byte asks of the word that holds it; the highest demand wins.
enum Demand : std::uint8_t {
  kBare = 0,      // every shell reads the byte as itself
  kQuotes = 1,    // special to some shell, or at some place
  kDecoding = 2,  // not ASCII: the code point decides
  kEscape = 4,    // control character
};

constexpr std::array<std::uint8_t, 256> MakeDemands() {
  std::array<std::uint8_t, 256> demands = {};
  for (std::size_t byte = 0; byte < 256; ++byte) {
    const bool control = byte < 0x20 || byte == 0x7F;
    demands[byte] = byte >= 0x80 ? kDecoding : control ? kEscape : kQuotes;
  }
  for (const char c : absl::string_view("abcdefghijklmnopqrstuvwxyz"
                                        "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                        "0123456789_-./,:=+@%")) {
    demands[static_cast<unsigned char>(c)] = kBare;
  }
  return demands;
}

constexpr std::array<std::uint8_t, 256> kDemands = MakeDemands();

// The demands of all bytes of `word`, or-ed. Four at a time, so that one lookup
// need not wait for another.
std::uint8_t DemandsOf(absl::string_view word) {
  const auto demand = [word](std::size_t i) {
    return kDemands[static_cast<unsigned char>(word[i])];
  };
  std::uint8_t demands = kBare;
  std::size_t i = 0;
  for (; i + 4 <= word.size(); i += 4) {
    demands |= static_cast<std::uint8_t>(demand(i) | demand(i + 1) |
                                         demand(i + 2) | demand(i + 3));
  }
  for (; i < word.size(); ++i) demands |= demand(i);
  return demands;
}

bool HoldsUnsafe(absl::string_view text) {
  while (!text.empty()) {
    const base::DecodedChar decoded = base::DecodeChar(text);
    if (!decoded.valid || base::IsUnsafeToShow(decoded.code_point)) return true;
    text.remove_prefix(decoded.size_bytes);
  }
  return false;
}

bool NeedsEscape(absl::string_view word, std::uint8_t demands) {
  if ((demands & kEscape) != 0) return true;
  return (demands & kDecoding) != 0 && HoldsUnsafe(word);
}

void AppendByteEscapes(absl::string_view bytes, std::string& out) {
  constexpr absl::string_view kDigits = "0123456789ABCDEF";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += "\\x";
    out += kDigits[byte >> 4];
    out += kDigits[byte & 0xF];
  }
}

// Appends the character `bytes` in a form that is safe to show.
void AppendEscaped(const base::DecodedChar& decoded, absl::string_view bytes,
                   std::string& out) {
  if (bytes == "\n") {
    out += "\\n";
  } else if (!decoded.valid || decoded.code_point < 0xA0) {
    // C0, DEL, C1 and stray bytes: what a shell reads back in any locale.
    AppendByteEscapes(bytes, out);
  } else {
    absl::StrAppendFormat(&out, "\\u{%04X}",
                          static_cast<unsigned>(decoded.code_point));
  }
}

// Calls `visit(decoded, bytes)` for each character of `text`, valid or not.
template <typename Visit>
void ForEachChar(absl::string_view text, Visit visit) {
  while (!text.empty()) {
    const base::DecodedChar decoded = base::DecodeChar(text);
    visit(decoded, text.substr(0, decoded.size_bytes));
    text.remove_prefix(decoded.size_bytes);
  }
}

void AppendDollarQuoted(absl::string_view word, std::string& out) {
  out += "$'";
  ForEachChar(
      word, [&out](const base::DecodedChar& decoded, absl::string_view bytes) {
        if (!decoded.valid || base::IsUnsafeToShow(decoded.code_point)) {
          AppendEscaped(decoded, bytes, out);
          return;
        }
        if (bytes == "\\" || bytes == "'") out += '\\';
        out += bytes;
      });
  out += '\'';
}

// `=` is special at the start of a word (zsh) and in the first word, which a
// shell would take for an assignment.
bool IsBare(absl::string_view word, std::uint8_t demands, bool first) {
  if (word.empty() || demands != kBare || word.front() == '=') return false;
  return !first || word.find('=') == absl::string_view::npos;
}

}  // namespace

DisplayText Render(std::span<const std::string> words) {
  std::size_t size = words.size() * 3;  // a blank and two quotes
  for (const std::string& word : words) size += word.size();
  std::string text;
  text.reserve(size);
  for (const std::string& word : words) {
    const bool first = &word == &words.front();
    if (!first) text += ' ';
    const std::uint8_t demands = DemandsOf(word);
    if (IsBare(word, demands, first)) {
      text += word;
    } else if (NeedsEscape(word, demands)) {
      AppendDollarQuoted(word, text);
    } else {
      AppendSingleQuoted(word, text);
    }
  }
  return DisplayText(std::move(text));
}

bool NeedsEscape(absl::string_view word) {
  return NeedsEscape(word, DemandsOf(word));
}

std::string EscapeUnsafe(absl::string_view text, bool keep_layout) {
  std::string out;
  out.reserve(text.size());
  ForEachChar(text, [&out, keep_layout](const base::DecodedChar& decoded,
                                        absl::string_view bytes) {
    const bool layout = bytes == "\n" || bytes == "\t";
    const bool safe =
        decoded.valid && !base::IsUnsafeToShow(decoded.code_point);
    if (safe || (layout && keep_layout)) {
      out += bytes;
    } else {
      AppendEscaped(decoded, bytes, out);
    }
  });
  return out;
}

}  // namespace aii::argv
