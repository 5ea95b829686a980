#include "base/errno_status.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace aii::base {
namespace {

TEST(ErrnoStatus, NamesWhatFailedTheSubjectAndTheReason) {
  const absl::Status status = ErrnoStatus(EACCES, "cannot open", "/x/allow");
  EXPECT_EQ(status.code(), absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(status.message(), "cannot open '/x/allow': Permission denied");
}

TEST(ErrnoStatus, LeavesOutAnEmptySubject) {
  EXPECT_EQ(ErrnoStatus(EMFILE, "cannot make a pipe").message(),
            "cannot make a pipe: Too many open files");
}

TEST(ErrnoStatus, MapsErrnoToACode) {
  EXPECT_EQ(ErrnoStatus(ENOENT, "x").code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(ErrnoStatus(EEXIST, "x").code(), absl::StatusCode::kAlreadyExists);
  EXPECT_EQ(ErrnoStatus(ENOSPC, "x").code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(ErrnoStatus(123456, "x").code(), absl::StatusCode::kUnknown);
}

TEST(ErrnoStatus, IsNeverOk) {
  EXPECT_EQ(ErrnoStatus(0, "cannot read", "x").code(),
            absl::StatusCode::kUnknown);
}

TEST(ErrnoText, IsTheSystemsOwn) {
  EXPECT_EQ(ErrnoText(ENOENT), "No such file or directory");
  EXPECT_FALSE(ErrnoText(123456).empty());
}

}  // namespace
}  // namespace aii::base
