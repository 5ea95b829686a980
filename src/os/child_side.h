// Marks a function that runs between a vfork-like clone and exec.
//
// Layer: os. Linux only; for os/spawn.

#ifndef AII_OS_CHILD_SIDE_H_
#define AII_OS_CHILD_SIDE_H_

// Such a function shares its parent's memory and never returns to it: the
// book-keeping of a sanitizer (shadow stacks, poisoned frames) would be left
// unbalanced in the parent. It makes raw system calls only, because the
// sanitizers' versions of the C library's write to shared tables.
#if defined(__clang__)
#define AII_CHILD_SIDE __attribute__((disable_sanitizer_instrumentation))
#else
#define AII_CHILD_SIDE \
  __attribute__((no_sanitize("address", "thread", "undefined")))
#endif

#endif  // AII_OS_CHILD_SIDE_H_
