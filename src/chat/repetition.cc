#include "chat/repetition.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "base/utf8.h"

namespace aii::chat {
namespace {

constexpr std::size_t kTooOften = 3;
constexpr std::size_t kMaxPeriod = 6;

// The rest of a longer line is not compared: it would be kept in memory.
constexpr std::size_t kMaxComparedBytes = 4096;

std::size_t CountChars(absl::string_view text) {
  std::size_t count = 0;
  while (!text.empty()) {
    text.remove_prefix(base::DecodeChar(text).size_bytes);
    ++count;
  }
  return count;
}

// '`' or '~' where `line` opens or closes a fenced block, else NUL.
char FenceOf(absl::string_view line) {
  line = absl::StripLeadingAsciiWhitespace(line);
  for (const absl::string_view fence : {"```", "~~~"}) {
    if (absl::StartsWith(line, fence)) return fence[0];
  }
  return '\0';
}

bool HoldsLetter(absl::string_view line) {
  return std::any_of(line.begin(), line.end(), [](char byte) {
    const auto value = static_cast<unsigned char>(byte);
    return value >= 0x80 || absl::ascii_isalpha(value);
  });
}

// "12. " or "3) ", an item of a list, which is prose.
bool IsNumberedItem(absl::string_view line) {
  const std::size_t end = line.find_first_not_of("0123456789");
  if (end == 0 || end == absl::string_view::npos) return false;
  const absl::string_view rest = line.substr(end);
  return absl::StartsWith(rest, ". ") || absl::StartsWith(rest, ") ");
}

bool IsProse(absl::string_view line) {
  if (!HoldsLetter(line) || absl::StartsWith(line, "    ")) return false;
  if (IsNumberedItem(line)) return true;
  return absl::string_view("|+\t[0123456789").find(line.front()) ==
         absl::string_view::npos;
}

}  // namespace

bool RepetitionWatch::EndsCircle() {
  const Line& last = window_.back();
  if (last.prose) {
    const auto same = std::count_if(
        window_.begin(), window_.end(),
        [&last](const Line& line) { return line.text == last.text; });
    return static_cast<std::size_t>(same) >= kTooOften;
  }
  if (window_.size() < kRepetitionWindow) return false;
  for (std::size_t period = 1; period <= kMaxPeriod; ++period) {
    const auto later = window_.begin() + static_cast<std::ptrdiff_t>(period);
    if (std::equal(
            later, window_.end(), window_.begin(),
            [](const Line& a, const Line& b) { return a.text == b.text; })) {
      return true;
    }
  }
  return false;
}

bool RepetitionWatch::EndLine() {
  std::string line = std::exchange(line_, std::string());
  const char fence = FenceOf(line);
  if (fence != '\0' && (fence_ == '\0' || fence_ == fence)) {
    fence_ = fence_ == '\0' ? fence : '\0';
    return false;
  }
  if (CountChars(line) < kMinRepeatedChars) return false;
  const bool prose = fence_ == '\0' && IsProse(line);
  window_.push_back({std::move(line), prose});
  if (window_.size() > kRepetitionWindow) window_.pop_front();
  return EndsCircle();
}

std::optional<std::size_t> RepetitionWatch::Feed(absl::string_view text) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t newline = text.find('\n', begin);
    const absl::string_view part = text.substr(begin, newline - begin);
    const std::size_t room = kMaxComparedBytes - line_.size();
    line_.append(part.substr(0, room));
    if (newline == absl::string_view::npos) break;
    begin = newline + 1;
    if (EndLine()) return begin;
  }
  return std::nullopt;
}

}  // namespace aii::chat
