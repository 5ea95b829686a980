#include "os/tty.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "base/cancel.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "os/signals.h"
#include "tests/support/pseudo_terminal.h"
#include "tests/support/temp_dir.h"

namespace aii::os {
namespace {

using testing::PseudoTerminal;
using testing::SetForeground;
using testing::StartJob;
using testing::StartSession;
using testing::WaitForChild;

Tty OpenTty(const PseudoTerminal& terminal) {
  return std::move(Tty::Open(terminal.path())).value();
}

std::unique_ptr<base::CancelSource> MakeSource() {
  return std::move(base::CancelSource::Create()).value();
}

// "line <text>", "closed", "cancelled" or "resumed".
std::string Describe(const TtyAnswer& answer) {
  if (const auto* line = std::get_if<TtyLine>(&answer)) {
    return "line " + line->text;
  }
  if (std::holds_alternative<TtyClosed>(answer)) return "closed";
  return std::holds_alternative<TtyCancelled>(answer) ? "cancelled" : "resumed";
}

struct ReadCase {
  const char* says;  // reads after "ReadLine"
  std::string typed;
  std::string answer;
};

TEST(TtyReadLine, TakesALineAsAPersonEndsIt) {
  const std::vector<ReadCase> cases = {
      {"gives the line without its newline", "yes\n", "line yes"},
      {"gives an empty line", "\n", "line "},
      {"takes the enter key", "y\r", "line y"},
      {"keeps blanks", " y \n", "line  y "},
      {"keeps escape sequences", "\033[Ay\n", "line \033[Ay"},
      {"keeps any UTF-8", "\xEF\xBD\x99\n", "line \xEF\xBD\x99"},
      {"lets a person erase", "y\x7Fn\n", "line n"},
      {"lets a person erase the line", "yes\x15no\n", "line no"},
      {"ends at the end of file", "\x04", "closed"},
      {"takes no partial line at the end of file", "y\x04\x04", "closed"},
      {"goes on after a partial line",
       "y\x04"
       "es\n",
       "line yes"},
  };
  for (const ReadCase& c : cases) {
    SCOPED_TRACE(c.says);
    const PseudoTerminal terminal;
    Tty tty = OpenTty(terminal);
    terminal.Type(c.typed);
    EXPECT_EQ(Describe(tty.ReadLine(base::Cancel())), c.answer);
  }
}

TEST(TtyColumns, IsTheWidthOfNow) {
  PseudoTerminal terminal;
  auto tty = Tty::Open(terminal.path());
  ASSERT_TRUE(tty.ok()) << tty.status();
  for (const int columns : {0, 41, 237}) {
    const struct winsize size = {
        .ws_row = 24, .ws_col = static_cast<unsigned short>(columns)};
    ASSERT_EQ(::ioctl(terminal.slave(), TIOCSWINSZ, &size), 0);
    EXPECT_EQ(tty->Columns(), columns);
  }
}

TEST(TtyReadLine, TakesOneLineAtATime) {
  const PseudoTerminal terminal;
  Tty tty = OpenTty(terminal);
  terminal.Type("one\ntwo\n");
  EXPECT_EQ(Describe(tty.ReadLine(base::Cancel())), "line one");
  EXPECT_EQ(Describe(tty.ReadLine(base::Cancel())), "line two");
}

TEST(TtyReadLine, DropsTheRestOfALongLine) {
  const PseudoTerminal terminal;
  Tty tty = OpenTty(terminal);
  std::thread typist([&] {
    // In pieces that the line discipline has room for.
    for (int i = 0; i < 3; ++i) {
      terminal.Type(std::string(3'000, 'x') + "\x04");
      ::usleep(50'000);
    }
    terminal.Type("\nnext\n");
  });
  const TtyAnswer answer = tty.ReadLine(base::Cancel());
  typist.join();
  ASSERT_TRUE(std::holds_alternative<TtyLine>(answer));
  EXPECT_EQ(std::get<TtyLine>(answer).text, std::string(kMaxTtyLineBytes, 'x'));
  EXPECT_EQ(Describe(tty.ReadLine(base::Cancel())), "line next");
}

TEST(TtyReadLine, EndsWhenCancelledBeforeOrWhileItWaits) {
  const PseudoTerminal terminal;
  Tty tty = OpenTty(terminal);
  const auto source = MakeSource();
  std::thread interrupter([&] {
    ::usleep(20'000);
    source->Trigger(base::CancelReason::kInterrupt);
  });
  EXPECT_EQ(Describe(tty.ReadLine(source->token())), "cancelled");
  interrupter.join();
  terminal.TypeAhead("y\n");
  EXPECT_EQ(Describe(tty.ReadLine(source->token())), "cancelled");
}

TEST(TtyReadLine, ReportsAResumeOnceAndBeforeALine) {
  const PseudoTerminal terminal;
  Tty tty = OpenTty(terminal);
  const auto source = MakeSource();
  terminal.TypeAhead("y\n");
  source->NoteResume();
  source->NoteResume();
  EXPECT_EQ(Describe(tty.ReadLine(source->token())), "resumed");
  EXPECT_EQ(Describe(tty.ReadLine(source->token())), "line y");
}

TEST(TtyReadLine, EndsAtAHangUp) {
  PseudoTerminal terminal;
  Tty tty = OpenTty(terminal);
  std::thread closer([&] {
    ::usleep(20'000);
    terminal.HangUp();
  });
  EXPECT_EQ(Describe(tty.ReadLine(base::Cancel())), "closed");
  closer.join();
  EXPECT_EQ(Describe(tty.ReadLine(base::Cancel())), "closed");
  EXPECT_FALSE(tty.Write("x").ok());
}

TEST(TtyDiscardInput, ForgetsWhatWasTyped) {
  const PseudoTerminal terminal;
  Tty tty = OpenTty(terminal);
  terminal.TypeAhead("early\n");
  tty.DiscardInput();
  terminal.Type("late\n");
  EXPECT_EQ(Describe(tty.ReadLine(base::Cancel())), "line late");
}

TEST(TtyOpen, SetsLineModeAndPutsTheModesBack) {
  const PseudoTerminal terminal;
  terminal.SetRaw();
  {
    const Tty tty = OpenTty(terminal);
    EXPECT_TRUE(terminal.InLineMode());
    EXPECT_TRUE(terminal.Modes().c_iflag & ICRNL);
    EXPECT_TRUE(terminal.Modes().c_oflag & OPOST);
  }
  EXPECT_FALSE(terminal.InLineMode());
  EXPECT_FALSE(terminal.Modes().c_oflag & OPOST);
}

TEST(TtyOpen, PutsTheModesBackOnceAfterAMoveAndAfterACancellation) {
  const PseudoTerminal terminal;
  terminal.SetRaw();
  const auto source = MakeSource();
  source->Trigger(base::CancelReason::kTerminate);
  {
    Tty first = OpenTty(terminal);
    std::optional<Tty> second(std::move(first));
    EXPECT_EQ(Describe(second->ReadLine(source->token())), "cancelled");
    EXPECT_TRUE(terminal.InLineMode());
    second.reset();
    EXPECT_FALSE(terminal.InLineMode());
  }
}

TEST(TtyOpen, GivesDisabledKeysTheirUsualMeaning) {
  const PseudoTerminal terminal;
  termios modes = terminal.Modes();
  for (const int key : {VINTR, VEOF, VERASE, VKILL}) {
    modes.c_cc[key] = static_cast<cc_t>(_POSIX_VDISABLE);
  }
  ASSERT_EQ(::tcsetattr(terminal.slave(), TCSANOW, &modes), 0);
  Tty tty = OpenTty(terminal);
  terminal.Type("yes\x15no\x7F\n");
  EXPECT_EQ(Describe(tty.ReadLine(base::Cancel())), "line n");
}

// tty-033
TEST(TtyOpen, LeavesNoDescriptorToAChild) {
  const PseudoTerminal terminal;
  const Tty tty = OpenTty(terminal);
  for (int fd = 3; fd < 256; ++fd) {
    if (::isatty(fd) == 0) continue;
    EXPECT_TRUE(::fcntl(fd, F_GETFD) & FD_CLOEXEC) << fd;
  }
}

TEST(TtyOpen, NamesWhatIsNoTerminal) {
  const testing::TempDir dir;
  const std::string fifo = dir.File("fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  for (const std::string& path : {std::string("/dev/null"), fifo}) {
    const auto tty = Tty::Open(path);
    EXPECT_EQ(tty.status().code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_EQ(tty.status().message(), "'" + path + "' is not a terminal");
  }
  EXPECT_EQ(Tty::Open(dir.File("none")).status().code(),
            absl::StatusCode::kNotFound);
}

// tty-001
TEST(TtyOpen, FindsNoTerminalInASessionWithoutOne) {
  const pid_t session = StartSession(
      nullptr, [] { return static_cast<int>(Tty::Open().status().code()); });
  EXPECT_EQ(WaitForChild(session),
            static_cast<int>(absl::StatusCode::kNotFound));
}

TEST(TtyOpen, TakesTheControllingTerminalInTheForeground) {
  const PseudoTerminal terminal;
  const pid_t session = StartSession(
      &terminal, [] { return static_cast<int>(Tty::Open().status().code()); });
  EXPECT_EQ(WaitForChild(session), 0);
}

TEST(TtyOpen, RefusesTheBackgroundWithoutBeingStopped) {
  const PseudoTerminal terminal;
  terminal.SetRaw();
  const pid_t session = StartSession(&terminal, [] {
    const pid_t job =
        StartJob([] { return static_cast<int>(Tty::Open().status().code()); });
    return WaitForChild(job, WUNTRACED) % 256;
  });
  EXPECT_EQ(WaitForChild(session),
            static_cast<int>(absl::StatusCode::kFailedPrecondition));
  EXPECT_FALSE(terminal.InLineMode());
}

// A job that asks twice, where the first question ends with a resume. Exits
// with 0 where the second is answered "y" in the foreground, with 5 where it is
// closed in the background, else with something else.
int AskTwice(const PseudoTerminal& terminal) {
  while (::tcgetpgrp(terminal.slave()) != ::getpgrp()) ::usleep(1'000);
  const auto source = MakeSource();
  const SignalWatch watch(*source);
  auto tty = Tty::Open();
  if (!tty.ok() || !tty->Write("first> ").ok()) return 1;
  if (Describe(tty->ReadLine(source->token())) != "resumed") return 2;
  if (!tty->Write("second> ").ok()) return 3;
  const bool foreground = tty->InForeground();
  const std::string answer = Describe(tty->ReadLine(source->token()));
  if (foreground) return answer == "line y" ? 0 : 4;
  return answer == "closed" ? 5 : 6;
}

// A shell that starts AskTwice, takes the terminal when it stops, and lets it
// go on. Returns what the job did.
int RunShell(const PseudoTerminal& terminal, bool in_foreground) {
  const pid_t job = StartJob([&] { return AskTwice(terminal); });
  SetForeground(terminal.slave(), job);
  if (WaitForChild(job, WUNTRACED) != 2000 + SIGTSTP) return 100;
  SetForeground(terminal.slave(), ::getpgrp());
  terminal.SetRaw();
  if (in_foreground) SetForeground(terminal.slave(), job);
  ::kill(-job, SIGCONT);
  return WaitForChild(job, WUNTRACED) % 256;
}

TEST(TtyReadLine, AsksAgainInLineModeAfterAStop) {
  PseudoTerminal terminal;
  const pid_t session =
      StartSession(&terminal, [&] { return RunShell(terminal, true); });
  ASSERT_TRUE(terminal.WaitForText("first> "));
  terminal.Type("\x1A");
  ASSERT_TRUE(terminal.WaitForText("second> "));
  EXPECT_TRUE(terminal.InLineMode());
  terminal.Type("y\n");
  EXPECT_EQ(WaitForChild(session), 0);
}

// spec O8
TEST(TtyReadLine, EndsWhenContinuedInTheBackgroundAndLeavesTheShellsModes) {
  PseudoTerminal terminal;
  const pid_t session =
      StartSession(&terminal, [&] { return RunShell(terminal, false); });
  ASSERT_TRUE(terminal.WaitForText("first> "));
  terminal.Type("\x1A");
  EXPECT_EQ(WaitForChild(session), 5);
  EXPECT_FALSE(terminal.InLineMode());
}

TEST(TtyWrite, WritesAllOfALongText) {
  PseudoTerminal terminal;
  Tty tty = OpenTty(terminal);
  std::thread writer([&] {
    EXPECT_TRUE(tty.Write(std::string(100'000, 'x') + "\nend\n").ok());
  });
  EXPECT_TRUE(terminal.WaitForText("x\r\nend\r\n"));
  writer.join();
}

TEST(TtyWrite, WaitsForAStoppedTerminalUntilCancelled) {
  PseudoTerminal terminal;
  Tty tty = OpenTty(terminal);
  const auto source = MakeSource();
  ASSERT_EQ(::tcflow(terminal.slave(), TCOOFF), 0);
  std::thread interrupter([&] {
    ::usleep(20'000);
    source->Trigger(base::CancelReason::kTerminate);
  });
  EXPECT_EQ(tty.Write("question", source->token()).code(),
            absl::StatusCode::kCancelled);
  interrupter.join();
  ASSERT_EQ(::tcflow(terminal.slave(), TCOON), 0);
  EXPECT_TRUE(tty.Write("question").ok());
}

}  // namespace
}  // namespace aii::os
