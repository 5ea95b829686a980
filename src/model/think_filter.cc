#include "model/think_filter.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace aii::model {
namespace {

constexpr absl::string_view kOpen = "<think>";
constexpr absl::string_view kClose = "</think>";

}  // namespace

std::string ThinkFilter::Feed(absl::string_view piece) {
  if (where_ == Where::kText) return std::string(piece);
  held_.append(piece);
  if (where_ == Where::kBefore) {
    const absl::string_view begun = absl::StripLeadingAsciiWhitespace(held_);
    if (begun.size() < kOpen.size() && absl::StartsWith(kOpen, begun)) {
      return "";
    }
    if (!absl::StartsWith(begun, kOpen)) {
      where_ = Where::kText;
      return std::exchange(held_, std::string());
    }
    held_ = std::string(begun.substr(kOpen.size()));
    where_ = Where::kInside;
  }
  if (where_ == Where::kInside) {
    const std::size_t end = held_.find(kClose);
    if (end == std::string::npos) {
      // The start of the tag may be there already.
      if (held_.size() >= kClose.size()) {
        held_.erase(0, held_.size() - (kClose.size() - 1));
      }
      return "";
    }
    held_.erase(0, end + kClose.size());
    where_ = Where::kAfter;
  }
  held_ = std::string(absl::StripLeadingAsciiWhitespace(held_));
  if (held_.empty()) return "";
  where_ = Where::kText;
  return std::exchange(held_, std::string());
}

std::string ThinkFilter::End() {
  const bool is_text = where_ == Where::kBefore;
  where_ = Where::kText;
  return is_text ? std::exchange(held_, std::string()) : std::string();
}

}  // namespace aii::model
