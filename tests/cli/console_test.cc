#include "cli/console.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string>
#include <vector>

#include "base/unique_fd.h"

namespace aii::cli {
namespace {

// A console on two pipes; what was written can be read at any time.
class ConsoleTest : public ::testing::Test {
 protected:
  ConsoleTest() {
    Open(out_read_, out_write_);
    Open(err_read_, err_write_);
  }

  static void Open(base::UniqueFd& read_end, base::UniqueFd& write_end) {
    std::array<int, 2> ends;
    ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK), 0);
    read_end.Reset(ends[0]);
    write_end.Reset(ends[1]);
  }

  Console Make(bool terminal) {
    return Console({.out = out_write_.get(),
                    .err = err_write_.get(),
                    .out_is_terminal = terminal,
                    .err_is_terminal = terminal});
  }

  static std::string Read(const base::UniqueFd& fd) {
    std::string bytes(65536, '\0');
    const ssize_t count = ::read(fd.get(), bytes.data(), bytes.size());
    bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return bytes;
  }
  std::string Out() { return Read(out_read_); }
  std::string Err() { return Read(err_read_); }

  base::UniqueFd out_read_, out_write_, err_read_, err_write_;
};

struct ResponseCase {
  const char* says;
  std::vector<std::string> deltas;
  std::string written;
};

// spec O1
TEST_F(ConsoleTest, EndsAResponseWithOneNewline) {
  const std::vector<ResponseCase> cases = {
      {"adds it where there is none", {"4"}, "4\n"},
      {"keeps the one that is there", {"4\n"}, "4\n"},
      {"drops what is too much", {"4\n", "\n\n"}, "4\n"},
      {"keeps blank lines inside", {"a\n\n", "b"}, "a\n\nb\n"},
      {"writes nothing for nothing", {}, ""},
      {"writes nothing for newlines alone", {"\n", "\n"}, ""},
      {"keeps newlines in front", {"\n", "a"}, "\na\n"},
  };
  Console console = Make(false);
  for (const ResponseCase& c : cases) {
    SCOPED_TRACE(c.says);
    for (const std::string& delta : c.deltas) {
      ASSERT_TRUE(console.Write(delta).ok());
    }
    ASSERT_TRUE(console.EndResponse().ok());
    EXPECT_EQ(Out(), c.written);
  }
}

// spec O2
TEST_F(ConsoleTest, WritesOutAtANewlineAndAtThe128thByte) {
  Console console = Make(false);
  (void)console.Write("abc");
  EXPECT_EQ(Out(), "");
  (void)console.Write("def\n");
  EXPECT_EQ(Out(), "abcdef");
  (void)console.Write(std::string(126, 'x'));
  EXPECT_EQ(Out(), "");
  (void)console.Write("y");
  EXPECT_EQ(Out(), "\n" + std::string(126, 'x') + "y");
}

TEST_F(ConsoleTest, WritesTheAnswerBeforeALineOnStandardError) {
  Console console = Make(false);
  (void)console.Write("half");
  console.ErrorLine("aii: $ df -h");
  EXPECT_EQ(Out(), "half");
  EXPECT_EQ(Err(), "aii: $ df -h\n");
}

TEST_F(ConsoleTest, StartsAFreshLineOnATerminal) {
  Console console = Make(true);
  (void)console.Write("half");
  console.ErrorLine("aii: $ df -h");
  EXPECT_EQ(Out(), "half\n");
  (void)console.Write("rest\n");
  console.ErrorLine("aii: $ df -h");
  EXPECT_EQ(Out(), "rest\n") << "the newline is not written twice";
  (void)console.EndResponse();
  EXPECT_EQ(Out(), "");
}

// spec O3
TEST_F(ConsoleTest, ShowsControlCharactersOnATerminalEscaped) {
  Console console = Make(true);
  (void)console.Write("a\x1b[2Jb\tc\r\n");
  (void)console.EndResponse();
  EXPECT_EQ(Out(), "a\\x1B[2Jb\tc\\x0D\n");
}

// spec O3
TEST_F(ConsoleTest, PassesBytesUnchangedElsewhere) {
  Console console = Make(false);
  (void)console.Write("a\x1b[2Jb\xff");
  (void)console.EndResponse();
  EXPECT_EQ(Out(), "a\x1b[2Jb\xff\n");
}

TEST_F(ConsoleTest, PutsACharacterTogetherThatCameInPieces) {
  const std::string text = "né\u20ac\U0001F600!";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    Console console = Make(true);
    (void)console.Write(text.substr(0, cut));
    (void)console.Write(text.substr(cut));
    (void)console.EndResponse();
    EXPECT_EQ(Out(), text + "\n") << cut;
  }
}

TEST_F(ConsoleTest, ShowsACharacterThatNeverGotWhole) {
  Console console = Make(true);
  (void)console.Write("a\xe2\x82");
  (void)console.EndResponse();
  EXPECT_EQ(Out(), "a\\xE2\\x82\n");
}

TEST_F(ConsoleTest, PrintsToATerminalEscaped) {
  Console console = Make(true);
  ASSERT_TRUE(console.Print("touch '\x1b[2J'\n").ok());
  EXPECT_EQ(Out(), "touch '\\x1B[2J'\n");
  ASSERT_TRUE(Make(false).Print("touch '\x1b[2J'\n").ok());
  EXPECT_EQ(Out(), "touch '\x1b[2J'\n");
}

TEST_F(ConsoleTest, TellsAGoneReaderFromAClosedDescriptor) {
  ::signal(SIGPIPE, SIG_IGN);
  Console console = Make(false);
  out_read_.Reset();
  EXPECT_FALSE(console.Print("x").ok());
  EXPECT_TRUE(console.reader_gone());

  Console closed({.out = -1, .err = err_write_.get()});
  EXPECT_FALSE(closed.Print("x").ok());
  EXPECT_FALSE(closed.reader_gone());
}

TEST_F(ConsoleTest, KeepsTheFirstWriteError) {
  const base::UniqueFd full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  if (!full.valid()) GTEST_SKIP() << "there is no /dev/full here";
  Console console({.out = full.get(), .err = err_write_.get()});
  EXPECT_TRUE(console.Write("a").ok());
  EXPECT_EQ(console.Write("b\n").code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(console.EndResponse().message(),
            "cannot write the answer: No space left on device");
}

}  // namespace
}  // namespace aii::cli
