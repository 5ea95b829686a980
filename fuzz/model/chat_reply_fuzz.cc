// Properties of model/chat_reply on arbitrary event data, one event a line:
//   - An event is taken or refused with an internal error or the server's own;
//     no refusal is without a line.
//   - The text of the steps put together is text(), and is UTF-8.
//   - There are at most kMaxCallsPerReply calls; once named, each has an id.
//   - What is read never depends on what follows "[DONE]".

#include <cstdint>
#include <string>
#include <variant>

#include "absl/strings/str_split.h"
#include "base/utf8.h"
#include "fuzz/fuzz_expect.h"
#include "model/chat_reply.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view stream(reinterpret_cast<const char*>(data), size);
  aii::model::ChatReply reply;
  std::string streamed;
  for (const absl::string_view event : absl::StrSplit(stream, '\n')) {
    const bool was_done = reply.done();
    const auto step = reply.Take(event);
    if (const auto* failure = std::get_if<aii::base::Failure>(&step)) {
      FUZZ_EXPECT(!was_done);
      FUZZ_EXPECT(!failure->lines.empty());
      for (const std::string& line : failure->lines) {
        FUZZ_EXPECT(!line.empty());
        FUZZ_EXPECT(line.find('\n') == std::string::npos);
      }
      break;
    }
    FUZZ_EXPECT(!was_done || std::get<std::string>(step).empty());
    streamed += std::get<std::string>(step);
  }
  streamed += reply.End();
  FUZZ_EXPECT(reply.End().empty());
  FUZZ_EXPECT(streamed == reply.text());
  FUZZ_EXPECT(aii::base::IsValidUtf8(streamed));
  FUZZ_EXPECT(reply.calls().size() <= aii::model::kMaxCallsPerReply);
  (void)reply.NameCalls(1);
  for (const auto& call : reply.calls()) FUZZ_EXPECT(!call.id.empty());
  return 0;
}
