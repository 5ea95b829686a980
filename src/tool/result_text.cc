#include "tool/result_text.h"
