// What a file is, without opening it for reading (decision 9).
//
// Layer: os.

#ifndef AII_OS_PROBE_H_
#define AII_OS_PROBE_H_

#include <string>

#include "base/file_facts.h"

namespace aii::os {

// The kind of the file at `path`, links followed, relative to the working
// directory. O_PATH and fstat, never a read: a device is not woken, a FIFO does
// not block. kMissing only where it is missing or out of reach; kDevice, so
// that a person is asked, where this process has no descriptor left to look.
// Cost: four system calls.
base::FileKind Probe(const std::string& path);

}  // namespace aii::os

#endif  // AII_OS_PROBE_H_
