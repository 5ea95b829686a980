#include "exec/runner.h"
