// What the shim reports, as a person sees it.
//
// Layer: model (pure).
// Spec:  docs/spec.md, "Errors".

#ifndef AII_MODEL_FOUNDATION_FAILURE_H_
#define AII_MODEL_FOUNDATION_FAILURE_H_

#include <cstdint>
#include <optional>

#include "aii_fm.h"
#include "base/failure.h"

namespace aii::model {

// Nothing where the model is available. An unknown value is an unknown reason.
std::optional<base::Failure> AvailabilityFailure(std::int32_t availability);

// The failure of a request that ended with neither AII_FM_DONE nor
// AII_FM_CANCELLED. An unknown code is an internal error.
//
// context_tokens: the window, where the end does not tell it; above 0.
base::Failure EndFailure(const aii_fm_end& end, int context_tokens);

// The window in tokens: what the framework said, or the default where that is
// not above 0 (a cold start says 0 for a while).
int ContextTokens(std::int64_t said);

}  // namespace aii::model

#endif  // AII_MODEL_FOUNDATION_FAILURE_H_
