#include "os/drain.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <random>
#include <string>

#include "base/unique_fd.h"

namespace aii::os {
namespace {

constexpr std::size_t kNoLimit = std::size_t{1} << 30;

struct Pipe {
  Pipe() {
    std::array<int, 2> ends;
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK), 0);
    read_end.Reset(ends[0]);
    write_end.Reset(ends[1]);
  }
  void Write(const std::string& bytes) {
    EXPECT_EQ(::write(write_end.get(), bytes.data(), bytes.size()),
              static_cast<ssize_t>(bytes.size()));
  }
  base::UniqueFd read_end;
  base::UniqueFd write_end;
};

TEST(OutputHead, KeepsTheFirst2048BytesAndCountsAll) {
  OutputHead head;
  head.Append(std::string(2047, 'a'));
  head.Append("bc");
  head.Append(std::string(100, 'd'));
  EXPECT_EQ(head.retained(), std::string(2047, 'a') + "b");
  EXPECT_EQ(head.total_bytes(), 2149u);
}

TEST(OutputHead, DoesNotDependOnHowTheBytesAreSplit) {
  std::mt19937 random(11);
  std::string bytes(5000, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  for (int round = 0; round < 200; ++round) {
    OutputHead head;
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t size = random() % 700;
      head.Append(absl::string_view(bytes).substr(at, size));
      at += size;
    }
    EXPECT_EQ(head.retained(), bytes.substr(0, kRetainedBytes));
    EXPECT_EQ(head.total_bytes(), bytes.size());
  }
}

TEST(OutputHead, CountsBeyondFourGibibytesInConstantMemory) {
  OutputHead head;
  const std::string piece(std::size_t{64} << 20, 'x');
  for (int i = 0; i < 160; ++i) head.Append(piece);
  EXPECT_EQ(head.total_bytes(), std::uint64_t{10} << 30);
  EXPECT_EQ(head.retained().size(), kRetainedBytes);
  EXPECT_LE(head.retained().capacity(), 2 * kRetainedBytes);
}

TEST(DrainAvailable, TakesWhatIsThereAndDoesNotWait) {
  Pipe pipe;
  OutputHead head;
  EXPECT_EQ(DrainAvailable(pipe.read_end.get(), kNoLimit, head),
            DrainState::kOpen);
  pipe.Write("hello");
  EXPECT_EQ(DrainAvailable(pipe.read_end.get(), kNoLimit, head),
            DrainState::kOpen);
  EXPECT_EQ(head.retained(), "hello");
}

TEST(DrainAvailable, SaysWhenTheOtherEndIsClosed) {
  Pipe pipe;
  pipe.Write("last");
  pipe.write_end.Reset();
  OutputHead head;
  EXPECT_EQ(DrainAvailable(pipe.read_end.get(), kNoLimit, head),
            DrainState::kClosed);
  EXPECT_EQ(head.retained(), "last");
}

TEST(DrainAvailable, StopsAtItsShare) {
  Pipe pipe;
  pipe.Write(std::string(100, 'x'));
  OutputHead head;
  EXPECT_EQ(DrainAvailable(pipe.read_end.get(), 60, head), DrainState::kBudget);
  EXPECT_EQ(head.total_bytes(), 60u);
  EXPECT_EQ(DrainAvailable(pipe.read_end.get(), 60, head), DrainState::kOpen);
  EXPECT_EQ(head.total_bytes(), 100u);
}

TEST(DrainAvailable, TakesAnErrorForTheEnd) {
  OutputHead head;
  EXPECT_EQ(DrainAvailable(-1, kNoLimit, head), DrainState::kClosed);
}

}  // namespace
}  // namespace aii::os
