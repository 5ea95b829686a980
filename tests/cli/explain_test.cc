#include "cli/explain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>
#include <vector>

#include "os/resolve.h"
#include "tests/support/temp_dir.h"

namespace aii::cli {
namespace {

class ExplainTest : public ::testing::Test {
 protected:
  ExplainTest() {
    for (const char* name : {"git", "python3", "date"}) {
      ::chmod(directory_.Write(name, "#!/bin/sh\n").c_str(), 0755);
    }
    loaded_ = store::ParseAllowText("# mine\ngit status\ndate\n", "");
  }

  Explanation Of(const std::vector<std::string>& argv) const {
    return Explain(
        {.loaded = loaded_,
         .trusted = trusted_,
         .allow_path = "/home/x/.config/aii/allow"},
        [this](absl::string_view name) {
          return os::Resolve(name, directory_.path());
        },
        argv);
  }
  std::string Text(const std::vector<std::string>& argv) const {
    return ExplanationText(Of(argv));
  }
  std::string PathOf(const char* name) const {
    return directory_.path() + "/" + name;
  }

  testing::TempDir directory_;
  store::LoadedRules loaded_;
  policy::TrustedDirs trusted_{{directory_.path()}};
};

TEST_F(ExplainTest, NamesTheRuleAndItsLineWhereItWouldRun) {
  EXPECT_EQ(Text({"git", "status", "--short"}),
            "command:  git status --short\n"
            "path:     " +
                PathOf("git") +
                "\n"
                "trusted:  yes\n"
                "decision: run\n"
                "rule:     git status\n"
                "line:     2\n"
                "source:   /home/x/.config/aii/allow\n");
}

TEST_F(ExplainTest, NamesThePrefixOfAlwaysWhereItWouldAsk) {
  EXPECT_EQ(Text({"git", "commit", "-m", "a b"}),
            "command:  git commit -m 'a b'\n"
            "path:     " +
                PathOf("git") +
                "\n"
                "trusted:  yes\n"
                "decision: ask\n"
                "always:   git commit\n"
                "reason:   no rule covers it\n"
                "source:   /home/x/.config/aii/allow\n");
}

TEST_F(ExplainTest, SaysWhyAlwaysIsNotOffered) {
  EXPECT_EQ(Of({"python3", "x.py"}).reason,
            "no rule covers it; no [a]: it can do or run too much");
  trusted_ = policy::TrustedDirs({"/elsewhere"});
  const Explanation there = Of({"git", "status"});
  EXPECT_EQ(there.reason,
            "no rule covers it; no [a]: not in a system directory");
  EXPECT_EQ(there.command, PathOf("git") + " status");
  EXPECT_FALSE(there.trusted);
}

TEST_F(ExplainTest, GivesTheGuardsReasonForADefault) {
  const Explanation asks = Of({"date", "-s", "tomorrow"});
  EXPECT_EQ(asks.decision, WouldDo::kAsk);
  EXPECT_NE(asks.reason.substr(0, 17), "no rule covers it");
  EXPECT_EQ(Of({"date", "-u"}).decision, WouldDo::kRun);
}

struct RefusedCase {
  const char* says;
  std::vector<std::string> argv;
  const char* reason;
  bool found;
};

TEST_F(ExplainTest, SaysWhatCanNotRunAtAll) {
  const std::vector<RefusedCase> cases = {
      {"not found", {"gti"}, "executable not found: gti", false},
      {"empty", {""}, "invalid executable", false},
      {"NUL", {std::string("a\0b", 3)}, "invalid executable", false},
      {"NUL in an argument",
       {"git", std::string("a\0b", 3)},
       "could not launch git: argument contains a NUL character",
       true},
  };
  for (const RefusedCase& c : cases) {
    SCOPED_TRACE(c.says);
    const Explanation refused = Of(c.argv);
    EXPECT_EQ(refused.decision, WouldDo::kRefuse);
    EXPECT_EQ(refused.reason, c.reason);
    EXPECT_EQ(refused.path, c.found ? PathOf("git") : "");
    EXPECT_EQ(refused.trusted, c.found);
  }
}

// spec N2
TEST_F(ExplainTest, LeavesOutWhatHasNoValue) {
  loaded_ = store::LoadAllowFile("");
  EXPECT_EQ(Text({"gti", "x"}),
            "command:  gti x\n"
            "decision: refuse\n"
            "reason:   executable not found: gti\n"
            "source:   built-in defaults\n");
}

TEST_F(ExplainTest, ShowsNothingThatCouldMoveText) {
  const std::string text = Text({"a\n\x1b[2J\u202e", "b\r"});
  for (const char byte : text) {
    EXPECT_TRUE(byte == '\n' || static_cast<unsigned char>(byte) >= 0x20);
  }
  EXPECT_EQ(text.find("\u202e"), std::string::npos);
}

// spec N3
TEST_F(ExplainTest, IsOneJsonObjectInTheOrderOfTheManual) {
  EXPECT_EQ(base::WriteJson(ExplanationJson(Of({"git", "status", "-s"}))),
            R"({"command":"git status -s","argv":["git","status","-s"],)"
            R"("path":")" +
                PathOf("git") +
                R"(","trusted":true,"decision":"run","rule":["git","status"],)"
                R"("line":2,"source":"/home/x/.config/aii/allow"})");
  EXPECT_EQ(base::WriteJson(ExplanationJson(Of({"git", "push"}))),
            R"({"command":"git push","argv":["git","push"],"path":")" +
                PathOf("git") +
                R"(","trusted":true,"decision":"ask",)"
                R"("source":"/home/x/.config/aii/allow",)"
                R"("always":["git","push"],"reason":"no rule covers it"})");
}

// spec N4
TEST(ExplainStatus, TellsTheThreeDecisionsApart) {
  EXPECT_EQ(ExplainStatus(WouldDo::kRun), 0);
  EXPECT_EQ(ExplainStatus(WouldDo::kAsk), 10);
  EXPECT_EQ(ExplainStatus(WouldDo::kRefuse), 11);
}

}  // namespace
}  // namespace aii::cli
