#include "cli/environment.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "os/resolve.h"

namespace aii::cli {

Environment ReadEnvironment(
    absl::FunctionRef<const char*(const char* name)> get) {
  const auto text = [&](const char* name) -> std::string {
    const char* value = get(name);
    return value == nullptr ? "" : value;
  };
  const auto directory = [&](const char* name) -> std::string {
    std::string value = text(name);
    return absl::StartsWith(value, "/") ? value : "";
  };

  Environment environment;
  environment.home = directory("HOME");
  environment.search_path = get("PATH") == nullptr
                                ? std::string(os::kDefaultSearchPath)
                                : text("PATH");
  environment.data_home = directory("XDG_DATA_HOME");
  if (environment.data_home.empty() && !environment.home.empty()) {
    environment.data_home = absl::StrCat(environment.home, "/.local/share");
  }
  environment.runtime_dir = directory("XDG_RUNTIME_DIR");
  environment.temporary_dir = directory("TMPDIR");
  if (environment.temporary_dir.empty()) environment.temporary_dir = "/tmp";
  environment.model = text("AII_MODEL");
  environment.llama_server = text("AII_LLAMA_SERVER");
  environment.keep = text("AII_KEEP");
  environment.start_limit = text("AII_START_LIMIT");
  environment.no_color = !text("NO_COLOR").empty() || text("TERM") == "dumb";
  environment.dumb_terminal = text("TERM").empty() || text("TERM") == "dumb";
  return environment;
}

}  // namespace aii::cli
