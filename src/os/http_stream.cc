#include "os/http_stream.h"
