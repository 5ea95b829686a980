// Properties of policy/always on arbitrary names and arguments:
//   - A prefix that is offered is the beginning of the command, of one of the
//     three shapes of SPEC-EXEC 5.5.
//   - Its line fits the allow file and reads back as the same words; its label
//     is bare or in plain quotes.
//   - Nothing is offered for a family of the never-always set, by either name.
//   - Letter case and a version at the end change no family.
//
// Input: the first line is the program's name, the second the name that links
// lead to, each other line one argument.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "argv/render.h"
#include "argv/words.h"
#include "fuzz/fuzz_expect.h"
#include "policy/always.h"

namespace {

using aii::policy::AlwaysPrefix;
using aii::policy::IsNeverAlways;

using Words = std::vector<std::string>;

void ExpectFamily(const std::string& name) {
  const bool never = IsNeverAlways(name);
  FUZZ_EXPECT(IsNeverAlways(absl::AsciiStrToUpper(name)) == never);
  FUZZ_EXPECT(IsNeverAlways(absl::AsciiStrToLower(name)) == never);
  if (!never) return;
  FUZZ_EXPECT(IsNeverAlways(absl::StrCat(name, ".basic")));
  FUZZ_EXPECT(name.find('.') != std::string::npos ||
              IsNeverAlways(absl::StrCat(name, "-3")));
}

std::size_t KeptArguments(const Words& arguments) {
  if (arguments.empty()) return 0;
  return arguments[0].starts_with('-') ? arguments.size() : 1;
}

void ExpectStorable(const AlwaysPrefix& prefix) {
  const std::string line = aii::argv::JoinWords(prefix);
  FUZZ_EXPECT(line.size() <= aii::argv::kMaxLineBytes);
  const auto again = aii::argv::SplitWords(line);
  FUZZ_EXPECT(again.ok());
  FUZZ_EXPECT(*again == prefix);
  for (const std::string& word : prefix) {
    FUZZ_EXPECT(!aii::argv::NeedsEscape(word));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view input(reinterpret_cast<const char*>(data), size);
  Words lines = absl::StrSplit(input, '\n');
  if (lines.size() < 2) return 0;
  // A name is the last component of a path.
  if (lines[0].empty() || absl::StrContains(lines[0], '/')) return 0;

  const aii::base::ResolvedProgram program = {
      .path = absl::StrCat("/usr/bin/", lines[0]),
      .name = lines[0],
      .final_name = lines[1]};
  const Words arguments(lines.begin() + 2, lines.end());
  ExpectFamily(program.name);
  ExpectFamily(program.final_name);

  const auto always = aii::policy::DeriveAlways(
      aii::policy::TrustedDirs::BuiltIn(), program, arguments);
  const auto* const prefix = std::get_if<AlwaysPrefix>(&always);
  if (prefix == nullptr) return 0;

  FUZZ_EXPECT(!IsNeverAlways(program.name));
  FUZZ_EXPECT(!IsNeverAlways(program.final_name));
  Words expected = {program.name};
  expected.insert(expected.end(), arguments.begin(),
                  arguments.begin() +
                      static_cast<std::ptrdiff_t>(KeptArguments(arguments)));
  FUZZ_EXPECT(*prefix == expected);
  ExpectStorable(*prefix);
  return 0;
}
