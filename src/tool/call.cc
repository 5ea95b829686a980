#include "tool/call.h"
