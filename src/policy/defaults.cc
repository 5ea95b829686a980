#include "policy/defaults.h"
