// Properties of policy/silent_guard on arbitrary words:
//   - What it lets run, getopt_long with the tables of the GNU programs alone
//     reads as holding nothing of decision 9: no option that writes, runs or
//     waits, no operand or named file that is a device.
//   - A reason is one printable line.
//   - It knows nothing of other programs.
//   - Words after `--` are no options: du is never held back for them.
//
// Input: the first byte picks a program, the rest is one word a line. A word
// that starts with "/dev/" is a device.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "fuzz/fuzz_expect.h"
#include "policy/silent_guard.h"
#include "tests/support/getopt_reference.h"

namespace {

using aii::policy::GivenOption;
using aii::policy::LongOption;
using aii::policy::OptionTable;

constexpr auto kNone = aii::policy::OptionValue::kNone;
constexpr auto kRequired = aii::policy::OptionValue::kRequired;
constexpr auto kOptional = aii::policy::OptionValue::kOptional;

enum : int { kFilesFrom = 256, kRetry, kPid, kMore };

constexpr LongOption kDate[] = {
    {"date", kRequired, 'd'},
    {"debug", kNone, kMore},
    {"file", kRequired, 'f'},
    {"iso-8601", kOptional, 'I'},
    {"reference", kRequired, 'r'},
    {"rfc-email", kNone, 'R'},
    {"rfc-3339", kRequired, kMore},
    {"set", kRequired, 's'},
    {"utc", kNone, 'u'},
    {"universal", kNone, 'u'},
};
constexpr LongOption kFile[] = {
    {"magic-file", kRequired, 'm'},
    {"uncompress", kNone, 'z'},
    {"uncompress-noreport", kNone, 'Z'},
    {"compile", kNone, 'C'},
    {"files-from", kRequired, 'f'},
    {"special-files", kNone, 's'},
    {"preserve-date", kNone, 'p'},
    {"exclude", kRequired, 'e'},
    {"separator", kRequired, 'F'},
    {"parameter", kRequired, 'P'},
    {"mime", kNone, 'i'},
    {"print0", kNone, '0'},
};
constexpr LongOption kTail[] = {
    {"bytes", kRequired, 'c'},
    {"follow", kOptional, 'f'},
    {"lines", kRequired, 'n'},
    {"max-unchanged-stats", kRequired, kMore},
    {"pid", kRequired, kPid},
    {"retry", kNone, kRetry},
    {"sleep-interval", kRequired, 's'},
    {"quiet", kNone, 'q'},
};
constexpr LongOption kWc[] = {{"bytes", kNone, 'c'},
                              {"files0-from", kRequired, kFilesFrom},
                              {"total", kRequired, kMore}};
constexpr LongOption kDu[] = {
    {"block-size", kRequired, 'B'},   {"exclude", kRequired, kMore},
    {"exclude-from", kRequired, 'X'}, {"files0-from", kRequired, kFilesFrom},
    {"max-depth", kRequired, 'd'},    {"threshold", kRequired, 't'},
    {"time", kOptional, kMore + 1}};
constexpr LongOption kCat[] = {{"number", kNone, 'n'}};
constexpr LongOption kHead[] = {{"bytes", kRequired, 'c'},
                                {"lines", kRequired, 'n'}};

struct Program {
  const char* name;
  OptionTable table;
  std::vector<int> held_back;
  std::vector<int> name_files;
  bool opens_operands;
};

const std::vector<Program>& Programs() {
  static const auto* const kPrograms = new std::vector<Program>{
      {"date", {"d:f:I::r:Rs:u", kDate}, {'s', kMore}, {'f', 'r'}, false},
      {"file",
       {"bcCde:Ef:F:hiklLm:nNpP:rsSvzZ0", kFile},
       {'C', 'm', 'z', 'Z', 's', 'f', 'p'},
       {},
       true},
      {"tail",
       {"c:n:fFqs:vz0123456789", kTail},
       {'f', 'F', kRetry, kPid},
       {},
       true},
      {"wc", {"clLmw", kWc}, {}, {kFilesFrom}, true},
      {"du", {"0abd:chHklmst:xB:DLPSX:", kDu}, {}, {'X', kFilesFrom}, false},
      {"cat", {"benstuvAET", kCat}, {}, {}, true},
      {"head", {"c:n:qvz0123456789", kHead}, {}, {}, true},
      {"ls", {"", {}}, {}, {}, false},
  };
  return *kPrograms;
}

bool IsDevice(absl::string_view path) {
  return absl::StartsWith(path, "/dev/");
}

void ExpectHarmless(const Program& program, std::vector<std::string> words) {
  const auto given = aii::testing::ReadByGetopt(program.table, words);
  for (const GivenOption& option : given.options) {
    FUZZ_EXPECT(!absl::c_linear_search(program.held_back, option.id));
    if (option.value && absl::c_linear_search(program.name_files, option.id)) {
      FUZZ_EXPECT(!IsDevice(*option.value));
    }
  }
  if (program.opens_operands) {
    FUZZ_EXPECT(absl::c_none_of(given.operands, IsDevice));
  }
  if (absl::string_view(program.name) == "date") {
    FUZZ_EXPECT(given.operands.size() <= 1);
    FUZZ_EXPECT(given.operands.empty() || given.operands[0].starts_with('+'));
  }
}

void ExpectPrintable(absl::string_view reason) {
  FUZZ_EXPECT(!reason.empty());
  for (const char byte : reason) {
    FUZZ_EXPECT(static_cast<unsigned char>(byte) >= 0x20 && byte != 0x7F);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const Program& program = Programs()[data[0] % Programs().size()];
  const absl::string_view input(reinterpret_cast<const char*>(data + 1),
                                size - 1);
  // No argument of a program holds a NUL.
  if (input.find('\0') != absl::string_view::npos) return 0;

  const auto probe = [](const std::string& path) {
    return IsDevice(path) ? aii::base::FileKind::kDevice
                          : aii::base::FileKind::kMissing;
  };
  std::vector<std::string> words = absl::StrSplit(input, '\n');
  const auto reason = aii::policy::SilentGuard(program.name, words, probe);
  if (reason) {
    ExpectPrintable(*reason);
  } else {
    ExpectHarmless(program, words);
  }
  FUZZ_EXPECT(!aii::policy::SilentGuard("git", words, probe));

  words.insert(words.begin(), "--");
  FUZZ_EXPECT(!aii::policy::SilentGuard("du", words, probe));
  return 0;
}
