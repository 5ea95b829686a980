#include "model/private_server.h"
