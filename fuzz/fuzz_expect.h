// The assertion of fuzz targets: stops the fuzzer with the input at hand.

#ifndef AII_FUZZ_FUZZ_EXPECT_H_
#define AII_FUZZ_FUZZ_EXPECT_H_

#include <cstdio>
#include <cstdlib>

#define FUZZ_EXPECT(condition)                                               \
  do {                                                                       \
    if (!(condition)) {                                                      \
      std::fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, \
                   #condition);                                              \
      std::abort();                                                          \
    }                                                                        \
  } while (false)

#endif  // AII_FUZZ_FUZZ_EXPECT_H_
