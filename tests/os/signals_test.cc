#include "os/signals.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <functional>
#include <memory>
#include <thread>

#include "base/cancel.h"
#include "gtest/gtest.h"

namespace aii::os {
namespace {

using base::CancelReason;

// The wait status of a child process that runs `body`; it exits with what that
// returns. Signals are sent where they can hurt nobody else.
int InChild(const std::function<int()>& body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  int status = -1;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return status;
}

bool ExitedWith(int status, int code) {
  return WIFEXITED(status) && WEXITSTATUS(status) == code;
}

bool KilledBy(int status, int signal) {
  return WIFSIGNALED(status) && WTERMSIG(status) == signal;
}

bool Readable(int fd) {
  pollfd wait = {fd, POLLIN, 0};
  return ::poll(&wait, 1, 0) == 1;
}

std::unique_ptr<base::CancelSource> MakeSource() {
  return std::move(base::CancelSource::Create()).value();
}

// The reason that raising `signal` leaves in the source.
int ReasonAfter(int signal) {
  return InChild([signal] {
    const auto source = MakeSource();
    const SignalWatch watch(*source);
    ::raise(signal);
    return static_cast<int>(source->token().reason());
  });
}

TEST(SignalWatch, TurnsSignalsIntoTheirReason) {
  EXPECT_TRUE(ExitedWith(ReasonAfter(SIGINT),
                         static_cast<int>(CancelReason::kInterrupt)));
  EXPECT_TRUE(ExitedWith(ReasonAfter(SIGTERM),
                         static_cast<int>(CancelReason::kTerminate)));
  EXPECT_TRUE(
      ExitedWith(ReasonAfter(SIGHUP), static_cast<int>(CancelReason::kHangUp)));
}

TEST(SignalWatch, IgnoresABrokenPipe) {
  EXPECT_TRUE(
      ExitedWith(ReasonAfter(SIGPIPE), static_cast<int>(CancelReason::kNone)));
}

TEST(SignalWatch, LeavesOtherSignalsAlone) {
  EXPECT_TRUE(KilledBy(ReasonAfter(SIGUSR1), SIGUSR1));
}

TEST(SignalWatch, NotesAContinuationUntilItIsCleared) {
  EXPECT_TRUE(ExitedWith(InChild([] {
                           const auto source = MakeSource();
                           const SignalWatch watch(*source);
                           const base::Cancel cancel = source->token();
                           if (Readable(cancel.resume_fd())) return 1;
                           ::raise(SIGCONT);
                           if (!Readable(cancel.resume_fd())) return 2;
                           if (cancel.cancelled()) return 3;
                           cancel.ClearResumes();
                           return Readable(cancel.resume_fd()) ? 4 : 0;
                         }),
                         0));
}

TEST(SignalWatch, KeepsWhatWasInheritedAsIgnored) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCONT}) {
    EXPECT_TRUE(ExitedWith(InChild([signal] {
                             ::signal(signal, SIG_IGN);
                             const auto source = MakeSource();
                             const SignalWatch watch(*source);
                             ::raise(signal);
                             return source->token().cancelled() ||
                                            Readable(
                                                source->token().resume_fd())
                                        ? 1
                                        : 0;
                           }),
                           0))
        << signal;
  }
}

std::atomic<int> earlier_handler_calls = 0;

TEST(SignalWatch, PutsTheEarlierDispositionsBack) {
  EXPECT_TRUE(ExitedWith(InChild([] {
                           ::signal(SIGTERM,
                                    [](int) { ++earlier_handler_calls; });
                           const auto source = MakeSource();
                           {
                             const SignalWatch watch(*source);
                           }
                           ::raise(SIGTERM);
                           if (earlier_handler_calls != 1) return 1;
                           if (source->token().cancelled()) return 2;
                           {
                             const SignalWatch again(*source);
                           }
                           ::raise(SIGTERM);
                           return earlier_handler_calls == 2 ? 0 : 3;
                         }),
                         0));
  EXPECT_TRUE(KilledBy(InChild([] {
                         const auto source = MakeSource();
                         {
                           const SignalWatch watch(*source);
                         }
                         ::raise(SIGINT);
                         return 0;
                       }),
                       SIGINT));
}

TEST(SignalWatch, EndsABlockingReadInsteadOfRestartingIt) {
  EXPECT_TRUE(ExitedWith(InChild([] {
                           const auto source = MakeSource();
                           const SignalWatch watch(*source);
                           std::array<int, 2> ends = {-1, -1};
                           if (::pipe(ends.data()) != 0) return 1;
                           const pthread_t reader = ::pthread_self();
                           std::atomic<bool> done = false;
                           // Again and again: the first may come too early.
                           std::thread interrupter([&] {
                             while (!done) {
                               ::pthread_kill(reader, SIGINT);
                               ::usleep(5'000);
                             }
                           });
                           char byte = 0;
                           const ssize_t got = ::read(ends[0], &byte, 1);
                           const int error = errno;
                           done = true;
                           interrupter.join();
                           return got == -1 && error == EINTR ? 0 : 2;
                         }),
                         0));
}

TEST(SignalWatch, SurvivesSignalsOnOtherThreadsWhileItComesAndGoes) {
  EXPECT_TRUE(ExitedWith(InChild([] {
                           ::signal(SIGTERM, SIG_IGN);
                           ::signal(SIGCONT, [](int) {});
                           std::atomic<bool> done = false;
                           std::thread sender([&] {
                             while (!done) ::raise(SIGCONT);
                           });
                           for (int i = 0; i < 2'000; ++i) {
                             const auto source = MakeSource();
                             const SignalWatch watch(*source);
                           }
                           done = true;
                           sender.join();
                           return 0;
                         }),
                         0));
}

TEST(SignalWatch, IsOneAtATime) {
  EXPECT_TRUE(KilledBy(InChild([] {
                         const auto source = MakeSource();
                         const SignalWatch watch(*source);
                         const SignalWatch second(*source);
                         return 0;
                       }),
                       SIGABRT));
}

TEST(DieBySignal, EndsByTheSignalBehindTheReason) {
  EXPECT_TRUE(KilledBy(InChild([] {
                         DieBySignal(CancelReason::kTerminate);
                         return 0;
                       }),
                       SIGTERM));
  EXPECT_TRUE(KilledBy(InChild([] {
                         DieBySignal(CancelReason::kHangUp);
                         return 0;
                       }),
                       SIGHUP));
}

TEST(DieBySignal, EndsAlsoWhereTheSignalIsIgnoredBlockedOrWatched) {
  EXPECT_TRUE(KilledBy(InChild([] {
                         const auto source = MakeSource();
                         const SignalWatch watch(*source);
                         sigset_t all;
                         ::sigfillset(&all);
                         ::sigprocmask(SIG_BLOCK, &all, nullptr);
                         DieBySignal(CancelReason::kTerminate);
                         return 0;
                       }),
                       SIGTERM));
  EXPECT_TRUE(KilledBy(InChild([] {
                         ::signal(SIGHUP, SIG_IGN);
                         DieBySignal(CancelReason::kHangUp);
                         return 0;
                       }),
                       SIGHUP));
}

TEST(DieBySignal, ReturnsWhereAnExitStatusSaysIt) {
  EXPECT_TRUE(ExitedWith(InChild([] {
                           DieBySignal(CancelReason::kNone);
                           DieBySignal(CancelReason::kInterrupt);
                           return 7;
                         }),
                         7));
}

}  // namespace
}  // namespace aii::os
