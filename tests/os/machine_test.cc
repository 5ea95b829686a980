#include "os/machine.h"

#include "gtest/gtest.h"

namespace aii::os {
namespace {

TEST(AvailableBytesIn, ReadsItsLine) {
  EXPECT_EQ(AvailableBytesIn("MemTotal:  8 kB\nMemAvailable:   4 kB\n"), 4096u);
  EXPECT_EQ(AvailableBytesIn("MemAvailable: 0 kB"), 0u);
  for (const char* text :
       {"", "MemTotal: 8 kB\n", "MemAvailable: 4\n", "MemAvailable: x kB\n",
        "MemAvailable: -4 kB\n", "MemAvailable:\n",
        "MemAvailable: 18446744073709551615 kB\n"}) {
    EXPECT_EQ(AvailableBytesIn(text), 0u) << text;
  }
}

TEST(LookAtMachine, FindsCoresAndMemory) {
  const Machine machine = LookAtMachine();
  EXPECT_GE(machine.cores, 1);
  EXPECT_LE(machine.cores, 1024);
  EXPECT_GT(machine.available_bytes, 0u);
}

}  // namespace
}  // namespace aii::os
