#include "os/read_file.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "base/unique_fd.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/temp_dir.h"
#include "tests/support/without_root.h"

namespace aii::os {
namespace {

using ::testing::HasSubstr;
using testing::TempDir;

struct Pipe {
  base::UniqueFd read_end;
  base::UniqueFd write_end;
};

Pipe MakePipe() {
  std::array<int, 2> ends = {-1, -1};
  EXPECT_EQ(::pipe(ends.data()), 0);
  return {base::UniqueFd(ends[0]), base::UniqueFd(ends[1])};
}

TEST(ReadFile, ReturnsTheWholeContent) {
  const TempDir dir;
  const std::vector<std::string> contents = {"",
                                             "x",
                                             std::string("a\0b\xFF\n", 5),
                                             std::string(64 * 1024, 'p'),
                                             std::string(64 * 1024 + 1, 'q'),
                                             std::string(300'000, 'r')};
  for (const std::string& content : contents) {
    SCOPED_TRACE(content.size());
    const auto read = ReadFile(dir.Write("file", content), 1 << 20);
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_EQ(*read, content);
  }
}

TEST(ReadFile, AcceptsExactlyTheCapAndRefusesOneByteMore) {
  const TempDir dir;
  const std::string path = dir.Write("file", std::string(100, 'x'));
  EXPECT_TRUE(ReadFile(path, 100).ok());
  const auto over = ReadFile(path, 99);
  EXPECT_EQ(over.status().code(), absl::StatusCode::kOutOfRange);
  EXPECT_EQ(over.status().message(), "'" + path + "': larger than 99 bytes");
  EXPECT_TRUE(ReadFile(dir.Write("empty", ""), 0).ok());
  EXPECT_FALSE(ReadFile(path, 0).ok());
  EXPECT_TRUE(ReadFile(path, static_cast<std::size_t>(-1)).ok());
}

TEST(ReadFile, NamesWhatIsMissing) {
  const TempDir dir;
  const auto read = ReadFile(dir.File("none"), 10);
  EXPECT_EQ(read.status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(read.status().message(), "cannot open '" + dir.File("none") +
                                         "': No such file or directory");
}

TEST(ReadFile, NamesWhatIsNotPermitted) {
  const TempDir dir;
  const std::string path = dir.Write("secret", "x");
  ASSERT_EQ(::chmod(path.c_str(), 0), 0);
  const testing::WithoutRoot nobody;
  EXPECT_EQ(ReadFile(path, 10).status().code(),
            absl::StatusCode::kPermissionDenied);
}

TEST(ReadFile, RefusesWhatIsNoRegularFileWithoutBlocking) {
  const TempDir dir;
  const std::string fifo = dir.File("fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  for (const std::string& path : {fifo, dir.path(), std::string("/dev/null")}) {
    const auto read = ReadFile(path, 10);
    EXPECT_EQ(read.status().code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_EQ(read.status().message(), "'" + path + "' is not a regular file");
  }
}

TEST(ReadFile, FollowsLinks) {
  const TempDir dir;
  dir.Write("file", "content");
  ASSERT_EQ(::symlink("file", dir.File("link").c_str()), 0);
  const auto read = ReadFile(dir.File("link"), 10);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(*read, "content");
}

TEST(ReadAll, ReadsAPipeToItsEnd) {
  Pipe pipe = MakePipe();
  std::thread writer([fd = pipe.write_end.Release()] {
    const base::UniqueFd end(fd);
    const std::string piece(10'000, 'x');
    for (int i = 0; i < 20; ++i) {
      ASSERT_EQ(::write(end.get(), piece.data(), piece.size()), 10'000);
    }
  });
  const auto read = ReadAll(pipe.read_end.get(), 1 << 20, base::Cancel());
  writer.join();
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->size(), 200'000u);
}

TEST(ReadAll, StartsWhereTheDescriptorStands) {
  const TempDir dir;
  const base::UniqueFd fd(
      ::open(dir.Write("file", "0123456789").c_str(), O_RDONLY | O_CLOEXEC));
  ASSERT_EQ(::lseek(fd.get(), 7, SEEK_SET), 7);
  const auto read = ReadAll(fd.get(), 10, base::Cancel());
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read, "789");
}

TEST(ReadAll, WaitsOnANonBlockingDescriptor) {
  Pipe pipe = MakePipe();
  ASSERT_EQ(::fcntl(pipe.read_end.get(), F_SETFL, O_NONBLOCK), 0);
  std::thread writer([fd = pipe.write_end.Release()] {
    const base::UniqueFd end(fd);
    ::usleep(20'000);
    ASSERT_EQ(::write(end.get(), "late", 4), 4);
  });
  const auto read = ReadAll(pipe.read_end.get(), 10, base::Cancel());
  writer.join();
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(*read, "late");
}

TEST(ReadAll, EndsWhenCancelledBeforeOrWhileItWaits) {
  Pipe pipe = MakePipe();
  auto source = base::CancelSource::Create();
  ASSERT_TRUE(source.ok());
  const base::Cancel cancel = (*source)->token();

  std::thread interrupter([&] {
    ::usleep(20'000);
    (*source)->Trigger(base::CancelReason::kInterrupt);
  });
  EXPECT_EQ(ReadAll(pipe.read_end.get(), 10, cancel).status().code(),
            absl::StatusCode::kCancelled);
  interrupter.join();
  EXPECT_EQ(ReadAll(pipe.read_end.get(), 10, cancel).status().code(),
            absl::StatusCode::kCancelled);
}

TEST(ReadAll, RefusesTheByteAfterTheCapAtOnce) {
  Pipe pipe = MakePipe();
  ASSERT_EQ(::write(pipe.write_end.get(), "12345", 5), 5);
  const auto read = ReadAll(pipe.read_end.get(), 4, base::Cancel());
  EXPECT_EQ(read.status().code(), absl::StatusCode::kOutOfRange);
}

TEST(ReadAll, SaysWhatIsWrongWithTheDescriptor) {
  const TempDir dir;
  const base::UniqueFd directory(
      ::open(dir.path().c_str(), O_RDONLY | O_CLOEXEC));
  EXPECT_THAT(ReadAll(directory.get(), 10, base::Cancel()).status().message(),
              HasSubstr("cannot read"));
  EXPECT_FALSE(ReadAll(-1, 10, base::Cancel()).ok());
  EXPECT_FALSE(ReadAll(1'000'000, 10, base::Cancel()).ok());
}

}  // namespace
}  // namespace aii::os
