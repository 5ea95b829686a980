// Properties of tool/call on arbitrary bytes:
//   - ParseCall accepts or refuses with one of two fixed texts.
//   - What it accepts has an executable that is not empty and holds no NUL,
//     and is UTF-8 throughout.
//   - The same call written as JSON is read as the same call.
//   - Instructions stay on one line whatever the directories are called.

#include <cstdint>
#include <string>

#include "base/json.h"
#include "base/utf8.h"
#include "fuzz/fuzz_expect.h"
#include "tool/call.h"

namespace {

std::string Write(const aii::tool::Call& call) {
  aii::base::JsonArray arguments(call.arguments.begin(), call.arguments.end());
  return aii::base::WriteJson(aii::base::JsonObject{
      {"arguments", std::move(arguments)}, {"executable", call.executable}});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string instructions = aii::tool::SessionInstructions(text, text);
  FUZZ_EXPECT(instructions.find('\n') == std::string::npos);
  FUZZ_EXPECT(aii::base::IsValidUtf8(instructions));

  const auto call = aii::tool::ParseCall(text);
  if (!call.ok()) {
    const absl::string_view message = call.status().message();
    FUZZ_EXPECT(message == "Error: invalid arguments" ||
                message == "Error: invalid executable");
    return 0;
  }
  FUZZ_EXPECT(!call->executable.empty());
  FUZZ_EXPECT(call->executable.find('\0') == std::string::npos);
  FUZZ_EXPECT(aii::base::IsValidUtf8(call->executable));
  for (const std::string& argument : call->arguments) {
    FUZZ_EXPECT(aii::base::IsValidUtf8(argument));
  }
  const auto again = aii::tool::ParseCall(Write(*call));
  FUZZ_EXPECT(again.ok());
  FUZZ_EXPECT(again->executable == call->executable);
  FUZZ_EXPECT(again->arguments == call->arguments);
  return 0;
}
