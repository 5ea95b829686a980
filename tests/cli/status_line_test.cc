#include "cli/status_line.h"

#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>

#include "tests/support/pseudo_terminal.h"

namespace aii::cli {
namespace {

constexpr char kErase[] = "\r\033[K";
constexpr absl::Duration kSoon = absl::Milliseconds(20);
constexpr absl::Duration kNever = absl::Hours(1);

void Wait() { std::this_thread::sleep_for(std::chrono::milliseconds(150)); }

// spec S1
TEST(StatusLine, SaysWhatGoesOnAfterASilence) {
  testing::PseudoTerminal terminal;
  StatusLine line({.fd = terminal.slave()}, kSoon);
  line.Set({.what = "thinking", .hint = "ctrl-c stops it"});
  EXPECT_TRUE(
      terminal.WaitForText("\r\033[Kthinking\u2026 0 s (ctrl-c stops it)"));
}

TEST(StatusLine, CountsTheSeconds) {
  testing::PseudoTerminal terminal;
  StatusLine line({.fd = terminal.slave()}, kSoon);
  line.Set({.what = "running df"});
  EXPECT_TRUE(terminal.WaitForText("running df\u2026 1 s"));
}

// spec S4
TEST(StatusLine, IsDimWhereThereIsColor) {
  testing::PseudoTerminal terminal;
  StatusLine line({.fd = terminal.slave(), .color = true}, kSoon);
  line.Set({.what = "reading stdin", .hint = "-n ignores it", .timed = false});
  EXPECT_TRUE(terminal.WaitForText(
      "\r\033[K\033[2mreading stdin\u2026 (-n ignores it)\033[0m"));
}

TEST(StatusLine, ShowsNothingBeforeTheSilenceIsOver) {
  testing::PseudoTerminal terminal;
  {
    StatusLine line({.fd = terminal.slave()}, kNever);
    line.Set({.what = "thinking"});
    Wait();
  }
  EXPECT_EQ(terminal.screen(), "");
}

// spec S2
TEST(StatusLine, ErasesItselfBeforeAnythingElseIsWritten) {
  testing::PseudoTerminal terminal;
  StatusLine line({.fd = terminal.slave()}, kSoon);
  line.Set({.what = "thinking", .timed = false});
  ASSERT_TRUE(terminal.WaitForText("thinking\u2026"));
  line.Pause();
  ASSERT_EQ(::write(terminal.slave(), "text", 4), 4);
  EXPECT_TRUE(
      terminal.WaitForText(std::string("thinking\u2026") + kErase + "text"));
  Wait();
  EXPECT_TRUE(terminal.screen().ends_with("text")) << "it drew while paused";
  line.Resume(/*at_line_start=*/false);
  Wait();
  EXPECT_TRUE(terminal.screen().ends_with("text")) << "it drew into a line";
  line.Pause();
  line.Resume(/*at_line_start=*/true);
  EXPECT_TRUE(
      terminal.WaitForText(std::string("text") + kErase + "thinking\u2026"));
}

// spec S2
TEST(StatusLine, LeavesNoTrace) {
  testing::PseudoTerminal terminal;
  {
    StatusLine line({.fd = terminal.slave()}, kSoon);
    line.Set({.what = "thinking", .timed = false});
    ASSERT_TRUE(terminal.WaitForText("thinking\u2026"));
    line.Set({});
    ASSERT_TRUE(terminal.WaitForText(std::string("thinking\u2026") + kErase));
    Wait();
  }
  EXPECT_TRUE(terminal.screen().ends_with(kErase));
}

TEST(StatusLine, FitsTheTerminal) {
  testing::PseudoTerminal terminal;
  const struct winsize narrow = {.ws_row = 9, .ws_col = 14};
  ASSERT_EQ(::ioctl(terminal.slave(), TIOCSWINSZ, &narrow), 0);
  StatusLine line({.fd = terminal.slave()}, kSoon);
  line.Set({.what = "thinking", .hint = "ctrl-c stops it", .timed = false});
  ASSERT_TRUE(terminal.WaitForText("thinking\u2026"));
  Wait();
  EXPECT_EQ(terminal.screen().find('('), std::string::npos);
}

TEST(StatusLine, DoesNotWaitForATerminalThatWasStopped) {
  testing::PseudoTerminal terminal;
  StatusLine line({.fd = terminal.slave()}, kSoon);
  ASSERT_EQ(::tcflow(terminal.slave(), TCOOFF), 0);
  line.Set({.what = "thinking"});
  Wait();
  line.Pause();  // would hang where the thread waited
  line.Resume(true);
  ASSERT_EQ(::tcflow(terminal.slave(), TCOON), 0);
}

TEST(StatusLine, IsNothingWithoutATerminal) {
  StatusLine line({.fd = -1}, kSoon);
  line.Set({.what = "thinking"});
  line.Pause();
  line.Resume(true);
}

}  // namespace
}  // namespace aii::cli
