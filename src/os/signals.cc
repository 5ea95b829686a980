#include "os/signals.h"
