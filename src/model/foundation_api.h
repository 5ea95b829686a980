// The functions of swift/include/aii_fm.h as a value, so that a test can have
// others, and a program without Swift none.
//
// Layer: model.
// Spec:  swift/include/aii_fm.h.

#ifndef AII_MODEL_FOUNDATION_API_H_
#define AII_MODEL_FOUNDATION_API_H_

#include "aii_fm.h"

namespace aii::model {

struct FoundationApi {
  decltype(&aii_fm_version) version;
  decltype(&aii_fm_availability) availability;
  decltype(&aii_fm_context_size) context_size;
  decltype(&aii_fm_variant) variant;
  decltype(&aii_fm_languages) languages;
  decltype(&aii_fm_count_tokens) count_tokens;
  decltype(&aii_fm_session_create) session_create;
  decltype(&aii_fm_session_prewarm) session_prewarm;
  decltype(&aii_fm_session_destroy) session_destroy;
  decltype(&aii_fm_stream) stream;
  decltype(&aii_fm_cancel) cancel;
  decltype(&aii_fm_finish) finish;
};

}  // namespace aii::model

#endif  // AII_MODEL_FOUNDATION_API_H_
