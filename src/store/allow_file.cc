#include "store/allow_file.h"
