/* The header as C11, and every function that it declares. */

#include "aii_fm.h"

typedef void (*AnyFunction)(void);

const AnyFunction aii_fm_functions[] = {
    (AnyFunction)&aii_fm_version,         (AnyFunction)&aii_fm_availability,
    (AnyFunction)&aii_fm_context_size,    (AnyFunction)&aii_fm_variant,
    (AnyFunction)&aii_fm_languages,       (AnyFunction)&aii_fm_count_tokens,
    (AnyFunction)&aii_fm_session_create,  (AnyFunction)&aii_fm_session_prewarm,
    (AnyFunction)&aii_fm_session_destroy, (AnyFunction)&aii_fm_stream,
    (AnyFunction)&aii_fm_cancel,          (AnyFunction)&aii_fm_finish,
    (AnyFunction)&aii_fm_live,
};
const size_t aii_fm_function_count =
    sizeof(aii_fm_functions) / sizeof(aii_fm_functions[0]);
