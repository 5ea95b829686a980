#include "argv/render.h"
