#include "model/endpoint.h"
