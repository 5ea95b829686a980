#include "approve/approver.h"
