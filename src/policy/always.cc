#include "policy/always.h"
