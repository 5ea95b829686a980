// A directory of its own for one test.

#ifndef AII_TESTS_SUPPORT_TEMP_DIR_H_
#define AII_TESTS_SUPPORT_TEMP_DIR_H_

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

#include "absl/strings/string_view.h"

namespace aii::testing {

// Made at the start, removed with everything in it at the end.
class TempDir {
 public:
  TempDir() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "aii-test-XXXXXX").string();
    const char* made = ::mkdtemp(pattern.data());
    path_ = made == nullptr ? "" : made;
  }
  ~TempDir() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  const std::string& path() const { return path_; }
  std::string File(absl::string_view name) const {
    return path_ + "/" + std::string(name);
  }
  // Writes the file `name` and returns its path.
  std::string Write(absl::string_view name, absl::string_view content) const {
    std::ofstream file(File(name), std::ios::binary | std::ios::trunc);
    file << content;
    return File(name);
  }

 private:
  std::string path_;
};

// The content of a file; empty where it can't be read.
inline std::string Slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The names in a directory, sorted.
inline std::vector<std::string> NamesIn(const std::string& path) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(path, ignored)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace aii::testing

#endif  // AII_TESTS_SUPPORT_TEMP_DIR_H_
