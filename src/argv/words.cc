#include "argv/words.h"
