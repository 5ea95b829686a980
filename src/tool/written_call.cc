#include "tool/written_call.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "base/json.h"
#include "tool/call.h"

namespace aii::tool {
namespace {

constexpr absl::string_view kTag = "<tool_call>";
constexpr absl::string_view kFence = "```";

// With which names the JSON of a call begins, as models write it.
constexpr std::array<absl::string_view, 7> kFirstNames = {
    "name",     "executable", "arguments", "parameters",
    "function", "tool",       "type"};

// Whether one of the two begins with the other.
bool MayBecome(absl::string_view text, absl::string_view whole) {
  const std::size_t size = std::min(text.size(), whole.size());
  return text.substr(0, size) == whole.substr(0, size);
}

// Whether `text` may be the beginning of an object with one of kFirstNames.
bool MayBecomeObject(absl::string_view text) {
  if (!absl::ConsumePrefix(&text, "{")) return text.empty();
  text = absl::StripLeadingAsciiWhitespace(text);
  if (!absl::ConsumePrefix(&text, "\"")) return text.empty();
  const std::size_t end = text.find('"');
  const absl::string_view name = text.substr(0, end);
  return std::any_of(
      kFirstNames.begin(), kFirstNames.end(), [&](absl::string_view first) {
        return end == absl::string_view::npos ? absl::StartsWith(first, name)
                                              : first == name;
      });
}

// Takes "```json" and its line end off; false where the line is not whole yet.
bool ConsumeFence(absl::string_view& text) {
  const std::size_t end = text.find('\n');
  if (end == absl::string_view::npos) return false;
  text = absl::StripLeadingAsciiWhitespace(text.substr(end));
  return true;
}

// Whether a message that begins with `text` can be a written call.
bool MayBecomeCall(absl::string_view text) {
  text = absl::StripLeadingAsciiWhitespace(text);
  if (MayBecome(text, kTag)) return true;
  if (absl::StartsWith(text, kFence)) {
    return !ConsumeFence(text) || MayBecomeObject(text);
  }
  return MayBecome(text, kFence) || MayBecomeObject(text);
}

bool NamesTheTool(const base::Json* value) {
  const std::string* name = value == nullptr ? nullptr : value->as_string();
  return name != nullptr && *name == kToolName;
}

bool HasExecutable(const base::Json* value) {
  return value != nullptr && value->Find("executable") != nullptr;
}

// The forms that servers and model families have for a call.
bool IsCallObject(const base::Json& json) {
  if (json.as_object() == nullptr) return false;
  const base::Json* function = json.Find("function");
  return HasExecutable(&json) || NamesTheTool(json.Find("name")) ||
         NamesTheTool(json.Find("tool")) || NamesTheTool(function) ||
         (function != nullptr && NamesTheTool(function->Find("name"))) ||
         HasExecutable(json.Find("arguments")) ||
         HasExecutable(json.Find("parameters"));
}

bool IsWrittenCall(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  if (absl::StartsWith(text, kTag)) return true;
  if (absl::StartsWith(text, kFence)) {
    if (!ConsumeFence(text)) return false;
    absl::ConsumeSuffix(&text, kFence);
  }
  const auto json = base::ParseJson(absl::StripAsciiWhitespace(text));
  return json.ok() && IsCallObject(*json);
}

}  // namespace

std::string WrittenCallWatch::Feed(absl::string_view text) {
  if (passes_) return std::string(text);
  held_.append(text);
  if (held_.size() <= kMaxHeldBytes && MayBecomeCall(held_)) return "";
  passes_ = true;
  return std::exchange(held_, "");
}

WrittenCallWatch::End WrittenCallWatch::Finish() {
  passes_ = false;
  End end = {.text = std::exchange(held_, "")};
  end.is_call = IsWrittenCall(end.text);
  return end;
}

}  // namespace aii::tool
