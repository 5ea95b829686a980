#include "policy/decide.h"
