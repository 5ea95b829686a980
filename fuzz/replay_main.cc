// Runs a fuzz target over files and folders: the seed corpus as a test, with
// any compiler. Prints how many inputs were run; an empty corpus is a failure.

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size);

namespace {

int RunFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "cannot read '%s'\n", path.c_str());
    return -1;
  }
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                         bytes.size());
  return 1;
}

int RunPath(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) return RunFile(path);
  int count = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(path, error)) {
    if (!entry.is_regular_file()) continue;
    const int ran = RunFile(entry.path());
    if (ran < 0) return ran;
    count += ran;
  }
  return error ? -1 : count;
}

}  // namespace

int main(int argc, char** argv) {
  int total = 0;
  for (int i = 1; i < argc; ++i) {
    const int ran = RunPath(argv[i]);
    if (ran < 0) return 1;
    total += ran;
  }
  std::printf("%d inputs replayed\n", total);
  return total > 0 ? 0 : 1;
}
