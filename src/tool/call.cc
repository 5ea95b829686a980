#include "tool/call.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/json.h"
#include "base/utf8.h"
#include "tool/result_text.h"

namespace aii::tool {
namespace {

// What the spec calls the user's Mac. A macro, so that the texts below stay
// whole literals.
#ifdef __APPLE__
#define AII_MACHINE "Mac"
#else
#define AII_MACHINE "computer"
#endif

constexpr base::JsonLimits kLimits = {.max_bytes = 4u << 20, .max_depth = 64};

absl::Status InvalidArguments() {
  return absl::InvalidArgumentError(InvalidArgumentsText());
}

// `json`: the member `arguments`, or nullptr where there is none.
absl::StatusOr<std::vector<std::string>> ReadArguments(const base::Json* json) {
  std::vector<std::string> arguments;
  if (json == nullptr || json->is_null()) return arguments;
  const base::JsonArray* array = json->as_array();
  if (array == nullptr) return InvalidArguments();
  arguments.reserve(array->size());
  for (const base::Json& element : *array) {
    const std::string* argument = element.as_string();
    if (argument == nullptr) return InvalidArguments();
    arguments.push_back(*argument);
  }
  return arguments;
}

// Whether a path may stand in the instructions. Whoever names a directory could
// otherwise write instructions of their own on a line of their own.
bool IsPlainPath(absl::string_view path) {
  if (path.empty()) return false;
  while (!path.empty()) {
    const base::DecodedChar decoded = base::DecodeChar(path);
    if (!decoded.valid || base::IsUnsafeToShow(decoded.code_point)) {
      return false;
    }
    path.remove_prefix(decoded.size_bytes);
  }
  return true;
}

}  // namespace

absl::string_view ToolDescription() {
  return "Run one program on the user's " AII_MACHINE
         " and return its output. There is no shell: pipes, redirects, "
         "wildcards and ~ do not work. Paths are relative to the current "
         "directory.";
}

absl::string_view ToolParametersJson() {
  return R"({"type":"object","properties":{"executable":{"type":"string",)"
         R"("description":"Program name or absolute path, e.g. ls or )"
         R"(/usr/bin/git"},"arguments":{"type":"array","items":{"type":)"
         R"("string"},"description":"Arguments, one array element each. No )"
         R"(quoting, wildcards or ~."}},"required":["executable",)"
         R"("arguments"],"additionalProperties":false})";
}

std::string SessionInstructions(absl::string_view home,
                                absl::string_view working_directory) {
  std::string text =
      "You can run programs on the user's " AII_MACHINE
      " with the run_command tool. When the user asks you to do something or "
      "find something out on their machine, call the tool instead of showing "
      "commands in a code block. There is no shell: give the program and its "
      "arguments separately; pipes, redirects, wildcards and ~ do not work. "
      "Run one program per call. Do not run destructive commands unless the "
      "user explicitly asked for them. If a command is denied, do not retry "
      "it.";
  const bool has_home = IsPlainPath(home);
  const bool has_directory = IsPlainPath(working_directory);
  if (has_home && has_directory) {
    absl::StrAppend(&text, " The home directory is ", home,
                    " and the current directory is ", working_directory, ".");
  } else if (has_home) {
    absl::StrAppend(&text, " The home directory is ", home, ".");
  } else if (has_directory) {
    absl::StrAppend(&text, " The current directory is ", working_directory,
                    ".");
  }
  return text;
}

absl::StatusOr<Call> MakeCall(std::string executable,
                              std::vector<std::string> arguments) {
  if (executable.empty() || executable.find('\0') != std::string::npos) {
    return absl::InvalidArgumentError(InvalidExecutableText());
  }
  return Call{.executable = std::move(executable),
              .arguments = std::move(arguments)};
}

absl::StatusOr<Call> ParseCall(absl::string_view json) {
  const auto parsed = base::ParseJson(json, kLimits);
  if (!parsed.ok() || parsed->as_object() == nullptr) return InvalidArguments();

  auto arguments = ReadArguments(parsed->Find("arguments"));
  if (!arguments.ok()) return arguments.status();

  const base::Json* executable = parsed->Find("executable");
  if (executable == nullptr) return MakeCall("", *std::move(arguments));
  const std::string* name = executable->as_string();
  if (name == nullptr) return InvalidArguments();
  return MakeCall(*name, *std::move(arguments));
}

}  // namespace aii::tool
