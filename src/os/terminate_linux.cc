#include "os/terminate.h"
