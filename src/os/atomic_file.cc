#include "os/atomic_file.h"
