#include "base/cancel.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>

#include <cerrno>
#include <memory>
#include <thread>
#include <vector>

namespace aii::base {
namespace {

bool IsReadable(int fd) {
  pollfd wait = {fd, POLLIN, 0};
  return ::poll(&wait, 1, 0) == 1 && (wait.revents & POLLIN) != 0;
}

std::unique_ptr<CancelSource> MakeSource() {
  auto source = CancelSource::Create();
  EXPECT_TRUE(source.ok()) << source.status();
  return *std::move(source);
}

TEST(Cancel, IsNeverCancelledWithoutASource) {
  const Cancel cancel;
  EXPECT_FALSE(cancel.cancelled());
  EXPECT_EQ(cancel.reason(), CancelReason::kNone);
  EXPECT_EQ(cancel.fd(), -1);
  EXPECT_EQ(cancel.resume_fd(), -1);
  cancel.ClearResumes();
}

TEST(Cancel, TellsReasonAndWakesAPoll) {
  const auto source = MakeSource();
  const Cancel cancel = source->token();
  EXPECT_FALSE(cancel.cancelled());
  EXPECT_FALSE(IsReadable(cancel.fd()));

  source->Trigger(CancelReason::kInterrupt);
  EXPECT_TRUE(cancel.cancelled());
  EXPECT_EQ(cancel.reason(), CancelReason::kInterrupt);
  EXPECT_TRUE(IsReadable(cancel.fd()));
  EXPECT_TRUE(IsReadable(cancel.fd()));  // a poll takes nothing
  EXPECT_FALSE(IsReadable(cancel.resume_fd()));
}

TEST(Cancel, KeepsTheFirstReasonButForAnInterrupt) {
  using enum CancelReason;
  struct Case {
    const char* says;
    std::vector<CancelReason> reasons;
    CancelReason reason;
  };
  const std::vector<Case> cases = {
      {"the same twice", {kInterrupt, kInterrupt}, kInterrupt},
      {"SIGTERM replaces an interrupt", {kInterrupt, kTerminate}, kTerminate},
      {"SIGHUP replaces an interrupt", {kInterrupt, kHangUp}, kHangUp},
      {"an interrupt replaces nothing", {kTerminate, kInterrupt}, kTerminate},
      {"SIGHUP does not replace SIGTERM", {kTerminate, kHangUp}, kTerminate},
      {"SIGTERM does not replace SIGHUP", {kHangUp, kTerminate}, kHangUp},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.says);
    const auto source = MakeSource();
    for (const CancelReason reason : c.reasons) source->Trigger(reason);
    EXPECT_EQ(source->token().reason(), c.reason);
  }
}

TEST(CancelSource, ForgetsOnReset) {
  const auto source = MakeSource();
  const Cancel cancel = source->token();
  for (int i = 0; i < 100; ++i) source->Trigger(CancelReason::kInterrupt);
  source->Reset();
  EXPECT_FALSE(cancel.cancelled());
  EXPECT_FALSE(IsReadable(cancel.fd()));
  source->Trigger(CancelReason::kTerminate);
  EXPECT_EQ(cancel.reason(), CancelReason::kTerminate);
  EXPECT_TRUE(IsReadable(cancel.fd()));
}

TEST(CancelSource, NeverForgetsThatTheProgramIsToEnd) {
  const auto source = MakeSource();
  source->Trigger(CancelReason::kInterrupt);
  source->Trigger(CancelReason::kTerminate);
  source->Reset();
  EXPECT_EQ(source->token().reason(), CancelReason::kTerminate);
  EXPECT_TRUE(IsReadable(source->token().fd()));
}

TEST(CancelSource, ResetWithoutAReasonIsHarmless) {
  const auto source = MakeSource();
  source->Reset();
  EXPECT_FALSE(source->token().cancelled());
  EXPECT_FALSE(IsReadable(source->token().fd()));
}

// Whatever the order, no reason is left without a descriptor that wakes.
TEST(CancelSource, LosesNoWakeWhenTriggeredWhileReset) {
  for (int i = 0; i < 2'000; ++i) {
    const auto source = MakeSource();
    source->Trigger(CancelReason::kInterrupt);
    std::thread other([&source] { source->Trigger(CancelReason::kTerminate); });
    source->Reset();
    other.join();
    ASSERT_EQ(source->token().reason(), CancelReason::kTerminate);
    ASSERT_TRUE(IsReadable(source->token().fd()));
  }
}

TEST(CancelSource, NotesResumesUntilTheyAreCleared) {
  const auto source = MakeSource();
  const Cancel cancel = source->token();
  source->NoteResume();
  source->NoteResume();
  EXPECT_TRUE(IsReadable(cancel.resume_fd()));
  EXPECT_FALSE(cancel.cancelled());
  cancel.ClearResumes();
  EXPECT_FALSE(IsReadable(cancel.resume_fd()));
}

TEST(CancelSource, NeverBlocksAndKeepsErrnoWhenItsPipeIsFull) {
  const auto source = MakeSource();
  errno = EINTR;
  for (int i = 0; i < 200'000; ++i) {
    source->Trigger(CancelReason::kInterrupt);
    source->NoteResume();
  }
  EXPECT_EQ(errno, EINTR);
  EXPECT_TRUE(IsReadable(source->token().fd()));
  source->Reset();
  source->token().ClearResumes();
  EXPECT_FALSE(IsReadable(source->token().fd()));
  EXPECT_FALSE(IsReadable(source->token().resume_fd()));
}

TEST(CancelSource, ClosesItsDescriptorsOnExec) {
  const auto source = MakeSource();
  for (const int fd : {source->token().fd(), source->token().resume_fd()}) {
    EXPECT_NE(::fcntl(fd, F_GETFD) & FD_CLOEXEC, 0);
    EXPECT_NE(::fcntl(fd, F_GETFL) & O_NONBLOCK, 0);
  }
}

TEST(CancelSource, SaysWhyThereIsNoPipe) {
  rlimit before = {};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none = {0, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  const auto source = CancelSource::Create();
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(source.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(source.status().message(),
            "cannot make a pipe: Too many open files");
}

TEST(CancelSource, WakesAWaitOnAnotherThread) {
  const auto source = MakeSource();
  const Cancel cancel = source->token();
  std::thread trigger([&source] { source->Trigger(CancelReason::kHangUp); });
  pollfd wait = {cancel.fd(), POLLIN, 0};
  EXPECT_EQ(::poll(&wait, 1, 60'000), 1);
  EXPECT_EQ(cancel.reason(), CancelReason::kHangUp);
  trigger.join();
}

CancelSource* signalled = nullptr;

TEST(CancelSource, MayBeTriggeredByASignalHandler) {
  const auto source = MakeSource();
  signalled = source.get();
  const auto before = ::signal(SIGUSR1, [](int) {
    signalled->Trigger(CancelReason::kInterrupt);
    signalled->NoteResume();
  });
  ::raise(SIGUSR1);
  ::signal(SIGUSR1, before);
  EXPECT_EQ(source->token().reason(), CancelReason::kInterrupt);
  EXPECT_TRUE(IsReadable(source->token().resume_fd()));
}

}  // namespace
}  // namespace aii::base
