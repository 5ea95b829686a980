// The options of the default programs whose options the silent guard reads.
//
// Layer: policy (pure).
// Spec:  docs/decisions.md 9.
//
// The tables are those of GNU coreutils and file(1), with what BSD and macOS
// add; where several know an option it takes the same kind of value. Left out
// are options with a value that only some know (tail -b, file --exclude-quiet)
// where the others would read on, and take that value for an option.

#ifndef AII_POLICY_GUARD_OPTIONS_H_
#define AII_POLICY_GUARD_OPTIONS_H_

#include "policy/options.h"

namespace aii::policy {

// Ids of long options that have no short form.
enum LongOnly : int {
  kFiles0From = 256,
  kRetry,
  kPid,
  kHarmless,  // any other
};

extern const OptionTable kDateOptions;
extern const OptionTable kFileOptions;
extern const OptionTable kTailOptions;
extern const OptionTable kWcOptions;
// GNU only: du of BSD opens no file that an option names.
extern const OptionTable kDuOptions;

}  // namespace aii::policy

#endif  // AII_POLICY_GUARD_OPTIONS_H_
