// The tool run_command: its contract with the model.
//
// Layer: tool (pure).
// Spec:  SPEC-EXEC 4 and 8; docs/decisions.md 3, 31 and 33.

#ifndef AII_TOOL_CALL_H_
#define AII_TOOL_CALL_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace aii::tool {

inline constexpr absl::string_view kToolName = "run_command";

// The tool's description, as the model reads it.
absl::string_view ToolDescription();

// The JSON Schema of the arguments, one line.
absl::string_view ToolParametersJson();

// The instructions of a session with the tool, and where it runs.
//
// home, working_directory: absolute paths, or empty where unknown. Not
//     mentioned where empty, not UTF-8, or holding a character that
//     IsUnsafeToShow(): a name of a directory must not read as instructions.
std::string SessionInstructions(absl::string_view home,
                                absl::string_view working_directory);

struct Call {
  std::string executable;
  std::vector<std::string> arguments;
};

// The call itself, validated (SPEC-EXEC 5.1, step 1).
//
// Errors: kInvalidArgument, "Error: invalid executable": empty, or holds NUL.
// A NUL in an argument is accepted: it is a launch failure (decision 3).
absl::StatusOr<Call> MakeCall(std::string executable,
                              std::vector<std::string> arguments);

// Reads the arguments of one tool call.
//
// json:   {"executable": string, "arguments": [string…]}; `arguments` missing
//         or null is an empty list; unknown fields are ignored.
// Errors: kInvalidArgument whose message is the very text for the model:
//         "Error: invalid arguments" (not JSON, not an object, wrong types, a
//         lone surrogate, a repeated name, over 4 MiB), or MakeCall's; a
//         missing executable is an empty one. Wrong types are told first.
absl::StatusOr<Call> ParseCall(absl::string_view json);

}  // namespace aii::tool

#endif  // AII_TOOL_CALL_H_
