#include <fcntl.h>

#include "os/probe_platform.h"

namespace aii::os {

// O_EVTONLY asks for no access to the content, and does not keep a volume from
// being unmounted. O_NONBLOCK: a FIFO does not wait for its writer.
const int kProbeOpenFlags = O_EVTONLY | O_NONBLOCK | O_CLOEXEC;

// There is no procfs.
bool IsOnProcfs(int) { return false; }

}  // namespace aii::os
