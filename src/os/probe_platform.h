// What os/probe needs of each platform.
//
// Layer: os.

#ifndef AII_OS_PROBE_PLATFORM_H_
#define AII_OS_PROBE_PLATFORM_H_

namespace aii::os {

// Flags of open(2) that give a descriptor to look at, and never to read.
extern const int kProbeOpenFlags;

// Whether `fd` is on procfs, but for the harmless files of decision 9: meminfo,
// cpuinfo, loadavg, version and uptime at its top.
bool IsOnProcfs(int fd);

}  // namespace aii::os

#endif  // AII_OS_PROBE_PLATFORM_H_
