#include "os/own_program.h"

#include <sys/stat.h>

#include "gtest/gtest.h"

namespace aii::os {
namespace {

TEST(OwnProgram, IsTheFileThatRuns) {
  struct stat named = {};
  ASSERT_EQ(::stat(OwnProgram().c_str(), &named), 0);
  struct stat started = {};
  ASSERT_EQ(::stat(::testing::internal::GetArgvs().front().c_str(), &started),
            0);
  EXPECT_EQ(named.st_ino, started.st_ino);
  EXPECT_EQ(named.st_dev, started.st_dev);
}

}  // namespace
}  // namespace aii::os
