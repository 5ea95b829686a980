#include "policy/rule.h"
