// The fixed strings that the model gets as a tool result.
//
// Layer: tool (pure).
// Spec:  SPEC-EXEC 4, "Result contract"; docs/decisions.md 3, 4, 6, 21 to 23.
//
// Names, reasons and output may hold any bytes and come out as UTF-8. Escape
// sequences stay: the model reads them, a terminal must not get them.

#ifndef AII_TOOL_RESULT_TEXT_H_
#define AII_TOOL_RESULT_TEXT_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace aii::tool {

// "exit <status>" + newline + output, and the note where `total_bytes` is more
// than what was retained.
//
// status:      exit status; 128+n for a signalled child.
// output:      retained bytes, as they came; decoded leniently here.
// total_bytes: bytes that the command wrote in all.
std::string FinishedText(int status, absl::string_view output,
                         std::uint64_t total_bytes);

// The timeout text + newline + partial output (with the same note).
std::string TimedOutText(absl::string_view output, std::uint64_t total_bytes);

absl::string_view DeclinedText();
absl::string_view NoTerminalText();
std::string NotFoundText(absl::string_view executable);
std::string LaunchFailedText(absl::string_view name, absl::string_view reason);
absl::string_view InvalidExecutableText();
absl::string_view InvalidArgumentsText();

// A person interrupted the turn while the command ran (ctrl-c). The model may
// never read it; the transcript stays well-formed.
absl::string_view InterruptedText();

// The cap of decision 32 was reached.
absl::string_view TooManyCallsText();

// A call was written as text (tool/written_call, ADR 11). No tool result: the
// model gets it as a message.
absl::string_view WrittenCallText();

}  // namespace aii::tool

#endif  // AII_TOOL_RESULT_TEXT_H_
