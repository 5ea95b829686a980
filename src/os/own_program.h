// The program that this process runs, to be started once more.
//
// Layer: os.

#ifndef AII_OS_OWN_PROGRAM_H_
#define AII_OS_OWN_PROGRAM_H_

#include <string>

namespace aii::os {

// A path for os::Spawn(): the very file that runs, also where it was replaced
// or removed meanwhile (Linux), else where it was (macOS). Empty where that
// can't be told.
std::string OwnProgram();

}  // namespace aii::os

#endif  // AII_OS_OWN_PROGRAM_H_
