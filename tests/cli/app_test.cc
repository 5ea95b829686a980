// Runs of the whole program in this process, with a script as the model. What
// needs a terminal is in tests/system.

#include "cli/app.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/unique_fd.h"

namespace aii::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// Standard descriptors go to files while it lives.
class Redirected {
 public:
  Redirected(const std::string& in, const std::string& out,
             const std::string& err) {
    Take(0, in, O_RDONLY);
    Take(1, out, O_WRONLY | O_CREAT | O_TRUNC);
    Take(2, err, O_WRONLY | O_CREAT | O_TRUNC);
  }
  ~Redirected() {
    for (int fd = 0; fd < 3; ++fd) ::dup2(saved_[fd].get(), fd);
  }
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;

 private:
  void Take(int fd, const std::string& path, int flags) {
    saved_[fd].Reset(::fcntl(fd, F_DUPFD_CLOEXEC, 3));
    const base::UniqueFd file(::open(path.c_str(), flags | O_CLOEXEC, 0600));
    ASSERT_TRUE(file.valid()) << path;
    ::dup2(file.get(), fd);
  }
  base::UniqueFd saved_[3];
};

class AppTest : public ::testing::Test {
 protected:
  AppTest() {
    std::string name = ::testing::TempDir() + "aii-app-XXXXXX";
    directory_ = ::mkdtemp(name.data());
    environment_ = {.home = directory_,
                    .search_path = "/usr/bin:/bin",
                    .data_home = directory_,
                    .runtime_dir = directory_};
    Write("in", "");
  }
  ~AppTest() override { std::filesystem::remove_all(directory_); }

  std::string Path(const std::string& name) { return directory_ + "/" + name; }
  void Write(const std::string& name, const std::string& text) {
    std::ofstream(Path(name)) << text;
  }
  std::string Text(const std::string& name) {
    std::ifstream file(Path(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }

  // Runs aii; then out_ and err_ hold what it wrote.
  int Run(const std::vector<absl::string_view>& words) {
    ExitState end;
    {
      const Redirected redirected(Path("in"), Path("out"), Path("err"));
      end = RunApp(words, environment_);
    }
    out_ = Text("out");
    err_ = Text("err");
    return end.status;
  }

  int Play(const std::string& script, std::vector<absl::string_view> words) {
    Write("script", script);
    environment_.model = "script:" + Path("script");
    return Run(words);
  }

  std::string directory_;
  Environment environment_;
  std::string out_;
  std::string err_;
};

TEST_F(AppTest, PrintsHelpAndVersionToStandardOutput) {
  EXPECT_EQ(Run({"--help"}), 0);
  EXPECT_THAT(out_, StartsWith("usage: aii "));
  EXPECT_EQ(Run({"--version"}), 0);
  EXPECT_THAT(out_, StartsWith("aii 0."));
  EXPECT_EQ(err_, "");
}

TEST_F(AppTest, AnswersAPrompt) {
  EXPECT_EQ(Play(R"({"say":"Hello"})", {"hi"}), 0);
  EXPECT_EQ(out_, "Hello\n");
}

TEST_F(AppTest, SaysThatTheAnswersAreAScript) {
  Play(R"({"say":"Hello"})", {"hi"});
  EXPECT_EQ(err_,
            "aii: the answers come from the script '" + Path("script") + "'\n");
}

TEST_F(AppTest, RunsADefaultAndTellsTheModel) {
  EXPECT_EQ(Play(R"({"call":{"executable":"pwd","arguments":[]}}
{"say_result":true})",
                 {"-x", "where am I?"}),
            0);
  EXPECT_THAT(out_, StartsWith("exit 0\n/"));
  EXPECT_THAT(err_, HasSubstr("aii: $ pwd\n"));
}

TEST_F(AppTest, ReadsContentBeforeTheModelIsAsked) {
  Write("in", "remember the milk\n");
  EXPECT_EQ(Play(R"({"expect_message":"remember the milk"}
{"say":"ok"})",
                 {"sum it up"}),
            0)
      << err_;
  EXPECT_EQ(out_, "ok\n");
}

TEST_F(AppTest, NeedsAPromptOrContent) {
  EXPECT_EQ(Run({"-n"}), 2);
  EXPECT_EQ(err_,
            "aii: there is neither a prompt nor content\n"
            "aii: try 'aii --help'\n");
  EXPECT_EQ(Play(R"({"say":"Hello"})", {}), 2) << "an empty file is no content";
  EXPECT_EQ(out_, "");
}

TEST_F(AppTest, ReportsMisuseAsJsonWhenAsked) {
  EXPECT_EQ(Run({"-j", "--nope"}), 2);
  EXPECT_THAT(err_, StartsWith(R"({"error":"usage_error","message":"unknown)"));
}

TEST_F(AppTest, KeepsTheTextOfAnAnswerThatFails) {
  EXPECT_EQ(Play(R"({"say":"half"}
{"fail":{"code":"rate_limited","lines":["Model busy, try again"]}})",
                 {"hi"}),
            4);
  EXPECT_EQ(out_, "half\n");
  EXPECT_THAT(err_, HasSubstr("aii: Model busy, try again\n"));
}

TEST_F(AppTest, HasNoModelWhereNothingIsInstalled) {
  EXPECT_EQ(Run({"hi"}), 3);
  EXPECT_THAT(err_, StartsWith("aii: No model is set up on this computer\n"));
}

TEST_F(AppTest, ListsAndResetsRules) {
  EXPECT_EQ(Run({"--list-allowed"}), 0);
  EXPECT_THAT(out_,
              StartsWith("# source: built-in defaults (no config file)\n"));
  std::filesystem::create_directories(Path(".config/aii"));
  Write(".config/aii/allow", "git status\n'broken\n");
  EXPECT_EQ(Run({"--list-allowed"}), 0);
  EXPECT_EQ(out_, "# source: " + Path(".config/aii/allow") + "\ngit status\n");
  EXPECT_EQ(err_, "aii: warning: " + Path(".config/aii/allow") +
                      ": skipping malformed line 2\n");
  EXPECT_EQ(Run({"--reset-allowed"}), 0);
  EXPECT_EQ(out_, "aii: removed config; using built-in defaults\n");
}

TEST_F(AppTest, WritesNothingToTheHomeByRunningCommands) {
  Play(R"({"call":{"executable":"pwd","arguments":[]}})", {"-x", "hi"});
  EXPECT_FALSE(std::filesystem::exists(Path(".config")));
}

}  // namespace
}  // namespace aii::cli
