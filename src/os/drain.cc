#include "os/drain.h"
