#include "policy/trusted_dirs.h"
