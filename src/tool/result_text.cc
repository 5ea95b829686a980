#include "tool/result_text.h"

#include "absl/strings/str_cat.h"
#include "base/utf8.h"

namespace aii::tool {
namespace {

void AppendOutput(absl::string_view output, std::uint64_t total_bytes,
                  std::string& text) {
  text += base::DecodeLenient(output);
  if (total_bytes <= output.size()) return;
  absl::StrAppend(&text, "\n[output truncated: ", total_bytes,
                  " bytes, showing first ", output.size(), "]");
}

}  // namespace

std::string FinishedText(int status, absl::string_view output,
                         std::uint64_t total_bytes) {
  std::string text = absl::StrCat("exit ", status, "\n");
  AppendOutput(output, total_bytes, text);
  return text;
}

std::string TimedOutText(absl::string_view output, std::uint64_t total_bytes) {
  std::string text =
      "Terminated: the command exceeded the 30-second time limit.\n";
  AppendOutput(output, total_bytes, text);
  return text;
}

absl::string_view DeclinedText() {
  return "Denied: the user declined to run this command. Do not retry it.";
}

absl::string_view NoTerminalText() {
  return "Denied: this command is not on the allowlist and there is no "
         "terminal to ask the user for approval. Do not retry it.";
}

std::string NotFoundText(absl::string_view executable) {
  return absl::StrCat("Error: executable not found: ",
                      base::DecodeLenient(executable));
}

std::string LaunchFailedText(absl::string_view name, absl::string_view reason) {
  return absl::StrCat("Error: could not launch ", base::DecodeLenient(name),
                      ": ", base::DecodeLenient(reason));
}

absl::string_view InvalidExecutableText() {
  return "Error: invalid executable";
}

absl::string_view InvalidArgumentsText() { return "Error: invalid arguments"; }

absl::string_view InterruptedText() {
  return "Terminated: the user interrupted the command. Do not retry it.";
}

absl::string_view TooManyCallsText() {
  return "Denied: too many commands in one turn. Answer with what you have.";
}

absl::string_view WrittenCallText() {
  return "Error: a call that is written as text does not run. Call the tool "
         "run_command, or answer in words.";
}

}  // namespace aii::tool
