#include "model/event_stream.h"
