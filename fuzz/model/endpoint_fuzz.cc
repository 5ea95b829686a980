// Properties of model/endpoint on arbitrary text:
//   - It accepts or refuses; a refusal names itself on one line unless the text
//     itself holds a line break.
//   - A URL that it accepts starts with one of the three hosts of this machine,
//     followed by a colon.
//   - Prefix and name of an accepted server are printable and can't break a
//     request line; a socket's path fits and holds no NUL.
//   - The spec written again from what was read reads the same.

#include <algorithm>
#include <cstdint>
#include <string>
#include <variant>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "fuzz/fuzz_expect.h"
#include "model/endpoint.h"

namespace {

using aii::model::ModelSpec;
using aii::model::ServerModel;
using aii::os::LoopbackEndpoint;
using aii::os::UnixEndpoint;

bool IsPlain(absl::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c > 0x20 && c < 0x7f; });
}

std::string Write(const ServerModel& server) {
  std::string text;
  if (const auto* socket = std::get_if<UnixEndpoint>(&server.endpoint)) {
    text = absl::StrCat("unix:", socket->socket_path);
  } else {
    const auto& loopback = std::get<LoopbackEndpoint>(server.endpoint);
    const char* host = loopback.v6         ? "[::1]"
                       : server.try_v6_too ? "localhost"
                                           : "127.0.0.1";
    text =
        absl::StrCat("http://", host, ":", loopback.port, server.path_prefix);
  }
  if (!server.name.empty()) absl::StrAppend(&text, "#", server.name);
  return text;
}

void CheckServer(absl::string_view spec, const ServerModel& server) {
  FUZZ_EXPECT(IsPlain(server.name));
  FUZZ_EXPECT(IsPlain(server.path_prefix));
  FUZZ_EXPECT(absl::StartsWith(server.path_prefix, "/"));
  if (const auto* socket = std::get_if<UnixEndpoint>(&server.endpoint)) {
    FUZZ_EXPECT(socket->socket_path.size() <= aii::os::kMaxSocketPathBytes);
    FUZZ_EXPECT(socket->socket_path.find('\0') == std::string::npos);
  } else {
    FUZZ_EXPECT(absl::StartsWithIgnoreCase(spec, "http://127.0.0.1:") ||
                absl::StartsWithIgnoreCase(spec, "http://[::1]:") ||
                absl::StartsWithIgnoreCase(spec, "http://localhost:"));
    FUZZ_EXPECT(std::get<LoopbackEndpoint>(server.endpoint).port != 0);
  }
  const std::string written = Write(server);
  const auto again = aii::model::ParseModelSpec(written);
  FUZZ_EXPECT(again.ok());
  FUZZ_EXPECT(Write(std::get<ServerModel>(*again)) == written);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view spec(reinterpret_cast<const char*>(data), size);
  const auto model = aii::model::ParseModelSpec(spec);
  if (!model.ok()) {
    FUZZ_EXPECT(!model.status().message().empty());
    FUZZ_EXPECT(absl::StrContains(spec, '\n') ||
                !absl::StrContains(model.status().message(), '\n'));
    return 0;
  }
  if (const auto* server = std::get_if<ServerModel>(&*model)) {
    CheckServer(spec, *server);
  }
  return 0;
}
