#include "chat/interactive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace aii::chat {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

base::Failure Busy() {
  return {.code = base::FailureCode::kRateLimited, .lines = {"busy"}};
}

// Lines, then the end; "^C" is an interrupt, "^C pipe" one where there is no
// line to give up, "TERM" a SIGTERM, "FAIL" a failure.
class Typed final : public LineSource {
 public:
  Typed(std::vector<std::string> lines, base::CancelSource& source)
      : lines_(lines.begin(), lines.end()), source_(source) {}

  Input ReadLine(const base::Cancel&) override {
    if (lines_.empty()) return InputEnded{};
    std::string line = std::move(lines_.front());
    lines_.pop_front();
    if (line == "TERM") {
      source_.Trigger(base::CancelReason::kTerminate);
      return InputCancelled{};
    }
    if (line == "^C" || line == "^C pipe") {
      source_.Trigger(base::CancelReason::kInterrupt);
      if (line == "^C") return InputGivenUp{};
      return InputCancelled{};
    }
    if (line == "FAIL") return InputFailed{Busy()};
    return line;
  }
  void Remember(const std::string& message) override {
    remembered.push_back(message);
  }

  std::vector<std::string> remembered;

 private:
  std::deque<std::string> lines_;
  base::CancelSource& source_;
};

// Writes down what happens. A message decides how its turn ends.
class Recorder final : public Conversation {
 public:
  explicit Recorder(base::CancelSource& source) : source_(source) {}

  TurnResult Talk(std::string message) override {
    log.push_back("talk " + message);
    if (message == "fail") return TurnFailed{Busy()};
    if (message == "full") {
      return TurnUnwritable{absl::UnavailableError("full")};
    }
    if (message == "stop" || message == "hang up") {
      source_.Trigger(message == "stop" ? base::CancelReason::kInterrupt
                                        : base::CancelReason::kHangUp);
      return TurnCancelled{};
    }
    return TurnDone{};
  }
  std::optional<base::Failure> StartAnew() override {
    log.push_back("anew");
    if (anew_interrupted) source_.Trigger(base::CancelReason::kInterrupt);
    return anew_fails ? std::optional(Busy()) : std::nullopt;
  }
  void ShowHeader(bool anew) override {
    log.push_back(anew ? "header anew" : "header");
  }
  void ShowHelp() override { log.push_back("help"); }
  void ShowUnknown(absl::string_view command) override {
    log.push_back(absl::StrCat("unknown ", command));
  }
  void ShowFailure(const base::Failure& failure) override {
    log.push_back("failure " + failure.lines[0]);
  }
  void ShowInterrupted() override { log.push_back("interrupted"); }

  bool anew_fails = false;
  bool anew_interrupted = false;
  std::vector<std::string> log;

 private:
  base::CancelSource& source_;
};

class InteractiveTest : public ::testing::Test {
 protected:
  InteractiveTest()
      : source_(std::move(base::CancelSource::Create()).value()),
        recorder_(*source_) {}

  InteractiveEnd Run(std::vector<std::string> lines) {
    recorder_.log.clear();
    Typed typed(std::move(lines), *source_);
    InteractiveEnd end = RunInteractive(typed, recorder_, *source_);
    remembered_ = typed.remembered;
    return end;
  }

  std::unique_ptr<base::CancelSource> source_;
  Recorder recorder_;
  std::vector<std::string> remembered_;
};

struct TalkCase {
  const char* says;
  std::vector<std::string> lines;
  std::vector<std::string> log;  // after the header
};

// spec C3, C6
TEST_F(InteractiveTest, DoesWhatIsTyped) {
  const std::vector<TalkCase> cases = {
      {"ends with the input", {}, {}},
      {"talks line by line", {"one", "two"}, {"talk one", "talk two"}},
      {"passes blank lines over", {"", "  \t", "x"}, {"talk x"}},
      {"joins lines that end in a backslash",
       {"a\\", " b\\", "c"},
       {"talk a\n b\nc"}},
      {"talks what a cut input ends with", {"a\\"}, {"talk a\n"}},
      {"ends at /quit", {"/quit", "x"}, {}},
      {"ends at /exit", {" /exit ", "x"}, {}},
      {"explains itself", {"/help"}, {"help"}},
      {"starts anew", {"/new", "x"}, {"anew", "header anew", "talk x"}},
      {"names what is no command", {"/nwe"}, {"unknown /nwe"}},
      {"takes a path for a message",
       {"/etc/hosts", "/etc is what?"},
       {"talk /etc/hosts", "talk /etc is what?"}},
      {"goes on after a failure",
       {"fail", "x"},
       {"talk fail", "failure busy", "talk x"}},
      {"goes on after an interrupt",
       {"stop", "x"},
       {"talk stop", "interrupted", "talk x"}},
      {"gives a line up at ctrl-C", {"^C", "x"}, {"interrupted", "talk x"}},
      {"gives all its lines up", {"a\\", "^C", "x"}, {"interrupted", "talk x"}},
  };
  for (const TalkCase& c : cases) {
    SCOPED_TRACE(c.says);
    EXPECT_TRUE(std::holds_alternative<ConversationOver>(Run(c.lines)));
    std::vector<std::string> log = {"header"};
    log.insert(log.end(), c.log.begin(), c.log.end());
    EXPECT_THAT(recorder_.log, ElementsAreArray(log));
  }
}

TEST_F(InteractiveTest, EndsAtEverythingButAnInterrupt) {
  EXPECT_TRUE(std::holds_alternative<TurnCancelled>(Run({"hang up", "x"})));
  EXPECT_THAT(recorder_.log, ElementsAre("header", "talk hang up"));
}

TEST_F(InteractiveTest, EndsWhereItIsTerminatedAtThePrompt) {
  EXPECT_TRUE(std::holds_alternative<TurnCancelled>(Run({"TERM", "x"})));
}

// spec C9
TEST_F(InteractiveTest, EndsAtAnInterruptWithoutALineToGiveUp) {
  EXPECT_TRUE(std::holds_alternative<TurnCancelled>(Run({"^C pipe", "x"})));
  EXPECT_THAT(recorder_.log, ElementsAre("header"));
}

// spec C8
TEST_F(InteractiveTest, GoesOnWhereThereIsNoNewConversationYet) {
  recorder_.anew_fails = true;
  EXPECT_TRUE(std::holds_alternative<ConversationOver>(Run({"/new", "x"})));
  EXPECT_THAT(recorder_.log,
              ElementsAre("header", "anew", "failure busy", "talk x"));
}

// spec C9
TEST_F(InteractiveTest, GoesOnWhereANewConversationIsInterrupted) {
  recorder_.anew_interrupted = true;
  EXPECT_TRUE(std::holds_alternative<ConversationOver>(Run({"/new", "x"})));
  EXPECT_THAT(recorder_.log,
              ElementsAre("header", "anew", "interrupted", "talk x"));
}

TEST_F(InteractiveTest, EndsWhereNothingCanBeWrittenOrRead) {
  EXPECT_TRUE(std::holds_alternative<TurnUnwritable>(Run({"full", "x"})));
  EXPECT_TRUE(std::holds_alternative<TurnFailed>(Run({"FAIL", "x"})));
}

TEST_F(InteractiveTest, RemembersWholeMessagesAndCommands) {
  Run({"one", "", "a\\", "b", "/help"});
  EXPECT_THAT(remembered_, ElementsAre("one", "a\nb", "/help"));
}

}  // namespace
}  // namespace aii::chat
