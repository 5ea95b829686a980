#include "model/script_steps.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/json.h"
#include "base/status_macros.h"

namespace aii::model {
namespace {

using base::Json;

absl::Status Invalid(absl::string_view name, absl::string_view wanted) {
  return absl::InvalidArgumentError(absl::StrCat("'", name, "' ", wanted));
}

absl::StatusOr<std::string> TextOf(absl::string_view name, const Json& value) {
  const std::string* text = value.as_string();
  if (text == nullptr || text->empty()) {
    return Invalid(name, "needs a string that is not empty");
  }
  return *text;
}

absl::Status RequireTrue(absl::string_view name, const Json& value) {
  const bool* on = value.as_bool();
  if (on == nullptr || !*on) return Invalid(name, "can only be true");
  return absl::OkStatus();
}

absl::StatusOr<Action> ParseSay(const Json& value) {
  AII_ASSIGN_OR_RETURN(std::string text, TextOf("say", value));
  return Say{std::move(text)};
}

absl::StatusOr<Action> ParseSayMessage(const Json& value) {
  AII_RETURN_IF_ERROR(RequireTrue("say_message", value));
  return SayBack{Heard::kMessage};
}

absl::StatusOr<Action> ParseSayResult(const Json& value) {
  AII_RETURN_IF_ERROR(RequireTrue("say_result", value));
  return SayBack{Heard::kResult};
}

absl::StatusOr<Action> ParseCall(const Json& value) {
  Call call;
  call.arguments_json = base::WriteJson(value);
  return call;
}

absl::StatusOr<Action> ParseCallRaw(const Json& value) {
  const std::string* text = value.as_string();
  if (text == nullptr) return Invalid("call_raw", "needs a string");
  Call call;
  call.arguments_json = *text;
  return call;
}

absl::StatusOr<Action> ParseExpectMessage(const Json& value) {
  AII_ASSIGN_OR_RETURN(std::string part, TextOf("expect_message", value));
  return Expect{Heard::kMessage, std::move(part)};
}

absl::StatusOr<Action> ParseExpectResult(const Json& value) {
  AII_ASSIGN_OR_RETURN(std::string part, TextOf("expect_result", value));
  return Expect{Heard::kResult, std::move(part)};
}

absl::StatusOr<Action> ParseDelay(const Json& value) {
  const std::int64_t* ms = value.as_int();
  if (ms == nullptr || *ms < 0 || *ms > kMaxDelayMs) {
    return Invalid("delay_ms", absl::StrCat("needs a whole number from 0 to ",
                                            kMaxDelayMs));
  }
  return Delay{absl::Milliseconds(*ms)};
}

std::optional<base::FailureCode> CodeNamed(absl::string_view name) {
  using base::FailureCode;
  for (const FailureCode code :
       {FailureCode::kUnavailableNotSupported,
        FailureCode::kUnavailableNotEnabled,
        FailureCode::kUnavailableDownloading, FailureCode::kInternalError,
        FailureCode::kAssetsUnavailable, FailureCode::kGuardrailViolation,
        FailureCode::kUnsupportedLanguage, FailureCode::kContextExceeded,
        FailureCode::kRateLimited, FailureCode::kFileNotFound,
        FailureCode::kConflictingInput, FailureCode::kUsageError}) {
    if (base::FailureName(code) == name) return code;
  }
  return std::nullopt;
}

absl::StatusOr<Action> ParseFail(const Json& value) {
  const Json* code_member = value.Find("code");
  const Json* lines_member = value.Find("lines");
  const std::string* name =
      code_member == nullptr ? nullptr : code_member->as_string();
  const base::JsonArray* lines =
      lines_member == nullptr ? nullptr : lines_member->as_array();
  if (name == nullptr || lines == nullptr || lines->empty()) {
    return Invalid("fail", "needs 'code' and 'lines'");
  }
  const std::optional<base::FailureCode> code = CodeNamed(*name);
  if (!code.has_value()) return Invalid(*name, "is no error code");

  Fail fail;
  fail.failure.code = *code;
  for (const Json& line : *lines) {
    const std::string* text = line.as_string();
    if (text == nullptr) return Invalid("lines", "needs strings");
    fail.failure.lines.push_back(*text);
  }
  if (const Json* detail = value.Find("detail"); detail != nullptr) {
    AII_ASSIGN_OR_RETURN(fail.failure.detail, TextOf("detail", *detail));
  }
  return fail;
}

absl::StatusOr<Action> ParseEnd(const Json& value) {
  AII_RETURN_IF_ERROR(RequireTrue("end", value));
  return End{};
}

absl::Status TakeVariant(const Json& value, ModelInfo& info) {
  AII_ASSIGN_OR_RETURN(info.variant, TextOf("variant", value));
  return absl::OkStatus();
}

absl::Status TakeContext(const Json& value, ModelInfo& info) {
  const std::int64_t* tokens = value.as_int();
  if (tokens == nullptr || *tokens > std::numeric_limits<int>::max()) {
    return Invalid("context_tokens", "needs a whole number");
  }
  if (*tokens > 0) info.context_tokens = static_cast<int>(*tokens);
  return absl::OkStatus();
}

absl::Status TakeLanguages(const Json& value, ModelInfo& info) {
  const base::JsonArray* languages = value.as_array();
  if (languages == nullptr) return Invalid("languages", "needs an array");
  for (const Json& language : *languages) {
    AII_ASSIGN_OR_RETURN(std::string name, TextOf("languages", language));
    info.languages.push_back(std::move(name));
  }
  return absl::OkStatus();
}

absl::StatusOr<Action> ParseModel(const Json& value) {
  const base::JsonObject* members = value.as_object();
  if (members == nullptr) return Invalid("model", "needs an object");
  Describe describe{{.variant = "script"}};
  for (const auto& [name, member] : *members) {
    if (name == "variant") {
      AII_RETURN_IF_ERROR(TakeVariant(member, describe.info));
    } else if (name == "context_tokens") {
      AII_RETURN_IF_ERROR(TakeContext(member, describe.info));
    } else if (name == "languages") {
      AII_RETURN_IF_ERROR(TakeLanguages(member, describe.info));
    } else {
      return Invalid(name, "is nothing that a model has");
    }
  }
  return describe;
}

struct Kind {
  absl::string_view name;
  absl::StatusOr<Action> (*parse)(const Json& value);
};

constexpr Kind kKinds[] = {
    {"say", ParseSay},
    {"say_message", ParseSayMessage},
    {"say_result", ParseSayResult},
    {"call", ParseCall},
    {"call_raw", ParseCallRaw},
    {"expect_message", ParseExpectMessage},
    {"expect_result", ParseExpectResult},
    {"delay_ms", ParseDelay},
    {"fail", ParseFail},
    {"end", ParseEnd},
    {"model", ParseModel},
};

const Kind* KindNamed(absl::string_view name) {
  const auto* kind = std::find_if(
      std::begin(kKinds), std::end(kKinds),
      [&](const Kind& candidate) { return candidate.name == name; });
  return kind == std::end(kKinds) ? nullptr : kind;
}

// "name" and "id" beside a call.
absl::Status ApplyExtra(absl::string_view name, const Json& value,
                        Action& action) {
  Call* call = std::get_if<Call>(&action);
  if (call == nullptr || (name != "name" && name != "id")) {
    return absl::InvalidArgumentError(
        absl::StrCat("unknown step '", name, "'"));
  }
  AII_ASSIGN_OR_RETURN((name == "name" ? call->name : call->id),
                       TextOf(name, value));
  return absl::OkStatus();
}

absl::StatusOr<Action> ParseStep(absl::string_view line) {
  AII_ASSIGN_OR_RETURN(const Json json, base::ParseJson(line));
  const base::JsonObject* members = json.as_object();
  if (members == nullptr || members->empty()) {
    return absl::InvalidArgumentError("not an object with a step");
  }
  const auto& [first_name, first_value] = members->front();
  const Kind* kind = KindNamed(first_name);
  if (kind == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat("unknown step '", first_name, "'"));
  }
  AII_ASSIGN_OR_RETURN(Action action, kind->parse(first_value));
  for (std::size_t i = 1; i < members->size(); ++i) {
    const auto& [name, value] = (*members)[i];
    AII_RETURN_IF_ERROR(ApplyExtra(name, value, action));
  }
  return action;
}

}  // namespace

absl::StatusOr<std::vector<Step>> ParseSteps(absl::string_view text) {
  std::vector<Step> steps;
  int number = 0;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    const absl::string_view content = absl::StripAsciiWhitespace(line);
    if (content.empty() || content.front() == '#') continue;
    absl::StatusOr<Action> action = ParseStep(content);
    if (!action.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("line ", number, ": ", action.status().message()));
    }
    steps.push_back({number, *std::move(action)});
  }
  return steps;
}

}  // namespace aii::model
