#include "policy/silent_guard.h"
