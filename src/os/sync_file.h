// What was written is on the disk.
//
// Layer: os.
// Spec:  docs/decisions.md 25; fsync(2).

#ifndef AII_OS_SYNC_FILE_H_
#define AII_OS_SYNC_FILE_H_

namespace aii::os {

// fsync(2), which is tried again on EINTR; on macOS F_FULLFSYNC, as fsync(2)
// does not flush the disk's own cache there. Returns 0, or -1 with errno.
int SyncFile(int fd);

}  // namespace aii::os

#endif  // AII_OS_SYNC_FILE_H_
