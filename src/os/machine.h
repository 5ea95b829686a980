// What this computer has for a model: cores and memory.
//
// Layer: os.

#ifndef AII_OS_MACHINE_H_
#define AII_OS_MACHINE_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace aii::os {

struct Machine {
  // Cores that this process may use, counted once where they run two threads.
  // At least 1.
  int cores = 1;
  // What could be used without swapping; 0 where that can't be told.
  std::uint64_t available_bytes = 0;
};

// Cost: on Linux one file a processor and /proc/meminfo.
Machine LookAtMachine();

// The value of "MemAvailable:" in the text of /proc/meminfo, in bytes; 0 where
// it has none. Pure.
std::uint64_t AvailableBytesIn(absl::string_view meminfo);

}  // namespace aii::os

#endif  // AII_OS_MACHINE_H_
