#include "model/server_arguments.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace aii::model {
namespace {

bool IsFile(const std::string& path, int access) {
  struct stat info = {};
  return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
         ::access(path.c_str(), access) == 0;
}

}  // namespace

std::optional<EmbeddedFiles> FindEmbedded(absl::string_view data_home) {
  if (data_home.empty()) return std::nullopt;
  const std::string folder = absl::StrCat(data_home, "/aii/embedded");
  EmbeddedFiles files = {.server = absl::StrCat(folder, "/bin/llama-server"),
                         .model = absl::StrCat(folder, "/model.gguf"),
                         .adapter = absl::StrCat(folder, "/adapter.gguf"),
                         .chat_template = absl::StrCat(folder, "/chat.jinja")};
  if (!IsFile(files.server, X_OK) || !IsFile(files.model, R_OK) ||
      !IsFile(files.adapter, R_OK) || !IsFile(files.chat_template, R_OK)) {
    return std::nullopt;
  }
  return files;
}

std::vector<std::string> EmbeddedArguments(const EmbeddedFiles& files) {
  return {"-m",
          files.model,
          "--lora",
          files.adapter,
          "--chat-template-file",
          files.chat_template,
          "--jinja",
          "-c",
          "4096",
          "-np",
          "1",
          "--no-webui"};
}

std::vector<std::string> GgufArguments(const std::string& model,
                                       std::uint64_t model_bytes,
                                       const os::Machine& machine) {
  // Memory that can't be told counts as enough.
  const bool short_of_memory =
      machine.available_bytes != 0 &&
      (machine.available_bytes < model_bytes ||
       machine.available_bytes - model_bytes < kRoomBytes);
  return {"-m",
          model,
          "--jinja",
          "-c",
          absl::StrCat(short_of_memory ? kSmallGgufContext : kGgufContext),
          "-np",
          "1",
          "-t",
          absl::StrCat(std::max(1, machine.cores - 1)),
          "-tb",
          absl::StrCat(machine.cores),
          "--no-webui"};
}

}  // namespace aii::model
