#include "os/spawn.h"
