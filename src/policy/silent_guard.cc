#include "policy/silent_guard.h"

#include <array>
#include <initializer_list>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "argv/render.h"
#include "policy/guard_options.h"
#include "policy/options.h"

namespace aii::policy {
namespace {

using Reason = std::optional<std::string>;
using Arguments = std::span<const std::string>;

// An option that is held back, and why.
struct HeldBack {
  int id;
  const char* reason;
};

constexpr auto kFileHeldBack = std::to_array<HeldBack>({
    {'C', "file -C writes a file"},
    {'m', "file -m reads another magic file"},
    {'M', "file -M reads another magic file"},
    {'z', "file -z may run a decompressor"},
    {'Z', "file -Z may run a decompressor"},
    {'s', "file -s reads devices"},
    {'f', "file -f reads whatever files its list names"},
    {'p', "file -p changes timestamps"},
});
constexpr auto kTailHeldBack = std::to_array<HeldBack>({
    {'f', "tail -f does not end by itself"},
    {'F', "tail -F does not end by itself"},
    {kRetry, "tail --retry does not end by itself"},
    {kPid, "tail --pid watches a process"},
});
constexpr auto kWcHeldBack = std::to_array<HeldBack>({
    {kFiles0From, "wc --files0-from reads whatever files its list names"},
});

Reason CheckFile(const std::string& path, ProbeFile probe) {
  const char* what = nullptr;
  switch (probe(path)) {
    case base::FileKind::kMissing:
    case base::FileKind::kRegular:
    case base::FileKind::kDirectory:
    case base::FileKind::kNullDevice:
      return std::nullopt;
    case base::FileKind::kDevice:
      what = "a device";
      break;
    case base::FileKind::kFifo:
      what = "a FIFO";
      break;
    case base::FileKind::kSocket:
      what = "a socket";
      break;
    case base::FileKind::kProcfs:
      what = "on procfs";
      break;
  }
  return absl::StrCat("'", argv::EscapeUnsafe(path, /*keep_layout=*/false),
                      "' is ", what);
}

// Looks at every word as if it were an operand. Which ones are depends on the
// platform and on POSIXLY_CORRECT; a word that is no file is merely missing.
Reason CheckWords(Arguments arguments, ProbeFile probe) {
  for (const std::string& word : arguments) {
    if (Reason reason = CheckFile(word, probe)) return reason;
  }
  return std::nullopt;
}

// Looks at the values of the options `ids`, which name files.
Reason CheckValues(const GivenWords& given, std::initializer_list<int> ids,
                   ProbeFile probe) {
  for (const GivenOption& option : given.options) {
    if (!option.value || !absl::c_linear_search(ids, option.id)) continue;
    if (Reason reason = CheckFile(std::string(*option.value), probe)) {
      return reason;
    }
  }
  return std::nullopt;
}

Reason CheckHeldBack(absl::string_view program, const OptionTable& table,
                     std::span<const HeldBack> held_back, Arguments arguments) {
  for (const GivenOption& option : ReadOptions(table, arguments).options) {
    if (option.id == kBadOption) {
      return absl::StrCat(program, " is given an option that is not known");
    }
    for (const HeldBack& held : held_back) {
      if (held.id == option.id) return held.reason;
    }
  }
  return std::nullopt;
}

// Whether an operand of date is more than one +FORMAT. With -f, date of BSD
// takes what follows +FORMAT as a time to set, even where GNU sees an option
// there.
bool MaySetClock(const GivenWords& given, Arguments arguments) {
  if (given.operands.empty()) return false;
  const absl::string_view operand = given.operands.front();
  if (given.operands.size() > 1 || !operand.starts_with('+')) return true;
  const bool is_last = operand.data() == arguments.back().data();
  return !is_last &&
         absl::c_any_of(given.options, [](const GivenOption& option) {
           return option.id == 'f';
         });
}

Reason GuardDate(Arguments arguments, ProbeFile probe) {
  const GivenWords given = ReadOptions(kDateOptions, arguments);
  for (const GivenOption& option : given.options) {
    if (option.id == 's') return "date -s can set the clock";
    constexpr absl::string_view kAllowed = "uRIdrfj";
    if (option.id > 255 ||
        !absl::StrContains(kAllowed, static_cast<char>(option.id))) {
      return "date is given an option that is not known to be safe";
    }
  }
  if (MaySetClock(given, arguments)) {
    return "date with an operand can set the clock";
  }
  return CheckValues(given, {'f', 'r'}, probe);
}

// Whether tail may read `word` by its obsolete syntax, as in `tail -20f`.
bool IsObsoleteFollow(absl::string_view word) {
  if (!word.starts_with('-') && !word.starts_with('+')) return false;
  word.remove_prefix(1);
  while (!word.empty() &&
         absl::ascii_isdigit(static_cast<unsigned char>(word.front()))) {
    word.remove_prefix(1);
  }
  return word.find_first_of("fF") != absl::string_view::npos &&
         word.find_first_not_of("bclrfF") == absl::string_view::npos;
}

Reason GuardTail(Arguments arguments, ProbeFile probe) {
  if (absl::c_any_of(arguments, IsObsoleteFollow)) {
    return "tail -f does not end by itself";
  }
  if (Reason reason =
          CheckHeldBack("tail", kTailOptions, kTailHeldBack, arguments)) {
    return reason;
  }
  return CheckWords(arguments, probe);
}

}  // namespace

std::optional<std::string> SilentGuard(absl::string_view program,
                                       std::span<const std::string> arguments,
                                       ProbeFile probe) {
  if (program == "cat" || program == "head") {
    return CheckWords(arguments, probe);
  }
  if (program == "tail") return GuardTail(arguments, probe);
  if (program == "date") return GuardDate(arguments, probe);
  if (program == "du") {
    return CheckValues(ReadOptions(kDuOptions, arguments), {'X', kFiles0From},
                       probe);
  }
  Reason reason;
  if (program == "file") {
    reason = CheckHeldBack(program, kFileOptions, kFileHeldBack, arguments);
  } else if (program == "wc") {
    reason = CheckHeldBack(program, kWcOptions, kWcHeldBack, arguments);
  } else {
    return std::nullopt;
  }
  return reason ? reason : CheckWords(arguments, probe);
}

}  // namespace aii::policy
