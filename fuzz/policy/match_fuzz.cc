// Properties of policy/match on arbitrary paths, arguments and rules:
//   - It agrees with a reference written from the text of SPEC-EXEC 5.3 by
//     somebody who had not read the code, about whether a rule matches and how
//     long the longest one is.
//   - It never matches outside a trusted directory.
//   - An argument added at the end never turns a match into a miss.
//
// Input: one line each for the path, the arguments, and every rule; words are
// separated by single spaces.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "fuzz/fuzz_expect.h"
#include "policy/match.h"
#include "tests/support/match_reference.h"

namespace {

using Words = std::vector<std::string>;

const Words kDirectories = {"/bin",      "/usr/bin",       "/sbin",
                            "/usr/sbin", "/usr/local/bin", "/opt/homebrew/bin"};

Words SplitLine(absl::string_view line) {
  if (line.empty()) return {};
  return absl::StrSplit(line, ' ');
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view input(reinterpret_cast<const char*>(data), size);
  const std::vector<absl::string_view> lines = absl::StrSplit(input, '\n');
  if (lines.size() < 3) return 0;

  const std::string path(lines[0]);
  const std::string name = path.substr(path.rfind('/') + 1);
  const aii::base::ResolvedProgram program = {
      .path = path, .name = name, .final_name = name};
  Words arguments = SplitLine(lines[1]);

  aii::policy::RuleSet rules;
  std::vector<Words> texts;
  for (std::size_t i = 2; i < lines.size(); ++i) {
    texts.push_back(SplitLine(lines[i]));
    rules.Add({.words = texts.back()});
  }

  const aii::policy::TrustedDirs trusted(kDirectories);
  const auto* found =
      aii::policy::FindMatch(rules, trusted, program, arguments);
  FUZZ_EXPECT((found ? found->words.size() : 0) ==
              aii::testing::LongestMatch(texts, path, arguments));
  FUZZ_EXPECT(trusted.Trusts(program) ==
              aii::testing::InTrustedDirectory(path));
  if (!found) return 0;
  FUZZ_EXPECT(aii::testing::Matches(found->words, path, arguments));

  const std::size_t before = found->words.size();
  arguments.emplace_back("one more");
  found = aii::policy::FindMatch(rules, trusted, program, arguments);
  FUZZ_EXPECT(found && found->words.size() >= before);
  return 0;
}
