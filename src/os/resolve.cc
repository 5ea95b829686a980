#include "os/resolve.h"
