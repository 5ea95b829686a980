// The part of aii that a test of model/private_server starts: a supervisor.

#include <vector>

#include "absl/strings/string_view.h"
#include "model/private_server_supervisor.h"

int main(int argc, char** argv) {
  const std::vector<absl::string_view> words(argv + 1, argv + argc);
  const auto options = aii::model::ReadSupervisorWords(words);
  return options.has_value() ? aii::model::RunSupervisor(*options) : 2;
}
