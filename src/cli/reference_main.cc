// Writes what is made from the table of flags, at build time.
//
// usage: aii_reference PAGE FOLDER
//
// PAGE is docs/man/aii.1.in; FOLDER has the folders man and completions.

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "cli/completions.h"
#include "cli/man_page.h"

namespace {

bool Write(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (file) return true;
  std::fprintf(stderr, "aii_reference: cannot write %s\n", path.c_str());
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: aii_reference PAGE FOLDER\n", stderr);
    return 2;
  }
  std::ifstream file(argv[1], std::ios::binary);
  const std::string page(std::istreambuf_iterator<char>(file), {});
  if (!file) {
    std::fprintf(stderr, "aii_reference: cannot read %s\n", argv[1]);
    return 1;
  }
  const std::string folder = argv[2];
  const std::string completions = folder + "/completions/";
  const bool written =
      Write(folder + "/man/aii.1", aii::cli::ManPage(page, AII_VERSION)) &&
      Write(completions + "aii.bash", aii::cli::BashCompletion()) &&
      Write(completions + "_aii", aii::cli::ZshCompletion()) &&
      Write(completions + "aii.fish", aii::cli::FishCompletion());
  return written ? 0 : 1;
}
