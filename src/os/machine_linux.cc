#include <sched.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "os/machine.h"
#include "os/read_file.h"

namespace aii::os {
namespace {

constexpr std::size_t kMaxFileBytes = 64u << 10;

int CountCores() {
  cpu_set_t usable;
  CPU_ZERO(&usable);
  if (::sched_getaffinity(0, sizeof usable, &usable) != 0) return 1;
  // Processors of one core name the same ones here.
  std::set<std::string> cores;
  for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &usable)) continue;
    auto siblings = ReadFile(absl::StrCat("/sys/devices/system/cpu/cpu", cpu,
                                          "/topology/thread_siblings_list"),
                             kMaxFileBytes);
    cores.insert(siblings.ok() ? *std::move(siblings) : absl::StrCat(cpu));
  }
  return std::max(1, static_cast<int>(cores.size()));
}

}  // namespace

Machine LookAtMachine() {
  const auto meminfo = ReadFile("/proc/meminfo", kMaxFileBytes);
  return {.cores = CountCores(),
          .available_bytes = meminfo.ok() ? AvailableBytesIn(*meminfo) : 0};
}

}  // namespace aii::os
