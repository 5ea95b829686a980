#include "approve/tty_approver.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "approve/question.h"
#include "argv/render.h"
#include "base/cancel.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "os/signals.h"
#include "tests/support/pseudo_terminal.h"

namespace aii::approve {
namespace {

using ::testing::HasSubstr;
using testing::PseudoTerminal;
using testing::SetForeground;
using testing::StartJob;
using testing::StartSession;
using ::testing::StartsWith;
using testing::WaitForChild;

// Counts leases; `on_acquire` stands for what the owner writes out then.
class FakeOwner final : public base::TerminalOwner {
 public:
  void Acquire() override {
    ++acquired;
    if (on_acquire) on_acquire();
  }
  void Release() override { ++released; }
  int acquired = 0;
  int released = 0;
  std::function<void()> on_acquire;
};

Question Touch() {
  return {.command = argv::DisplayText("touch x.txt"),
          .trusted = true,
          .always = argv::DisplayText("touch x.txt")};
}

Question Remove() {
  return {.command = argv::DisplayText("rm -rf x"),
          .trusted = true,
          .always = std::nullopt};
}

// The question as a terminal gets it.
std::string OnScreen(const Question& question) {
  return absl::StrReplaceAll(QuestionText(question, 0), {{"\n", "\r\n"}});
}

// Puts a question on another thread, as a person would see it.
class Asked {
 public:
  explicit Asked(PseudoTerminal& terminal, Question question = Touch())
      : source_(std::move(base::CancelSource::Create()).value()),
        answer_(std::async(std::launch::async, [this, &terminal, question] {
          TtyApprover approver(owner_, terminal.path());
          return approver.Ask(question, source_->token());
        })) {}

  Answer answer() { return answer_.get(); }
  base::CancelSource& source() { return *source_; }
  FakeOwner& owner() { return owner_; }

 private:
  FakeOwner owner_;
  std::unique_ptr<base::CancelSource> source_;
  std::future<Answer> answer_;
};

struct TypedCase {
  const char* says;
  const char* typed;
  Answer answer;
};

TEST(TtyApprover, GivesTheAnswerThatIsTyped) {
  const std::vector<TypedCase> cases = {
      {"yes", "y\n", Answer::kOnce},
      {"always", "a\n", Answer::kAlways},
      {"no", "n\n", Answer::kNo},
      {"tty-005: Enter means no", "\n", Answer::kNo},
      {"tty-006: end of file means no", "\x04", Answer::kNo},
      {"a partial line at the end of file means no", "y\x04\x04", Answer::kNo},
      {"tty-010: an arrow key before y", "\033[Ay\n", Answer::kNo},
      {"tty-011: full-width y", "\xEF\xBD\x99\n", Answer::kNo},
      {"tty-013: bracketed paste", "\033[200~y\033[201~\n", Answer::kNo},
  };
  for (const TypedCase& c : cases) {
    SCOPED_TRACE(c.says);
    PseudoTerminal terminal;
    Asked asked(terminal);
    ASSERT_TRUE(terminal.WaitForText("> "));
    terminal.Type(c.typed);
    EXPECT_EQ(asked.answer(), c.answer);
    EXPECT_EQ(asked.owner().acquired, 1);
    EXPECT_EQ(asked.owner().released, 1);
  }
}

// tty-031
TEST(TtyApprover, TakesAlwaysForANoWhereItIsNotOffered) {
  PseudoTerminal terminal;
  Asked asked(terminal, Remove());
  ASSERT_TRUE(terminal.WaitForText("> "));
  terminal.Type("a\n");
  EXPECT_EQ(asked.answer(), Answer::kNo);
  EXPECT_THAT(terminal.screen(), ::testing::Not(HasSubstr("[a]")));
}

// tty-018: whatever was written before, the question is visible.
TEST(TtyApprover, ResetsAttributesAndTheLineFirstAndPrintsNothingAfter) {
  PseudoTerminal terminal;
  Asked asked(terminal);
  ASSERT_TRUE(terminal.WaitForText("> "));
  terminal.Type("y\n");
  EXPECT_EQ(asked.answer(), Answer::kOnce);
  EXPECT_EQ(terminal.screen(),
            absl::StrCat("\033[0m\r\033[K", OnScreen(Touch()), "y\r\n"));
}

// tty-020
// spec Q8
TEST(TtyApprover, LetsTheOwnerWriteOutWhatIsPendingFirst) {
  PseudoTerminal terminal;
  FakeOwner owner;
  owner.on_acquire = [&] {
    ASSERT_EQ(::write(terminal.slave(), "half a line\n", 12), 12);
  };
  auto answer = std::async(std::launch::async, [&] {
    TtyApprover approver(owner, terminal.path());
    return approver.Ask(Touch(), base::Cancel());
  });
  ASSERT_TRUE(terminal.WaitForText("> "));
  EXPECT_THAT(terminal.screen(), StartsWith("half a line\r\n\033[0m"));
  terminal.Type("\n");
  EXPECT_EQ(answer.get(), Answer::kNo);
}

// tty-015
// spec Q8
TEST(TtyApprover, DiscardsKeysTypedBeforeTheQuestion) {
  PseudoTerminal terminal;
  terminal.TypeAhead("y\n");
  Asked asked(terminal);
  ASSERT_TRUE(terminal.WaitForText("> "));
  terminal.Type("\n");
  EXPECT_EQ(asked.answer(), Answer::kNo);
}

// tty-016
TEST(TtyApprover, AnswersNoSecondQuestionWithALeftoverLine) {
  PseudoTerminal terminal;
  {
    Asked asked(terminal);
    ASSERT_TRUE(terminal.WaitForText("> "));
    terminal.Type("y\ny\n");
    EXPECT_EQ(asked.answer(), Answer::kOnce);
  }
  ASSERT_TRUE(terminal.WaitForText("y\r\ny\r\n"));
  terminal.ClearScreen();
  Asked second(terminal, Remove());
  ASSERT_TRUE(terminal.WaitForText("> "));
  terminal.Type("\n");
  EXPECT_EQ(second.answer(), Answer::kNo);
}

// tty-008
TEST(TtyApprover, TakesAHangUpForANo) {
  PseudoTerminal terminal;
  Asked asked(terminal);
  ASSERT_TRUE(terminal.WaitForText("> "));
  terminal.HangUp();
  EXPECT_EQ(asked.answer(), Answer::kNo);
  EXPECT_EQ(asked.owner().released, 1);
}

TEST(TtyApprover, EndsTheLineWhenCancelled) {
  PseudoTerminal terminal;
  terminal.SetRaw();
  Asked asked(terminal);
  ASSERT_TRUE(terminal.WaitForText("> "));
  asked.source().Trigger(base::CancelReason::kInterrupt);
  EXPECT_EQ(asked.answer(), Answer::kCancelled);
  EXPECT_THAT(terminal.screen(), ::testing::EndsWith("> \r\n"));
  EXPECT_FALSE(terminal.InLineMode());
}

// spec Q8
TEST(TtyApprover, AsksInLineModeOnATerminalLeftRaw) {
  PseudoTerminal terminal;
  terminal.SetRaw();
  Asked asked(terminal);
  ASSERT_TRUE(terminal.WaitForText("> "));
  EXPECT_TRUE(terminal.InLineMode());
  terminal.Type("n\x7Fy\r");
  EXPECT_EQ(asked.answer(), Answer::kOnce);
  EXPECT_FALSE(terminal.InLineMode());
}

// Decision 13: after a stop the question is shown again, and what was typed
// meanwhile is no answer to it.
TEST(TtyApprover, AsksAgainAfterAStop) {
  PseudoTerminal terminal;
  Asked asked(terminal);
  ASSERT_TRUE(terminal.WaitForText("> "));
  terminal.ClearScreen();
  asked.source().NoteResume();
  ASSERT_TRUE(terminal.WaitForText("> "));
  terminal.Type("y\n");
  EXPECT_EQ(asked.answer(), Answer::kOnce);
}

TEST(TtyApprover, AsksOnceWhereTheStopWasBeforeTheQuestion) {
  PseudoTerminal terminal;
  FakeOwner owner;
  const auto source = std::move(base::CancelSource::Create()).value();
  source->NoteResume();
  auto answer = std::async(std::launch::async, [&] {
    TtyApprover approver(owner, terminal.path());
    return approver.Ask(Touch(), source->token());
  });
  ASSERT_TRUE(terminal.WaitForText("> "));
  terminal.Type("y\n");
  EXPECT_EQ(answer.get(), Answer::kOnce);
  EXPECT_EQ(terminal.screen(),
            absl::StrCat("\033[0m\r\033[K", OnScreen(Touch()), "y\r\n"));
}

// tty-001
TEST(TtyApprover, HasNoTerminalWhereNoneCanBeOpened) {
  const pid_t session = StartSession(nullptr, [] {
    FakeOwner owner;
    TtyApprover approver(owner);
    const Answer answer = approver.Ask(Touch(), base::Cancel());
    return answer == Answer::kNoTerminal && owner.released == 1 ? 0 : 1;
  });
  EXPECT_EQ(WaitForChild(session), 0);
}

// Asks on /dev/tty from a job of a session, with signals watched.
Answer AskAsJob(const base::CancelSource& source) {
  FakeOwner owner;
  TtyApprover approver(owner);
  return approver.Ask(Touch(), source.token());
}

// tty-003 and tty-021: standard input, output and error are no part of it.
TEST(TtyApprover, NeedsNothingButTheTerminal) {
  PseudoTerminal terminal;
  const pid_t session = StartSession(&terminal, [] {
    std::array<int, 2> ends = {-1, -1};
    if (::pipe(ends.data()) != 0 || ::write(ends[1], "y\ny\ny\n", 6) != 6) {
      return 1;
    }
    const int null = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    ::dup2(ends[0], 0);
    ::dup2(null, 1);
    ::dup2(null, 2);
    const auto source = std::move(base::CancelSource::Create()).value();
    const Answer answer = AskAsJob(*source);
    int left = 0;
    ::ioctl(0, FIONREAD, &left);
    return answer == Answer::kNo && left == 6 ? 0 : 2;
  });
  ASSERT_TRUE(terminal.WaitForText(OnScreen(Touch())));
  terminal.Type("n\n");
  EXPECT_EQ(WaitForChild(session), 0);
}

// Decision 15
TEST(TtyApprover, HasNoTerminalInTheBackground) {
  PseudoTerminal terminal;
  const pid_t session = StartSession(&terminal, [] {
    const pid_t job = StartJob([] {
      const auto source = std::move(base::CancelSource::Create()).value();
      return AskAsJob(*source) == Answer::kNoTerminal ? 0 : 1;
    });
    return WaitForChild(job, WUNTRACED) % 256;
  });
  EXPECT_EQ(WaitForChild(session), 0);
  EXPECT_EQ(terminal.screen(), "");
}

// A shell whose job asks, is stopped by the person, and goes on. Returns the
// job's answer.
int StopAndContinue(const PseudoTerminal& terminal, bool in_foreground) {
  const pid_t job = StartJob([&] {
    while (::tcgetpgrp(terminal.slave()) != ::getpgrp()) ::usleep(1'000);
    const auto source = std::move(base::CancelSource::Create()).value();
    const os::SignalWatch watch(*source);
    return static_cast<int>(AskAsJob(*source));
  });
  SetForeground(terminal.slave(), job);
  if (WaitForChild(job, WUNTRACED) != 2000 + SIGTSTP) return 100;
  SetForeground(terminal.slave(), ::getpgrp());
  terminal.SetRaw();
  if (in_foreground) SetForeground(terminal.slave(), job);
  ::kill(-job, SIGCONT);
  return WaitForChild(job, WUNTRACED) % 256;
}

TEST(TtyApprover, AsksAgainWhenBroughtBackToTheForeground) {
  PseudoTerminal terminal;
  const pid_t session =
      StartSession(&terminal, [&] { return StopAndContinue(terminal, true); });
  ASSERT_TRUE(terminal.WaitForText("> "));
  terminal.Type("y\x1A");  // what was typed before the stop does not count
  ASSERT_TRUE(terminal.WaitForText("^Z"));
  ASSERT_TRUE(terminal.WaitForText(
      absl::StrCat("^Z\033[0m\r\033[K", OnScreen(Touch()))));
  terminal.Type("a\n");
  EXPECT_EQ(WaitForChild(session), static_cast<int>(Answer::kAlways));
}

TEST(TtyApprover, HasNoTerminalWhenContinuedInTheBackground) {
  PseudoTerminal terminal;
  const pid_t session =
      StartSession(&terminal, [&] { return StopAndContinue(terminal, false); });
  ASSERT_TRUE(terminal.WaitForText("> "));
  terminal.Type("\x1A");
  EXPECT_EQ(WaitForChild(session), static_cast<int>(Answer::kNoTerminal));
  EXPECT_FALSE(terminal.InLineMode());
}

}  // namespace
}  // namespace aii::approve
