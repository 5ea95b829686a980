// Apple's on-device model, pulled, over the shim's C ABI.
//
// Layer: model.
// Spec:  docs/spec.md, "Backends"; docs/adr/0010-foundation-models-bridge.md.

#ifndef AII_MODEL_FOUNDATION_H_
#define AII_MODEL_FOUNDATION_H_

#include <memory>
#include <variant>

#include "base/clock.h"
#include "base/failure.h"
#include "model/backend.h"
#include "model/foundation_api.h"

namespace aii::model {

// Longest wait for a cancelled request to say that it is over. The shim says it
// at once; a framework that is stuck must not keep a person from the shell.
inline constexpr absl::Duration kFoundationPatience = absl::Seconds(2);

// Begins a conversation, and loads the model without waiting for it: a person's
// input can be read meanwhile.
//
// api:     must outlive the backend, as must `clock`.
// session: the tool's parameters are those of run_command, whatever its
//          parameters_json says (swift/include/aii_fm.h).
// Errors:  the model is not available; a shim of another version.
std::variant<std::unique_ptr<Backend>, base::Failure> MakeFoundationBackend(
    const FoundationApi& api, SessionOptions session,
    const base::Clock& clock = base::MonotonicClock());

}  // namespace aii::model

#endif  // AII_MODEL_FOUNDATION_H_
