#include "model/foundation_failure.h"

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "model/backend.h"

namespace aii::model {
namespace {

using base::FailureCode;

absl::string_view View(const char* bytes, std::size_t size) {
  return size == 0 ? absl::string_view() : absl::string_view(bytes, size);
}

std::string Detail(absl::string_view case_name, absl::string_view message) {
  if (case_name.empty() || message.empty()) {
    return absl::StrCat(case_name, message);
  }
  return absl::StrCat(case_name, ": ", message);
}

}  // namespace

std::optional<base::Failure> AvailabilityFailure(std::int32_t availability) {
  switch (availability) {
    case AII_FM_AVAILABLE:
      return std::nullopt;
    case AII_FM_NOT_ELIGIBLE:
      return base::Failure{
          .code = FailureCode::kUnavailableNotSupported,
          .lines = {"This device does not support Apple Intelligence"}};
    case AII_FM_NOT_ENABLED:
      return base::Failure{
          .code = FailureCode::kUnavailableNotEnabled,
          .lines = {"Apple Intelligence is not enabled",
                    "enable it in System Settings \u2192 Apple Intelligence & "
                    "Siri"}};
    case AII_FM_NOT_READY:
      return base::Failure{
          .code = FailureCode::kUnavailableDownloading,
          .lines = {"Apple Intelligence model assets are still downloading",
                    "try again shortly"}};
    default:
      return base::Failure{
          .code = FailureCode::kInternalError,
          .lines = {"Apple Intelligence is unavailable for an unknown reason"}};
  }
}

base::Failure EndFailure(const aii_fm_end& end, int context_tokens) {
  const absl::string_view name = View(end.case_name, end.case_name_size);
  base::Failure failure{.detail =
                            Detail(name, View(end.message, end.message_size))};
  switch (end.code) {
    case AII_FM_CONTEXT_EXCEEDED: {
      const int window = end.context_size > 0 ? ContextTokens(end.context_size)
                                              : context_tokens;
      failure.code = FailureCode::kContextExceeded;
      failure.lines = {
          absl::StrCat("Exceeds ", window, "-token context window"),
          "try a shorter input or use /new to reset context in interactive "
          "mode"};
      break;
    }
    case AII_FM_RATE_LIMITED:
      failure.code = FailureCode::kRateLimited;
      failure.lines = {"Model busy, try again"};
      break;
    case AII_FM_GUARDRAIL:
      failure.code = FailureCode::kGuardrailViolation;
      failure.lines = {"Prompt blocked by safety filters"};
      break;
    case AII_FM_ASSETS_UNAVAILABLE:
      failure.code = FailureCode::kAssetsUnavailable;
      failure.lines = {"Model assets became unavailable mid-session"};
      break;
    case AII_FM_UNSUPPORTED_LANGUAGE:
      failure.code = FailureCode::kUnsupportedLanguage;
      failure.lines = {"Prompt language not supported"};
      break;
    default:
      failure.code = FailureCode::kInternalError;
      failure.lines = {absl::StrCat("Apple's model failed: ",
                                    name.empty() ? "an unknown error" : name)};
  }
  return failure;
}

int ContextTokens(std::int64_t said) {
  const bool sound = said > 0 && said <= std::numeric_limits<int>::max();
  return sound ? static_cast<int>(said) : kDefaultContextTokens;
}

}  // namespace aii::model
