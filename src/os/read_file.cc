#include "os/read_file.h"
