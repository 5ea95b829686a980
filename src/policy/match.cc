#include "policy/match.h"
