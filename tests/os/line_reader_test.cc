#include "os/line_reader.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

#include "base/unique_fd.h"

namespace aii::os {
namespace {

using ::testing::ElementsAreArray;

constexpr std::size_t kCap = 8;

class Pipe {
 public:
  Pipe() {
    std::array<int, 2> ends;
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    read_.Reset(ends[0]);
    write_.Reset(ends[1]);
  }
  void Write(const std::string& text) {
    ASSERT_EQ(::write(write_.get(), text.data(), text.size()),
              static_cast<ssize_t>(text.size()));
  }
  void Close() { write_.Reset(); }
  int fd() const { return read_.get(); }

 private:
  base::UniqueFd read_;
  base::UniqueFd write_;
};

// All lines; "!" for one that is too long.
std::vector<std::string> Lines(LineReader& reader) {
  std::vector<std::string> lines;
  for (;;) {
    const auto line = reader.Next(base::Cancel());
    if (absl::IsOutOfRange(line.status())) {
      lines.emplace_back("!");
      continue;
    }
    EXPECT_TRUE(line.ok()) << line.status();
    if (!line.ok() || !line->has_value()) return lines;
    lines.emplace_back(**line);
  }
}

struct LinesCase {
  const char* says;  // reads after "LineReader"
  std::string text;
  std::vector<std::string> lines;
};

TEST(LineReader, GivesLinesOneByOne) {
  const std::vector<LinesCase> cases = {
      {"gives nothing for nothing", "", {}},
      {"gives a line", "a\n", {"a"}},
      {"gives a last line without a newline", "a\nb", {"a", "b"}},
      {"gives blank lines", "\n\na\n", {"", "", "a"}},
      {"keeps other bytes",
       std::string("a\0\r\n", 4),
       {std::string("a\0\r", 3)}},
      {"takes a line of the cap", "12345678\n", {"12345678"}},
      {"drops a longer one and goes on", "123456789\nb\n", {"!", "b"}},
      {"drops a longer last one", "a\n123456789", {"a", "!"}},
      {"drops two in a row", "123456789\n123456789\nb", {"!", "!", "b"}},
  };
  for (const LinesCase& c : cases) {
    SCOPED_TRACE(c.says);
    Pipe pipe;
    pipe.Write(c.text);
    pipe.Close();
    LineReader reader(pipe.fd(), kCap);
    EXPECT_THAT(Lines(reader), ElementsAreArray(c.lines));
  }
}

TEST(LineReader, JoinsWhatArrivesInPieces) {
  Pipe pipe;
  pipe.Write("one\ntw");
  LineReader reader(pipe.fd(), kCap);
  EXPECT_EQ(reader.Next(base::Cancel())->value(), "one");
  EXPECT_FALSE(reader.HasLine());
  pipe.Write("o\nthree\n");
  EXPECT_EQ(reader.Next(base::Cancel())->value(), "two");
  EXPECT_TRUE(reader.HasLine());
  EXPECT_EQ(reader.Next(base::Cancel())->value(), "three");
  pipe.Close();
  EXPECT_FALSE(reader.Next(base::Cancel())->has_value());
}

TEST(LineReader, HoldsNoMoreThanALineHoweverLongItIs) {
  Pipe pipe;
  LineReader reader(pipe.fd(), kCap);
  for (int i = 0; i < 100; ++i) {
    pipe.Write(std::string(50, 'x') + "\n");
    EXPECT_TRUE(absl::IsOutOfRange(reader.Next(base::Cancel()).status()));
  }
  pipe.Write("b\n");
  EXPECT_EQ(reader.Next(base::Cancel())->value(), "b");
}

TEST(LineReader, LosesNothingWhenItIsCancelled) {
  Pipe pipe;
  pipe.Write("on");
  LineReader reader(pipe.fd(), kCap);
  auto source = base::CancelSource::Create();
  ASSERT_TRUE(source.ok());
  (*source)->Trigger(base::CancelReason::kInterrupt);
  EXPECT_TRUE(absl::IsCancelled(reader.Next((*source)->token()).status()));
  pipe.Write("e\n");
  EXPECT_EQ(reader.Next(base::Cancel())->value(), "one");
}

TEST(LineReader, SaysWhyItCanNotRead) {
  LineReader reader(-1, kCap);
  EXPECT_THAT(reader.Next(base::Cancel()).status().message(),
              ::testing::HasSubstr("cannot read"));
}

}  // namespace
}  // namespace aii::os
