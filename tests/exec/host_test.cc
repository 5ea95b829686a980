// The order of SPEC-EXEC 5.1 from the model's JSON to the text it gets back,
// with real programs in a directory of the test's own and a scripted person.

#include "exec/host.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"

namespace aii::exec {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Person final : public approve::Approver {
 public:
  approve::Answer Ask(const approve::Question& question,
                      const base::Cancel&) override {
    asked.push_back(question.command.text());
    labels.push_back(question.always ? question.always->text() : "");
    if (before_answer) before_answer();
    return answer;
  }

  approve::Answer answer = approve::Answer::kNo;
  std::function<void()> before_answer;
  std::vector<std::string> asked;
  std::vector<std::string> labels;
};

class Events final : public base::EventSink {
 public:
  void Warning(absl::string_view text) override { warnings.emplace_back(text); }
  void Remark(absl::string_view) override {}
  void CommandStarts(absl::string_view text) override {
    started.emplace_back(text);
  }
  void CommandEnds(const base::CommandEnd& end) override {
    ended.emplace_back(end.result_text);
  }
  void CallRefused(absl::string_view text) override {
    refused.emplace_back(text);
  }
  void StillRunning(absl::string_view, pid_t) override {}

  std::vector<std::string> warnings;
  std::vector<std::string> started;
  std::vector<std::string> ended;
  std::vector<std::string> refused;
};

class HostTest : public ::testing::Test {
 protected:
  HostTest() {
    std::string name = ::testing::TempDir() + "aii-host-XXXXXX";
    directory_ = ::mkdtemp(name.data());
    Program("say", "echo \"said $*\"");
    Program("git", "echo \"git $*\"");
    trusted_ = policy::TrustedDirs({directory_});
  }
  ~HostTest() override { std::filesystem::remove_all(directory_); }

  void Program(const std::string& name, const std::string& script) {
    const std::string path = directory_ + "/" + name;
    std::ofstream(path) << "#!/bin/sh\n" << script << "\n";
    ::chmod(path.c_str(), 0755);
  }

  Host MakeHost() {
    return Host({.rules = rules_,
                 .trusted = trusted_,
                 .approver = person_,
                 .events = events_,
                 .clock = base::MonotonicClock(),
                 .search_path = directory_,
                 .limits = {},
                 .save_rule =
                     [this](const std::vector<std::string>& words) {
                       saved_.push_back(words);
                       return save_status_;
                     },
                 .allow_path = "/home/x/.config/aii/allow"});
  }

  static std::string Call(const std::string& executable,
                          const std::vector<std::string>& arguments) {
    base::JsonArray array(arguments.begin(), arguments.end());
    return base::WriteJson(base::Json(
        base::JsonObject{{"executable", base::Json(executable)},
                         {"arguments", base::Json(std::move(array))}}));
  }

  std::string directory_;
  policy::RuleSet rules_;
  policy::TrustedDirs trusted_{{}};
  Person person_;
  Events events_;
  std::vector<std::vector<std::string>> saved_;
  absl::Status save_status_;
  base::Cancel never_;
};

// spec O4
TEST_F(HostTest, RunsWhatARuleCoversUnaskedAndLogsIt) {
  rules_.Add({.words = {"say"}});
  EXPECT_EQ(MakeHost().RunCommand(Call("say", {"a b"}), never_),
            "exit 0\nsaid a b\n");
  EXPECT_THAT(person_.asked, IsEmpty());
  EXPECT_THAT(events_.started, ElementsAre("say 'a b'"));
  EXPECT_THAT(events_.ended, ElementsAre("exit 0\nsaid a b\n"));
}

// spec P1
TEST_F(HostTest, AsksForWhatNoRuleCoversAndRunsItOnce) {
  person_.answer = approve::Answer::kOnce;
  Host host = MakeHost();
  EXPECT_EQ(host.RunCommand(Call("git", {"status", "-s"}), never_),
            "exit 0\ngit status -s\n");
  EXPECT_EQ(host.RunCommand(Call("git", {"status", "-s"}), never_),
            "exit 0\ngit status -s\n");
  EXPECT_THAT(person_.asked, ElementsAre("git status -s", "git status -s"));
  EXPECT_THAT(person_.labels, ElementsAre("git status", "git status"));
  EXPECT_THAT(saved_, IsEmpty());
}

// spec P8
TEST_F(HostTest, RemembersAnAlwaysForTheRestOfTheRunAndSavesItOnce) {
  person_.answer = approve::Answer::kAlways;
  Host host = MakeHost();
  host.RunCommand(Call("git", {"status", "-s"}), never_);
  EXPECT_EQ(host.RunCommand(Call("git", {"status", "-v"}), never_),
            "exit 0\ngit status -v\n");
  EXPECT_THAT(person_.asked, ElementsAre("git status -s"));
  EXPECT_THAT(saved_, ElementsAre(ElementsAre("git", "status")));
}

// spec A9
TEST_F(HostTest, KeepsTheRuleAndWarnsWhenItCannotBeSaved) {
  person_.answer = approve::Answer::kAlways;
  save_status_ = absl::PermissionDeniedError("Permission denied");
  Host host = MakeHost();
  host.RunCommand(Call("git", {"status"}), never_);
  EXPECT_THAT(events_.warnings,
              ElementsAre("could not save rule to /home/x/.config/aii/allow: "
                          "Permission denied"));
  host.RunCommand(Call("git", {"status"}), never_);
  EXPECT_EQ(person_.asked.size(), 1u);
}

TEST_F(HostTest, TellsTheModelOfANoAndRunsNothing) {
  Host host = MakeHost();
  EXPECT_EQ(host.RunCommand(Call("git", {"push"}), never_),
            "Denied: the user declined to run this command. Do not retry it.");
  EXPECT_THAT(events_.started, IsEmpty());
}

TEST_F(HostTest, TellsThePersonOfEachCallThatRunsNothing) {
  Host host = MakeHost();
  host.RunCommand("{", never_);
  host.RunCommand(Call("missing", {}), never_);
  host.RunCommand(Call("git", {"push"}), never_);
  host.RunCommand(Call("git", {"push"}), never_);
  EXPECT_THAT(events_.refused,
              ElementsAre("Error: invalid arguments", HasSubstr("missing"),
                          HasSubstr("declined"), HasSubstr("declined")));
  EXPECT_THAT(events_.ended, IsEmpty());
}

// spec Q11
TEST_F(HostTest, DoesNotAskAgainForWhatWasDeclinedInThisTurn) {
  Host host = MakeHost();
  host.RunCommand(Call("git", {"push"}), never_);
  host.RunCommand(Call("git", {"push"}), never_);
  EXPECT_EQ(person_.asked.size(), 1u);
  MakeHost().RunCommand(Call("git", {"push"}), never_);
  EXPECT_EQ(person_.asked.size(), 2u) << "a new turn asks again";
}

// spec Q11
TEST_F(HostTest, AsksNothingMoreAfterThreeDenialsButRunsWhatRulesCover) {
  rules_.Add({.words = {"say"}});
  Host host = MakeHost();
  for (const char* word : {"a", "b", "c", "d", "e"}) {
    host.RunCommand(Call("git", {word}), never_);
  }
  EXPECT_THAT(person_.asked, ElementsAre("git a", "git b", "git c"));
  EXPECT_EQ(host.RunCommand(Call("say", {"x"}), never_), "exit 0\nsaid x\n");
}

TEST_F(HostTest, SaysThatThereIsNoTerminalAndDoesNotCountItAsADenial) {
  person_.answer = approve::Answer::kNoTerminal;
  Host host = MakeHost();
  for (int i = 0; i < 5; ++i) {
    EXPECT_THAT(host.RunCommand(Call("git", {"push"}), never_),
                HasSubstr("there is no terminal to ask the user"));
  }
  EXPECT_EQ(person_.asked.size(), 5u);
}

// spec P3
TEST_F(HostTest, NeverOffersAlwaysOutsideTrustedDirectories) {
  trusted_ = policy::TrustedDirs({"/nowhere"});
  rules_.Add({.words = {"git"}});
  person_.answer = approve::Answer::kOnce;
  MakeHost().RunCommand(Call("git", {"status"}), never_);
  EXPECT_THAT(person_.asked, ElementsAre(directory_ + "/git status"));
  EXPECT_THAT(person_.labels, ElementsAre(""));
  EXPECT_THAT(events_.started, ElementsAre(directory_ + "/git status"))
      << "the log line is rendered as the question was";
}

// The folder of the test is trusted and has a rule for each program.
TEST_F(HostTest, AsksAboutATrustedProgramBySomeOtherPath) {
  rules_.Add({.words = {"git"}});
  const std::string home = directory_ + "/home";
  std::filesystem::create_directory(home);
  std::filesystem::create_symlink(directory_ + "/git", home + "/git");
  const std::vector<std::pair<const char*, std::string>> cases = {
      {"resolve-016: by a link to it", home + "/git"},
      {"resolve-021: with slashes and dots", "/" + directory_ + "/.//git"},
  };
  person_.answer = approve::Answer::kOnce;
  for (const auto& [says, path] : cases) {
    SCOPED_TRACE(says);
    person_.asked.clear();
    person_.labels.clear();
    EXPECT_EQ(MakeHost().RunCommand(Call(path, {"log"}), never_),
              "exit 0\ngit log\n");
    EXPECT_THAT(person_.asked, ElementsAre(path + " log"));
    EXPECT_THAT(person_.labels, ElementsAre(""));
  }
}

struct RefusedCase {
  const char* says;
  std::string json;
  std::string result;
};

// spec P1
TEST_F(HostTest, RefusesBeforeAnybodyIsAsked) {
  const std::vector<RefusedCase> cases = {
      {"no JSON", "{", "Error: invalid arguments"},
      {"no executable", R"({"arguments":[]})", "Error: invalid executable"},
      {"an empty executable", Call("", {}), "Error: invalid executable"},
      {"a shell line", Call("git status && say", {}),
       "Error: executable not found: git status && say"},
      {"a program that is not there", Call("gti", {}),
       "Error: executable not found: gti"},
      {"a NUL", R"({"executable":"git","arguments":["a\u0000b"]})",
       "Error: could not launch git: argument contains a NUL character"},
      {"more than a person can review", Call("git", {std::string(40000, 'x')}),
       "Error: could not launch git: the command is too long to review (40004 "
       "bytes)"},
  };
  for (const RefusedCase& c : cases) {
    SCOPED_TRACE(c.says);
    EXPECT_EQ(MakeHost().RunCommand(c.json, never_), c.result);
  }
  EXPECT_THAT(person_.asked, IsEmpty());
  EXPECT_THAT(events_.started, IsEmpty());
}

TEST_F(HostTest, RefusesWhatIsTooLongToReviewAlsoWhereARuleCoversIt) {
  rules_.Add({.words = {"say"}});
  EXPECT_THAT(
      MakeHost().RunCommand(Call("say", {std::string(40000, 'x')}), never_),
      HasSubstr("too long to review"));
  EXPECT_THAT(events_.started, IsEmpty());
}

TEST_F(HostTest, RunsNothingWhenTheProgramChangedAtTheQuestion) {
  person_.answer = approve::Answer::kOnce;
  person_.before_answer = [this] { Program("git", "echo a longer other one"); };
  EXPECT_EQ(
      MakeHost().RunCommand(Call("git", {"status"}), never_),
      "Error: could not launch git: the program changed while waiting for "
      "an answer");
}

}  // namespace
}  // namespace aii::exec
