#include "os/tty_poll.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "base/cancel.h"
#include "base/pipe.h"
#include "base/unique_fd.h"
#include "tests/support/pseudo_terminal.h"

namespace aii::os {
namespace {

TEST(PollTerminal, SeesTerminalsAndPipes) {
  testing::PseudoTerminal terminal;
  auto pipe = base::OpenPipe();
  ASSERT_TRUE(pipe.ok());
  std::array<pollfd, 3> waits = {{{terminal.slave(), POLLIN, 0},
                                  {pipe->read_end.get(), POLLIN, 0},
                                  {-1, POLLIN, 0}}};
  EXPECT_EQ(PollTerminal(waits, /*wait=*/false), 0);

  terminal.Type("y\n");
  EXPECT_EQ(PollTerminal(waits, /*wait=*/true), 1);
  EXPECT_EQ(waits[0].revents, POLLIN);
  EXPECT_EQ(waits[1].revents, 0);

  base::Ring(pipe->write_end);
  EXPECT_EQ(PollTerminal(waits, /*wait=*/true), 2);
  EXPECT_EQ(waits[1].revents, POLLIN);
}

TEST(PollTerminal, SeesThatATerminalTakesText) {
  testing::PseudoTerminal terminal;
  std::array<pollfd, 1> waits = {{{terminal.slave(), POLLOUT, 0}}};
  EXPECT_EQ(PollTerminal(waits, /*wait=*/true), 1);
  EXPECT_EQ(waits[0].revents, POLLOUT);
}

TEST(WaitForTerminal, PutsCancellationBeforeAResumeAndAResumeBeforeText) {
  testing::PseudoTerminal terminal;
  const auto source = std::move(base::CancelSource::Create()).value();
  const base::Cancel cancel = source->token();
  const auto wait = [&] {
    return WaitForTerminal(terminal.slave(), POLLIN, cancel,
                           cancel.resume_fd());
  };
  terminal.TypeAhead("y\n");
  EXPECT_EQ(wait(), TerminalWake::kReady);
  source->NoteResume();
  EXPECT_EQ(wait(), TerminalWake::kResumed);
  source->Trigger(base::CancelReason::kInterrupt);
  EXPECT_EQ(wait(), TerminalWake::kCancelled);
}

TEST(WriteToTerminal, WaitsForAStoppedTerminalUntilCancelled) {
  testing::PseudoTerminal terminal;
  const base::UniqueFd fd(
      ::open(terminal.path().c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK));
  const auto source = std::move(base::CancelSource::Create()).value();
  EXPECT_TRUE(WriteToTerminal(fd.get(), "shown\n", source->token()).ok());
  EXPECT_TRUE(terminal.WaitForText("shown\r\n"));
  ASSERT_EQ(::tcflow(terminal.slave(), TCOOFF), 0);
  source->Trigger(base::CancelReason::kTerminate);
  EXPECT_TRUE(absl::IsCancelled(
      WriteToTerminal(fd.get(), "not shown\n", source->token())));
  EXPECT_FALSE(absl::StrContains(terminal.screen(), "not shown"));
  ::tcflow(terminal.slave(), TCOON);
}

}  // namespace
}  // namespace aii::os
