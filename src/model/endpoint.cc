#include "model/endpoint.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"

namespace aii::model {
namespace {

template <typename... Parts>
absl::Status Invalid(const Parts&... parts) {
  return absl::InvalidArgumentError(absl::StrCat(parts...));
}

// Printable ASCII without blanks: what may stand in a URL or a request line.
bool IsPlain(absl::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isgraph(static_cast<unsigned char>(c));
  });
}

// Cuts "#NAME" off `spec`.
absl::StatusOr<std::string> TakeName(absl::string_view& spec) {
  const std::size_t mark = spec.find('#');
  if (mark == absl::string_view::npos) return std::string();
  const absl::string_view name = spec.substr(mark + 1);
  spec = spec.substr(0, mark);
  if (name.empty()) return Invalid("a model's name must follow '#'");
  if (!IsPlain(name)) return Invalid("'", name, "' is no model's name");
  if (RunsElsewhere(name)) {
    return Invalid("'", name, "' runs on another machine; only local models ",
                   "are used");
  }
  return std::string(name);
}

struct Host {
  bool v6 = false;
  bool try_v6_too = false;
};

std::optional<Host> LocalHost(absl::string_view host) {
  if (host == "127.0.0.1") return Host{};
  if (host == "[::1]") return Host{.v6 = true};
  if (absl::EqualsIgnoreCase(host, "localhost")) {
    return Host{.try_v6_too = true};
  }
  return std::nullopt;
}

absl::StatusOr<std::uint16_t> ParsePort(absl::string_view text) {
  int port = 0;
  const bool digits =
      !text.empty() && text.size() <= 5 &&
      std::all_of(text.begin(), text.end(), [](char c) {
        return absl::ascii_isdigit(static_cast<unsigned char>(c));
      });
  if (!digits || !absl::SimpleAtoi(text, &port) || port < 1 || port > 65535) {
    return Invalid("'", text, "' is no port; it is a number from 1 to 65535");
  }
  return static_cast<std::uint16_t>(port);
}

// Slashes at the end mean nothing; nothing else is the usual prefix.
absl::StatusOr<std::string> ParsePrefix(absl::string_view path) {
  absl::string_view prefix = path;
  while (absl::ConsumeSuffix(&prefix, "/")) {
  }
  if (prefix.empty()) return ServerModel().path_prefix;
  if (!IsPlain(prefix) || absl::StrContains(prefix, '?')) {
    return Invalid("'", path, "' is no path of a server");
  }
  return std::string(prefix);
}

// `rest` follows "http://".
absl::StatusOr<ModelSpec> ParseUrl(absl::string_view rest) {
  ServerModel server;
  AII_ASSIGN_OR_RETURN(server.name, TakeName(rest));
  const std::size_t slash = rest.find('/');
  const absl::string_view authority = rest.substr(0, slash);
  // A bracketed address holds colons of its own.
  const std::size_t bracket = authority.find(']');
  const std::size_t colon =
      authority.find(':', bracket == absl::string_view::npos ? 0 : bracket);

  const absl::string_view host_text = authority.substr(0, colon);
  const std::optional<Host> host = LocalHost(host_text);
  if (!host.has_value()) {
    return Invalid("the host '", host_text, "' is refused: only servers on ",
                   "this machine (127.0.0.1, [::1], localhost) are used");
  }
  if (colon == absl::string_view::npos) {
    return Invalid("'http://", authority, "' names no port (http://", authority,
                   ":8080)");
  }
  AII_ASSIGN_OR_RETURN(const std::uint16_t port,
                       ParsePort(authority.substr(colon + 1)));
  server.endpoint = os::LoopbackEndpoint{host->v6, port};
  server.try_v6_too = host->try_v6_too;
  if (slash != absl::string_view::npos) {
    AII_ASSIGN_OR_RETURN(server.path_prefix, ParsePrefix(rest.substr(slash)));
  }
  return server;
}

absl::StatusOr<ModelSpec> ParseUnix(absl::string_view path) {
  ServerModel server;
  AII_ASSIGN_OR_RETURN(server.name, TakeName(path));
  if (!absl::StartsWith(path, "/")) {
    return Invalid("'unix:' needs an absolute path");
  }
  if (path.size() > os::kMaxSocketPathBytes ||
      path.find('\0') != absl::string_view::npos) {
    return Invalid("'", path, "' can't be the path of a socket");
  }
  server.endpoint = os::UnixEndpoint{std::string(path)};
  return server;
}

bool ConsumeScheme(absl::string_view& spec, absl::string_view scheme) {
  if (!absl::StartsWithIgnoreCase(spec, scheme)) return false;
  spec.remove_prefix(scheme.size());
  return true;
}

}  // namespace

absl::StatusOr<ModelSpec> ParseModelSpec(absl::string_view spec) {
  if (spec.size() > kMaxSpecBytes) {
    return absl::OutOfRangeError("the model's name is too long");
  }
  if (spec == "apple") return AppleModel{};
  if (spec == "embedded") return EmbeddedModel{};
  absl::string_view rest = spec;
  if (ConsumeScheme(rest, "http://")) return ParseUrl(rest);
  if (ConsumeScheme(rest, "https://")) {
    return Invalid("'", spec, "' is refused: a server on this machine is ",
                   "named with http://");
  }
  if (absl::ConsumePrefix(&rest, "unix:")) return ParseUnix(rest);
  if (absl::ConsumePrefix(&rest, "script:")) {
    if (rest.empty()) return Invalid("'script:' needs a path");
    return ScriptModel{std::string(rest)};
  }
  if (absl::EndsWith(spec, ".gguf")) return GgufModel{std::string(spec)};
  return Invalid("'", spec, "' is no model: it is a server's URL ",
                 "(http://127.0.0.1:PORT), unix:/PATH, a path that ends in ",
                 ".gguf, script:PATH, embedded or apple");
}

bool RunsElsewhere(absl::string_view name) {
  return absl::EndsWith(name, "-cloud") || absl::EndsWith(name, ":cloud");
}

}  // namespace aii::model
