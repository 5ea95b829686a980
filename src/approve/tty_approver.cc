#include "approve/tty_approver.h"
