// The whole life of a child, with scripts in a directory of the test's own and
// short limits. Names such as drain-001 are cases of docs/decisions.md's
// review.

#include "exec/runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
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

TEST_F(RunnerTest, MergesBothStreamsInTheOrderOfArrival) {  // drain-001
  const Finished run = Ended(RunScript("echo a; echo b >&2; echo c; exit 3"));
  EXPECT_EQ(run.status, 3);
  EXPECT_EQ(run.output.retained, "a\nb\nc\n");
  EXPECT_EQ(run.output.total_bytes, 6u);
}

TEST_F(RunnerTest, RetainsTheFirst2048BytesAndCountsAll) {
  const Finished run =
      Ended(RunScript("head -c 1000000 /dev/zero | tr '\\0' x; echo end"));
  EXPECT_EQ(run.output.retained, std::string(2048, 'x'));
  EXPECT_EQ(run.output.total_bytes, 1000004u);
}

TEST_F(RunnerTest, ShowsASignalAsAShellDoes) {
  EXPECT_EQ(Ended(RunScript("kill -SEGV $$")).status, 128 + SIGSEGV);
}

TEST_F(RunnerTest, GivesNoInputAndNoTerminal) {
  const Finished run =
      Ended(RunScript("cat; true </dev/tty && echo has a terminal; echo done"));
  EXPECT_THAT(run.output.retained, HasSubstr("done\n"));
  EXPECT_THAT(run.output.retained, Not(HasSubstr("has a terminal")));
}

TEST_F(RunnerTest, EndsWhatTakesTooLongWithItsOutput) {
  limits_.timeout = absl::Milliseconds(300);
  const RunReport report = RunScript("echo early; sleep 60");
  const auto& run = std::get<TimedOut>(report.outcome);
  EXPECT_EQ(run.output.retained, "early\n");
  EXPECT_GE(report.elapsed, limits_.timeout);
  EXPECT_LT(report.elapsed, absl::Seconds(20));
}

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

TEST_F(RunnerTest, IsNotDelayedByWhatHoldsThePipe) {
  const Finished run = Ended(RunScript("sleep 60 & echo done"));
  EXPECT_EQ(run.output.retained, "done\n");
}

TEST_F(RunnerTest, LeavesNothingOfACommandThatRanUnasked) {
  const RunReport report =
      RunScript("setsid sh -c 'echo $$; exec sleep 60' & sleep 0.3");
  EXPECT_THAT(report.still_running, IsEmpty());
  const int pid = std::atoi(Ended(report).output.retained.c_str());
  ASSERT_GT(pid, 0);
  EXPECT_EQ(::kill(pid, 0), -1);
}

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

TEST_F(RunnerTest, EndsTheGroupWhenItIsInterrupted) {
  auto source = base::CancelSource::Create();
  ASSERT_TRUE(source.ok());
  Write("t", "sleep 60 & sleep 60");
  std::thread person([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    (*source)->Trigger(base::CancelReason::kInterrupt);
  });
  const RunReport report = RunIt(Approve(Find({"t"})), (*source)->token());
  person.join();
  EXPECT_TRUE(std::holds_alternative<Interrupted>(report.outcome));
  EXPECT_LT(report.elapsed, absl::Seconds(20));
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
}

TEST_F(RunnerTest, RunsNoArgumentWithANul) {
  const RunReport report =
      RunIt(Approve(Find({"echo", std::string("a\0b", 3)})));
  EXPECT_EQ(std::get<LaunchFailed>(report.outcome).reason,
            "argument contains a NUL character");
}

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

TEST_F(RunnerTest, LimitsOnlyWhatADefaultLetsRun) {
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
