#include "model/private_server_supervisor.h"

#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace aii::model {
namespace {

using ::testing::ElementsAre;

TEST(SupervisorWords, AreReadBack) {
  const std::vector<std::string> words =
      SupervisorWords({.root = "/run/aii",
                       .key = "0123456789abcdef",
                       .program = "/bin/llama-server",
                       .arguments = {"-m", "/m/a b.gguf", ""}});
  const std::vector<absl::string_view> views(words.begin(), words.end());
  const auto options = ReadSupervisorWords(views);
  ASSERT_TRUE(options.has_value());
  EXPECT_EQ(options->root, "/run/aii");
  EXPECT_EQ(options->key, "0123456789abcdef");
  EXPECT_EQ(options->program, "/bin/llama-server");
  EXPECT_THAT(options->arguments, ElementsAre("-m", "/m/a b.gguf", ""));
}

TEST(ReadSupervisorWords, TakesNoOtherCommandLine) {
  EXPECT_FALSE(ReadSupervisorWords({}).has_value());
  const std::vector<absl::string_view> few = {kSupervisorWord, "a", "b"};
  EXPECT_FALSE(ReadSupervisorWords(few).has_value());
  const std::vector<absl::string_view> other = {"-x", kSupervisorWord, "b",
                                                "c"};
  EXPECT_FALSE(ReadSupervisorWords(other).has_value());
}

// As a person or a model would start it: a pipe in the place of a caller.
TEST(RunSupervisor, StartsNothingWithoutACaller) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    int ends[2];
    if (::pipe(ends) != 0 || ::dup2(ends[1], STDOUT_FILENO) < 0) ::_exit(100);
    ::_exit(RunSupervisor({.root = "/nonexistent/aii",
                           .key = "0123456789abcdef",
                           .program = "/bin/true",
                           .arguments = {}}));
  }
  int status = 0;
  ASSERT_EQ(::waitpid(pid, &status, 0), pid);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 2);
}

}  // namespace
}  // namespace aii::model
