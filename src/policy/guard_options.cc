#include "policy/guard_options.h"

#include <array>

namespace aii::policy {
namespace {

constexpr OptionValue kNone = OptionValue::kNone;
constexpr OptionValue kRequired = OptionValue::kRequired;
constexpr OptionValue kOptional = OptionValue::kOptional;

constexpr auto kDateLong = std::to_array<LongOption>({
    {"date", kRequired, 'd'},
    {"debug", kNone, kHarmless},
    {"file", kRequired, 'f'},
    {"help", kNone, kHarmless},
    {"iso-8601", kOptional, 'I'},
    {"reference", kRequired, 'r'},
    {"resolution", kNone, kHarmless},
    {"rfc-2822", kNone, 'R'},
    {"rfc-3339", kRequired, kHarmless},
    {"rfc-822", kNone, 'R'},
    {"rfc-email", kNone, 'R'},
    {"set", kRequired, 's'},
    {"uct", kNone, 'u'},
    {"universal", kNone, 'u'},
    {"utc", kNone, 'u'},
    {"version", kNone, kHarmless},
});

constexpr auto kFileLong = std::to_array<LongOption>({
    {"apple", kNone, kHarmless},
    {"brief", kNone, 'b'},
    {"checking-printout", kNone, 'c'},
    {"compile", kNone, 'C'},
    {"debug", kNone, 'd'},
    {"dereference", kNone, 'L'},
    {"exclude", kRequired, 'e'},
    {"extension", kNone, kHarmless},
    {"files-from", kRequired, 'f'},
    {"help", kNone, kHarmless},
    {"keep-going", kNone, 'k'},
    {"list", kNone, 'l'},
    {"magic-file", kRequired, 'm'},
    {"mime", kNone, 'i'},
    {"mime-encoding", kNone, kHarmless},
    {"mime-type", kNone, kHarmless},
    {"no-buffer", kNone, 'n'},
    {"no-dereference", kNone, 'h'},
    {"no-pad", kNone, 'N'},
    {"no-sandbox", kNone, 'S'},
    {"parameter", kRequired, 'P'},
    {"preserve-date", kNone, 'p'},
    {"print0", kNone, '0'},
    {"raw", kNone, 'r'},
    {"separator", kRequired, 'F'},
    {"special-files", kNone, 's'},
    {"uncompress", kNone, 'z'},
    {"uncompress-noreport", kNone, 'Z'},
    {"version", kNone, 'v'},
});

constexpr auto kTailLong = std::to_array<LongOption>({
    {"-disable-inotify", kNone, kHarmless},
    {"-presume-input-pipe", kNone, kHarmless},
    {"bytes", kRequired, 'c'},
    {"follow", kOptional, 'f'},
    {"help", kNone, kHarmless},
    {"lines", kRequired, 'n'},
    {"max-unchanged-stats", kRequired, kHarmless},
    {"pid", kRequired, kPid},
    {"quiet", kNone, 'q'},
    {"retry", kNone, kRetry},
    {"silent", kNone, 'q'},
    {"sleep-interval", kRequired, 's'},
    {"verbose", kNone, 'v'},
    {"version", kNone, kHarmless},
    {"zero-terminated", kNone, 'z'},
});

constexpr auto kWcLong = std::to_array<LongOption>({
    {"bytes", kNone, 'c'},
    {"chars", kNone, 'm'},
    {"debug", kNone, kHarmless},
    {"files0-from", kRequired, kFiles0From},
    {"help", kNone, kHarmless},
    {"libxo", kOptional, kHarmless},
    {"lines", kNone, 'l'},
    {"max-line-length", kNone, 'L'},
    {"total", kRequired, kHarmless},
    {"version", kNone, kHarmless},
    {"words", kNone, 'w'},
});

constexpr auto kDuLong = std::to_array<LongOption>({
    {"all", kNone, 'a'},
    {"apparent-size", kNone, kHarmless},
    {"block-size", kRequired, 'B'},
    {"bytes", kNone, 'b'},
    {"count-links", kNone, 'l'},
    {"dereference", kNone, 'L'},
    {"dereference-args", kNone, 'D'},
    {"exclude", kRequired, kHarmless},
    {"exclude-from", kRequired, 'X'},
    {"files0-from", kRequired, kFiles0From},
    {"help", kNone, kHarmless},
    {"human-readable", kNone, 'h'},
    {"inodes", kNone, kHarmless},
    {"max-depth", kRequired, 'd'},
    {"no-dereference", kNone, 'P'},
    {"null", kNone, '0'},
    {"one-file-system", kNone, 'x'},
    {"separate-dirs", kNone, 'S'},
    {"si", kNone, kHarmless},
    {"summarize", kNone, 's'},
    {"threshold", kRequired, 't'},
    {"time", kOptional, kHarmless},
    {"time-style", kRequired, kHarmless},
    {"total", kNone, 'c'},
    {"version", kNone, kHarmless},
});

}  // namespace

constinit const OptionTable kDateOptions = {"d:f:I::jRr:s:u", kDateLong};
constinit const OptionTable kFileOptions = {
    "0bcCdDe:Ef:F:hiIklLm:M:nNpP:rsSvzZ", kFileLong};
constinit const OptionTable kTailOptions = {"0123456789c:fFn:qrs:vz",
                                            kTailLong};
constinit const OptionTable kWcOptions = {"clLmw", kWcLong};
constinit const OptionTable kDuOptions = {"0abB:cd:DhHklLmPsSt:xX:", kDuLong};

}  // namespace aii::policy
