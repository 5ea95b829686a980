// Needs nothing of macOS but the shim: tests link it with the stand-in.
#include "model/foundation_link.h"

namespace aii::model {

const FoundationApi* LinkedFoundation() {
  static constexpr FoundationApi kLinked = {
      .version = &aii_fm_version,
      .availability = &aii_fm_availability,
      .context_size = &aii_fm_context_size,
      .variant = &aii_fm_variant,
      .languages = &aii_fm_languages,
      .count_tokens = &aii_fm_count_tokens,
      .session_create = &aii_fm_session_create,
      .session_prewarm = &aii_fm_session_prewarm,
      .session_destroy = &aii_fm_session_destroy,
      .stream = &aii_fm_stream,
      .cancel = &aii_fm_cancel,
      .finish = &aii_fm_finish};
  return &kLinked;
}

}  // namespace aii::model
