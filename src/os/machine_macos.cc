#include <sys/sysctl.h>

#include <algorithm>
#include <cstddef>

#include "os/machine.h"

namespace aii::os {

// Half of the memory is what a desktop can spare.
Machine LookAtMachine() {
  int cores = 1;
  std::size_t size = sizeof cores;
  (void)::sysctlbyname("hw.physicalcpu", &cores, &size, nullptr, 0);
  std::uint64_t memory = 0;
  size = sizeof memory;
  (void)::sysctlbyname("hw.memsize", &memory, &size, nullptr, 0);
  return {.cores = std::max(1, cores), .available_bytes = memory / 2};
}

}  // namespace aii::os
