#include "os/probe.h"
