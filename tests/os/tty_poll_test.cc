#include "os/tty_poll.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>

#include "base/pipe.h"
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

}  // namespace
}  // namespace aii::os
