#include "model/openai_http.h"
