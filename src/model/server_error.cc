#include "model/server_error.h"

#include <cstdint>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/utf8.h"

namespace aii::model {
namespace {

using base::Failure;
using base::FailureCode;
using base::Json;

// What the shapes of error bodies have in common.
struct Report {
  int status = 0;  // 0: none was given
  std::string kind;
  std::string message;
  std::int64_t context_tokens = 0;  // 0: unknown
};

const std::string* StringMember(const Json& object, absl::string_view name) {
  const Json* member = object.Find(name);
  return member == nullptr ? nullptr : member->as_string();
}

std::int64_t IntMember(const Json& object, absl::string_view name) {
  const Json* member = object.Find(name);
  const std::int64_t* value = member == nullptr ? nullptr : member->as_int();
  return value == nullptr ? 0 : *value;
}

// One line, short enough to read, cut between characters.
std::string Shorten(absl::string_view message) {
  message = absl::StripAsciiWhitespace(message);
  message = message.substr(0, message.find_first_of("\r\n"));
  std::size_t size = 0;
  while (size < message.size()) {
    const auto step = base::DecodeChar(message.substr(size)).size_bytes;
    if (size + step > kMaxServerMessageBytes) break;
    size += step;
  }
  return std::string(message.substr(0, size));
}

Report ReadReport(const Json& error) {
  Report report;
  if (const std::string* text = error.as_string(); text != nullptr) {
    report.message = *text;
    return report;
  }
  for (const char* name : {"message", "error", "detail"}) {
    const std::string* text = StringMember(error, name);
    if (text == nullptr) continue;
    report.message = *text;
    break;
  }
  for (const char* name : {"type", "code"}) {
    const std::string* text = StringMember(error, name);
    if (text != nullptr) absl::StrAppend(&report.kind, " ", *text);
  }
  const std::int64_t code = IntMember(error, "code");
  if (code >= 100 && code <= 599) report.status = static_cast<int>(code);
  report.context_tokens = IntMember(error, "n_ctx");
  return report;
}

// What stands before the size of the window: in OpenAI's and vLLM's words, and
// in two wordings of LM Studio.
constexpr absl::string_view kBeforeTokens[] = {
    "context length is ", "context length of only ", "n_ctx: "};

std::int64_t TokensNamedIn(absl::string_view message) {
  for (const absl::string_view before : kBeforeTokens) {
    const std::size_t at = message.find(before);
    if (at == absl::string_view::npos) continue;
    absl::string_view number = message.substr(at + before.size());
    number = number.substr(0, number.find_first_not_of("0123456789"));
    std::int64_t tokens = 0;
    if (absl::SimpleAtoi(number, &tokens)) return tokens;
  }
  return 0;
}

// Whether the prompt is too long, as servers say it.
bool IsContextExceeded(const Report& report) {
  if (absl::StrContains(report.kind, "exceed_context_size_error") ||
      absl::StrContains(report.kind, "context_length_exceeded")) {
    return true;
  }
  const std::string message = absl::AsciiStrToLower(report.message);
  return absl::StrContains(message, "context") &&
         (absl::StrContains(message, "exceed") ||
          absl::StrContains(message, "too long") ||
          absl::StrContains(message, "context length") ||
          absl::StrContains(message, "context size") ||
          absl::StrContains(message, "context window"));
}

constexpr absl::string_view kShorterInput =
    "try a shorter input or use /new to reset context in interactive mode";

Failure ContextExceeded(const Report& report) {
  const std::int64_t tokens = report.context_tokens > 0
                                  ? report.context_tokens
                                  : TokensNamedIn(report.message);
  return {
      FailureCode::kContextExceeded,
      {tokens > 0 ? absl::StrCat("Exceeds ", tokens, "-token context window")
                  : std::string("Exceeds the context window"),
       std::string(kShorterInput)},
      report.message};
}

Failure FailureOf(Report report) {
  if (report.status == 429) {
    return {FailureCode::kRateLimited,
            {"Model busy, try again"},
            std::move(report.message)};
  }
  if (report.status == 503) {
    return {
        FailureCode::kUnavailableDownloading,
        {"The model server is still loading its model", "try again shortly"},
        std::move(report.message)};
  }
  if (IsContextExceeded(report)) return ContextExceeded(report);

  Failure failure{FailureCode::kInternalError, {}, {}};
  failure.lines.push_back(
      report.status == 0
          ? std::string("The model server reported an error")
          : absl::StrCat("The model server answered with status ",
                         report.status));
  if (std::string line = Shorten(report.message); !line.empty()) {
    failure.lines.push_back(std::move(line));
  }
  failure.detail = std::move(report.message);
  return failure;
}

}  // namespace

Failure ServerFailure(int http_status, absl::string_view body) {
  Report report;
  if (const auto json = base::ParseJson(body); json.ok()) {
    const Json* error = json->Find("error");
    const bool nested = error != nullptr && error->as_object() != nullptr;
    report = ReadReport(nested ? *error : *json);
  } else {
    report.message = Shorten(body);
  }
  report.status = http_status;
  return FailureOf(std::move(report));
}

Failure StreamedFailure(const Json& error) {
  return FailureOf(ReadReport(error));
}

Failure NoServer(absl::string_view display_name, absl::string_view detail) {
  return {FailureCode::kUnavailableNotSupported,
          {absl::StrCat("No model server answers at ", display_name),
           "start it, or name another with --model"},
          std::string(detail)};
}

Failure CutShort() {
  return {FailureCode::kContextExceeded,
          {"The answer was cut short: the model had no room left",
           std::string(kShorterInput)},
          "finish_reason: length"};
}

Failure ConnectionLost(absl::string_view detail) {
  return {FailureCode::kAssetsUnavailable,
          {"Model assets became unavailable mid-session"},
          std::string(detail)};
}

Failure TransportFailure(const absl::Status& status,
                         absl::string_view display_name) {
  if (absl::IsPermissionDenied(status)) {
    return {FailureCode::kUnavailableNotSupported,
            {absl::StrCat("The model server at ", display_name,
                          " is not used: ", status.message()),
             "start your own, or name another with --model"},
            {}};
  }
  if (absl::IsOutOfRange(status)) return ReplyTooLarge();
  return {FailureCode::kInternalError,
          {absl::StrCat("Cannot talk to the model server: ", status.message())},
          {}};
}

Failure MalformedReply(absl::string_view detail) {
  return {FailureCode::kInternalError,
          {"The model server sent a reply that can't be read"},
          std::string(detail)};
}

Failure ReplyTooLarge() {
  return {FailureCode::kInternalError,
          {"The model server's reply is too large"},
          {}};
}

}  // namespace aii::model
