#include "model/foundation_link.h"

namespace aii::model {

const FoundationApi* LinkedFoundation() { return nullptr; }

}  // namespace aii::model
