#include "os/tty.h"
