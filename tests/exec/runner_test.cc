// The whole life of a child, with scripts in a directory of the test's own and
// short limits.

#include "exec/runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "approve/approver.h"
#include "os/resolve.h"
#include "policy/decide.h"

namespace aii::exec {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class Yes final : public approve::Approver {
 public:
  approve::Answer Ask(const approve::Question&, const base::Cancel&) override {
    return approve::Answer::kOnce;
  }
};

std::size_t CountDescriptors() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry :
       std::filesystem::directory_iterator("/proc/self/fd")) {
    ++count;
  }
  return count;
}

class RunnerTest : public ::testing::Test {
 protected:
  RunnerTest() {
    std::string name = ::testing::TempDir() + "aii-runner-XXXXXX";
    folder_ = ::mkdtemp(name.data());
  }
  ~RunnerTest() override { std::filesystem::remove_all(folder_); }

  std::string Path(const std::string& name) { return folder_ + "/" + name; }

  // A program of the folder that runs `script`.
  void Write(const std::string& name, const std::string& script) {
    std::ofstream(Path(name)) << "#!/bin/sh\n" << script << "\n";
    ::chmod(Path(name).c_str(), 0755);
  }

  policy::Candidate Find(std::vector<std::string> argv) {
    policy::Candidate candidate;
    candidate.program =
        os::Resolve(argv[0], folder_ + ":/usr/bin:/bin").value();
    candidate.argv = std::move(argv);
    return candidate;
  }

  policy::Grant Approve(const policy::Candidate& candidate) {
    Yes yes;
    return std::move(
        std::get<approve::Approved>(
            approve::Asking::Ask(yes, candidate,
                                 {.always = policy::NotOffered{}}, {}))
            .grant);
  }

  // A grant of a rule, or of a default where the program is one.
  policy::Grant Permit(const policy::Candidate& candidate) {
    policy::RuleSet rules;
    rules.Add({.words = {candidate.program.name}});
    auto decision = policy::Decide(
        rules, policy::TrustedDirs({folder_, "/usr/bin", "/bin"}), candidate,
        [](const std::string&) { return base::FileKind::kRegular; });
    return std::move(std::get<policy::Allow>(decision).grant);
  }

  RunReport RunIt(policy::Grant grant, const base::Cancel& cancel = {}) {
    return exec::Run(std::move(grant), limits_, base::MonotonicClock(), cancel);
  }

  RunReport RunScript(const std::string& script) {
    Write("t", script);
    return RunIt(Permit(Find({"t"})));
  }

  Finished Ended(const RunReport& report) {
    const auto* finished = std::get_if<Finished>(&report.outcome);
    if (finished != nullptr) return *finished;
    ADD_FAILURE() << "it did not finish: " << report.outcome.index();
    return {};
  }

  std::string folder_;
  Limits limits_ = {.timeout = absl::Seconds(30), .grace = absl::Seconds(2)};
};

// spec L3
TEST_F(RunnerTest, MergesBothStreamsInTheOrderOfArrival) {  // drain-001
  const Finished run = Ended(RunScript("echo a; echo b >&2; echo c; exit 3"));
  EXPECT_EQ(run.status, 3);
  EXPECT_EQ(run.output.retained, "a\nb\nc\n");
  EXPECT_EQ(run.output.total_bytes, 6u);
}

// spec L2
TEST_F(RunnerTest, RetainsTheFirst2048BytesAndCountsAll) {
  const Finished run =
      Ended(RunScript("head -c 1000000 /dev/zero | tr '\\0' x; echo end"));
  EXPECT_EQ(run.output.retained, std::string(2048, 'x'));
  EXPECT_EQ(run.output.total_bytes, 1000004u);
}

struct OutputCase {
  const char* id;
  const char* script;
  int status;
  std::uint64_t total_bytes;
  std::string retained;  // not compared where it is empty
};

TEST_F(RunnerTest, RetainsAndCountsWhatACommandWrites) {
  const std::vector<OutputCase> cases = {
      {"drain-001", "printf hello", 0, 5, "hello"},
      {"drain-003", "head -c 2048 /dev/zero | tr '\\0' x", 0, 2048,
       std::string(2048, 'x')},
      {"drain-005", "head -c 100000000 /dev/zero", 0, 100000000,
       std::string(2048, '\0')},
      {"drain-006", "head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero", 0,
       600000, std::string(2048, '\0')},
      {"drain-008",
       "printf x; i=0; while [ $i -lt 1024 ]; do printf '\\303\\251'; "
       "i=$((i+1)); done",
       0, 2049, ""},
      {"drain-010", "printf 'a\\000b'", 0, 3, std::string("a\0b", 3)},
      {"drain-011", "printf '\\033]0;x\\007\\033[2J'", 0, 10,
       "\033]0;x\007\033[2J"},
      {"drain-013", "sleep 20 & echo hi", 0, 3, "hi\n"},
      {"drain-015", "exec >/dev/null 2>&1; sleep 1; exit 7", 7, 0, ""},
  };
  for (const OutputCase& c : cases) {
    SCOPED_TRACE(c.id);
    const RunReport report = RunScript(c.script);
    const Finished run = Ended(report);
    EXPECT_EQ(run.status, c.status);
    EXPECT_EQ(run.output.total_bytes, c.total_bytes);
    EXPECT_LE(run.output.retained.size(), 2048u);
    if (!c.retained.empty()) {
      EXPECT_EQ(run.output.retained, c.retained);
    }
    EXPECT_LT(report.elapsed, absl::Seconds(15));
  }
}

TEST_F(RunnerTest, LosesNothingThatWasWrittenJustBeforeTheEnd) {  // drain-016
  Write("t", "i=0; while [ $i -lt 200 ]; do echo line$i; i=$((i+1)); done");
  for (int round = 0; round < 200; ++round) {
    const Finished run = Ended(RunIt(Permit(Find({"t"}))));
    ASSERT_THAT(run.output.retained, ::testing::EndsWith("line199\n"));
  }
}

TEST_F(RunnerTest, GivesNoOtherDescriptor) {  // drain-018
  const Finished run = Ended(RunIt(Permit(Find({"ls", "/proc/self/fd"}))));
  EXPECT_EQ(run.output.retained, "0\n1\n2\n3\n") << "3 is of ls itself";
}

// spec R4
TEST_F(RunnerTest, RunsWhatWasResolvedAndDoesNotSearchAgain) {  // resolve-035
  std::filesystem::create_directories(Path("late"));
  Write("late/t", "echo late");
  Write("t", "echo resolved");
  std::filesystem::rename(Path("late/t"), Path("late/hidden"));
  policy::Candidate candidate;
  candidate.program = os::Resolve("t", Path("late") + ":" + folder_).value();
  candidate.argv = {"t"};
  std::filesystem::rename(Path("late/hidden"), Path("late/t"));
  EXPECT_EQ(Ended(RunIt(Approve(candidate))).output.retained, "resolved\n");
}

// spec T7
TEST_F(RunnerTest, ShowsASignalAsAShellDoes) {
  EXPECT_EQ(Ended(RunScript("kill -SEGV $$")).status, 128 + SIGSEGV);
}

// spec L4
TEST_F(RunnerTest, GivesNoInputAndNoTerminal) {
  const Finished run =
      Ended(RunScript("cat; true </dev/tty && echo has a terminal; echo done"));
  EXPECT_THAT(run.output.retained, HasSubstr("done\n"));
  EXPECT_THAT(run.output.retained, Not(HasSubstr("has a terminal")));
}

// spec L1
TEST_F(RunnerTest, EndsWhatTakesTooLongWithItsOutput) {
  limits_.timeout = absl::Milliseconds(300);
  const RunReport report = RunScript("echo early; sleep 60");
  const auto& run = std::get<TimedOut>(report.outcome);
  EXPECT_EQ(run.output.retained, "early\n");
  EXPECT_GE(report.elapsed, limits_.timeout);
  EXPECT_LT(report.elapsed, absl::Seconds(20));
}

// Runs a hundred times as fast as the real one.
class FastClock final : public base::Clock {
 public:
  base::Instant Now() const override {
    return {(base::MonotonicClock().Now() - start_) * 100};
  }

 private:
  base::Instant start_ = base::MonotonicClock().Now();
};

// timeout-001, timeout-011: the limits of the program, by the clock it is given
// and no other.
TEST_F(RunnerTest, EndsWhatWritesEvery100MsForEverAtThirtySeconds) {
  Write("t", "while :; do echo x; sleep 0.1; done");
  const FastClock clock;
  const RunReport report =
      exec::Run(Permit(Find({"t"})), Limits(), clock, base::Cancel());
  EXPECT_TRUE(std::holds_alternative<TimedOut>(report.outcome));
  EXPECT_GE(report.elapsed, absl::Seconds(30));
}

struct TimeoutCase {
  const char* id;
  const char* script;
  const char* contains;
};

TEST_F(RunnerTest, ReportsATimeoutHoweverTheCommandEnds) {
  limits_.timeout = absl::Milliseconds(500);
  limits_.grace = absl::Seconds(1);
  const std::vector<TimeoutCase> cases = {
      {"timeout-003", "sleep 60", ""},
      {"timeout-005",
       "trap 'echo bye; exit 0' TERM; while :; do sleep 0.1; done", "bye\n"},
      {"timeout-006", "kill -STOP $$", ""},
      {"timeout-008", "setsid sleep 60 & sleep 60", ""},
      {"timeout-008, approved or not, in the background",
       "setsid sh -c 'trap \"\" TERM; sleep 60; sleep 60' & sleep 60", ""},
  };
  for (const TimeoutCase& c : cases) {
    SCOPED_TRACE(c.id);
    Write("t", c.script);
    for (const bool approved : {false, true}) {
      const policy::Candidate candidate = Find({"t"});
      const RunReport report =
          RunIt(approved ? Approve(candidate) : Permit(candidate));
      const auto* run = std::get_if<TimedOut>(&report.outcome);
      ASSERT_NE(run, nullptr);
      EXPECT_THAT(run->output.retained, HasSubstr(c.contains));
      EXPECT_LT(report.elapsed, absl::Seconds(20));
      EXPECT_THAT(report.still_running, IsEmpty());
      EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
    }
  }
}

// spec L1
TEST_F(RunnerTest, DoesNotCountTheTimeBeforeItRan) {  // timeout-010
  limits_.timeout = absl::Seconds(1);
  policy::Grant grant = Approve(Find({"echo", "x"}));
  std::this_thread::sleep_for(std::chrono::milliseconds(1200));
  EXPECT_EQ(Ended(RunIt(std::move(grant))).output.retained, "x\n");
}

// spec L1
TEST_F(RunnerTest, KillsWhatDoesNotHearTheFirstSignal) {
  limits_.timeout = absl::Milliseconds(200);
  limits_.grace = absl::Milliseconds(300);
  const RunReport report =
      RunScript("trap '' TERM; echo $$; while :; do sleep 1; done");
  const auto& run = std::get<TimedOut>(report.outcome);
  EXPECT_GE(report.elapsed, limits_.timeout + limits_.grace);
  EXPECT_THAT(report.still_running, IsEmpty());
  int pid = std::atoi(run.output.retained.c_str());
  ASSERT_GT(pid, 0);
  EXPECT_EQ(::kill(pid, 0), -1);
}

TEST_F(RunnerTest, EndsWhatWritesForEver) {
  limits_.timeout = absl::Milliseconds(300);
  const RunReport report = RunScript("yes");
  EXPECT_GT(std::get<TimedOut>(report.outcome).output.total_bytes, 65536u);
}

// spec L3
TEST_F(RunnerTest, IsNotDelayedByWhatHoldsThePipe) {
  const Finished run = Ended(RunScript("sleep 60 & echo done"));
  EXPECT_EQ(run.output.retained, "done\n");
}

// spec L5
TEST_F(RunnerTest, LeavesNothingOfACommandThatRanUnasked) {
  const RunReport report =
      RunScript("setsid sh -c 'echo $$; exec sleep 60' & sleep 0.3");
  EXPECT_THAT(report.still_running, IsEmpty());
  const int pid = std::atoi(Ended(report).output.retained.c_str());
  ASSERT_GT(pid, 0);
  EXPECT_EQ(::kill(pid, 0), -1);
}

// spec L5
TEST_F(RunnerTest, NamesWhatAnApprovedCommandLeftOnPurpose) {
  Write("t", "setsid sleep 60 >/dev/null 2>&1 & sleep 0.3; echo done");
  const RunReport report = RunIt(Approve(Find({"t"})));
  EXPECT_EQ(Ended(report).output.retained, "done\n");
  ASSERT_THAT(report.still_running, SizeIs(1));
  EXPECT_EQ(report.still_running[0].name, "sleep");
  EXPECT_EQ(::kill(report.still_running[0].pid, SIGKILL), 0);
  EXPECT_EQ(::waitpid(report.still_running[0].pid, nullptr, 0),
            report.still_running[0].pid);
}

TEST_F(RunnerTest, KillsTheRestOfAnApprovedGroupAndDoesNotNameIt) {
  Write("t", "sleep 60 & echo done");
  const RunReport report = RunIt(Approve(Find({"t"})));
  EXPECT_THAT(report.still_running, IsEmpty());
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
}

// Triggers after a while, from another thread.
class Person {
 public:
  Person(base::CancelSource& source, std::chrono::milliseconds after)
      : thread_([&source, after] {
          std::this_thread::sleep_for(after);
          source.Trigger(base::CancelReason::kInterrupt);
        }) {}
  ~Person() { thread_.join(); }

 private:
  std::thread thread_;
};

TEST_F(RunnerTest, EndsTheGroupWhenItIsInterrupted) {  // timeout-015
  auto source = base::CancelSource::Create();
  ASSERT_TRUE(source.ok());
  Write("t", "sleep 60 & sleep 60");
  const Person person(**source, std::chrono::milliseconds(300));
  const RunReport report = RunIt(Approve(Find({"t"})), (*source)->token());
  EXPECT_TRUE(std::holds_alternative<Interrupted>(report.outcome));
  EXPECT_LT(report.elapsed, absl::Seconds(20));
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
}

TEST_F(RunnerTest, WaitsNoGracePeriodForAnInterruptedTimeout) {
  auto source = base::CancelSource::Create();
  ASSERT_TRUE(source.ok());
  limits_.timeout = absl::Milliseconds(200);
  limits_.grace = absl::Seconds(60);
  Write("t", "trap '' TERM; while :; do sleep 1; done");
  const Person person(**source, std::chrono::milliseconds(800));
  const RunReport report = RunIt(Permit(Find({"t"})), (*source)->token());
  EXPECT_TRUE(std::holds_alternative<Interrupted>(report.outcome));
  EXPECT_LT(report.elapsed, absl::Seconds(30));
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
}

TEST_F(RunnerTest, LaunchesNothingOnceItIsInterrupted) {
  auto source = base::CancelSource::Create();
  ASSERT_TRUE(source.ok());
  (*source)->Trigger(base::CancelReason::kInterrupt);
  Write("t", "echo x > " + Path("made"));
  const RunReport report = RunIt(Permit(Find({"t"})), (*source)->token());
  EXPECT_TRUE(std::holds_alternative<Interrupted>(report.outcome));
  EXPECT_FALSE(std::filesystem::exists(Path("made")));
}

// A server that runs for as long as this process, in a session of its own.
TEST_F(RunnerTest, NeverTouchesAServerThatRunsMeanwhile) {
  const pid_t server = ::fork();
  if (server == 0) {
    ::setsid();
    for (;;) ::pause();
  }
  for (int round = 0; round < 20; ++round) {
    const RunReport report = RunScript("setsid sleep 60 & exit 3");
    EXPECT_EQ(Ended(report).status, 3);
    EXPECT_THAT(report.still_running, IsEmpty());
  }
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), 0) << "it has ended, or is gone";
  EXPECT_EQ(::kill(server, SIGKILL), 0);
  EXPECT_EQ(::waitpid(server, nullptr, 0), server);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "another child is left";
}

TEST_F(RunnerTest, EndsAForkBomb) {
  limits_.timeout = absl::Milliseconds(500);
  Write("bomb",
        "[ $1 -gt 0 ] || exec sleep 60\n"
        "setsid \"$0\" $(($1-1)) & setsid \"$0\" $(($1-1)) & sleep 60");
  const RunReport report = RunIt(Permit(Find({"bomb", "6"})));
  EXPECT_TRUE(std::holds_alternative<TimedOut>(report.outcome));
  // What is still there when the last second is over is named, and dies.
  for (const os::Descendant& left : report.still_running) {
    ::kill(left.pid, SIGKILL);
    EXPECT_EQ(::waitpid(left.pid, nullptr, 0), left.pid);
  }
}

// A dead child that a debugger holds is nobody's to reap.
TEST_F(RunnerTest, IsNotHeldUpByADebugger) {
  // No child of its own: SIGCHLD would stop it for the debugger.
  Write("t", absl::StrCat("echo $$ > ", Path("pid"), "; while ! [ -e ",
                          Path("held"), " ]; do :; done; echo done"));
  const pid_t debugger = ::fork();
  if (debugger == 0) {
    pid_t pid = 0;
    std::string end;
    while (!std::getline(std::ifstream(Path("pid")) >> pid, end).good()) {
      ::usleep(10000);
    }
    std::ofstream(Path("new"))
        << (::ptrace(PTRACE_SEIZE, pid, nullptr, nullptr) == 0);
    std::filesystem::rename(Path("new"), Path("held"));
    for (;;) ::pause();
  }
  const RunReport report = RunIt(Permit(Find({"t"})));
  ::kill(debugger, SIGKILL);
  ::waitpid(debugger, nullptr, 0);
  while (::waitpid(-1, nullptr, 0) > 0) {
  }
  bool held = false;
  std::ifstream(Path("held")) >> held;
  if (!held) GTEST_SKIP() << "this system lets nobody debug";
  EXPECT_EQ(Ended(report).status, 255);
  EXPECT_EQ(Ended(report).output.retained, "done\n");
  EXPECT_LT(report.elapsed, absl::Seconds(20));
}

TEST_F(RunnerTest, RunsNoArgumentWithANul) {
  const RunReport report =
      RunIt(Approve(Find({"echo", std::string("a\0b", 3)})));
  EXPECT_EQ(std::get<LaunchFailed>(report.outcome).reason,
            "argument contains a NUL character");
}

// spec R4
TEST_F(RunnerTest, RunsNoProgramThatChanged) {  // resolve-036
  Write("t", "echo old");
  const policy::Candidate candidate = Find({"t"});
  Write("t", "echo another one");
  const RunReport report = RunIt(Approve(candidate));
  EXPECT_EQ(std::get<LaunchFailed>(report.outcome).reason,
            "the program changed while waiting for an answer");
}

TEST_F(RunnerTest, SaysWhyAProgramCannotBeLaunched) {
  std::ofstream(Path("odd")) << "no program at all\n";
  ::chmod(Path("odd").c_str(), 0755);
  const RunReport report = RunIt(Approve(Find({"odd"})));
  EXPECT_EQ(std::get<LaunchFailed>(report.outcome).reason, "Exec format error")
      << "and no shell runs it";
}

// spec L6
TEST_F(RunnerTest, LimitsOnlyWhatADefaultLetsRun) {  // timeout-013
  Write("uptime", "ulimit -c; ulimit -v");
  const std::string limited =
      Ended(RunIt(Permit(Find({"uptime"})))).output.retained;
  EXPECT_THAT(limited, ::testing::StartsWith("0\n"));
  EXPECT_THAT(limited, Not(HasSubstr("unlimited")));
  const std::string free =
      Ended(RunIt(Approve(Find({"uptime"})))).output.retained;
  EXPECT_THAT(free, ::testing::EndsWith("unlimited\n"));
}

TEST_F(RunnerTest, LeavesNoDescriptorAndNoChildBehind) {
  Write("t", "echo x");
  RunIt(Permit(Find({"t"})));
  const std::size_t before = CountDescriptors();
  for (int i = 0; i < 100; ++i) RunIt(Permit(Find({"t"})));
  EXPECT_EQ(CountDescriptors(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
}

}  // namespace
}  // namespace aii::exec
