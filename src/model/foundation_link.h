// The shim that this program was linked with.
//
// Layer: model.
// Spec:  docs/macos.md.

#ifndef AII_MODEL_FOUNDATION_LINK_H_
#define AII_MODEL_FOUNDATION_LINK_H_

#include "model/foundation_api.h"

namespace aii::model {

// The linked shim; nullptr in a program without one, as on Linux.
const FoundationApi* LinkedFoundation();

}  // namespace aii::model

#endif  // AII_MODEL_FOUNDATION_LINK_H_
