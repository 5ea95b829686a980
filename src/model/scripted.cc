#include "model/scripted.h"
