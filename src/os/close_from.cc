#include "os/close_from.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstddef>

#include "os/child_side.h"

namespace aii::os {
namespace {

// struct linux_dirent64: inode and offset (8 bytes each), the entry's length
// (2 bytes), a type (1 byte), the name.
constexpr std::size_t kLengthAt = 16;
constexpr std::size_t kNameAt = 19;

// The descriptor that an entry of /proc/self/fd names; -1 for "." and "..".
AII_CHILD_SIDE int DescriptorNamed(const char* name) {
  int number = 0;
  if (*name == '\0') return -1;
  for (; *name != '\0'; ++name) {
    if (*name < '0' || *name > '9' || number > INT_MAX / 10 - 1) return -1;
    number = number * 10 + (*name - '0');
  }
  return number;
}

// Closes what one buffer of entries names. Returns how many that were.
AII_CHILD_SIDE int CloseEntries(const char* entries, std::size_t size,
                                int first, int listing) {
  int closed = 0;
  for (std::size_t at = 0; at + kNameAt < size;) {
    unsigned short length = 0;
    __builtin_memcpy(&length, entries + at + kLengthAt, sizeof length);
    const int fd = DescriptorNamed(entries + at + kNameAt);
    if (fd >= first && fd != listing) {
      ::syscall(SYS_close, fd);
      ++closed;
    }
    if (length == 0) break;
    at += length;
  }
  return closed;
}

}  // namespace

AII_CHILD_SIDE int CloseListedFrom(int first) {
  const long opened = ::syscall(SYS_openat, AT_FDCWD, "/proc/self/fd",
                                O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  if (opened < 0) return errno;
  const int listing = static_cast<int>(opened);
  char entries[2048];
  int error = 0;
  // Closing while listing may skip entries: lists anew until none is left.
  for (int closed = 1; closed > 0 && error == 0;) {
    closed = 0;
    ::syscall(SYS_lseek, listing, 0, SEEK_SET);
    for (;;) {
      const long got =
          ::syscall(SYS_getdents64, listing, entries, sizeof entries);
      if (got < 0) error = errno;
      if (got <= 0) break;
      closed +=
          CloseEntries(entries, static_cast<std::size_t>(got), first, listing);
    }
  }
  ::syscall(SYS_close, listing);
  return error;
}

AII_CHILD_SIDE int CloseFrom(int first) {
#ifdef SYS_close_range
  if (::syscall(SYS_close_range, first, ~0U, 0) == 0) return 0;
#endif
  return CloseListedFrom(first);
}

}  // namespace aii::os
