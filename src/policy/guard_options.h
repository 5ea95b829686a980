// The options of the default programs whose options the silent guard reads.
//
// Layer: policy (pure).
// Spec:  docs/decisions.md 9.
//
// The tables are those of GNU coreutils and file(1), with what BSD and macOS
// add; where both know an option it takes the same kind of value.

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
// GNU only: du of BSD opens no file that an option names, and its -I MASK must
// not hide a GNU option that follows.
extern const OptionTable kDuOptions;

}  // namespace aii::policy

#endif  // AII_POLICY_GUARD_OPTIONS_H_
