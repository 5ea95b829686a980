#include "cli/private_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/temp_dir.h"

namespace aii::cli {
namespace {

using ::aii::testing::TempDir;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// What runs a server is tested with the whole program, which is its supervisor
// (tests/system/test_private_server.py).
base::Failure GgufFailure(const std::string& path,
                          const Environment& environment) {
  auto started = StartGguf(path, environment, {});
  auto* failure = std::get_if<base::Failure>(&started);
  if (failure == nullptr) {
    ADD_FAILURE() << "a server was started";
    return {};
  }
  return *failure;
}

TEST(StartGguf, NamesTheFileThatIsMissing) {
  const base::Failure failure = GgufFailure("/nowhere/x.gguf", {});
  EXPECT_EQ(failure.code, base::FailureCode::kFileNotFound);
  EXPECT_THAT(failure.lines, ElementsAre("Cannot read file: /nowhere/x.gguf"));
}

TEST(StartGguf, SaysHowToGetALlamaServer) {
  const TempDir folder;
  const std::string model = folder.Write("x.gguf", "GGUF");
  base::Failure failure = GgufFailure(model, {.search_path = folder.path()});
  EXPECT_EQ(failure.code, base::FailureCode::kUnavailableNotSupported);
  EXPECT_EQ(failure.lines[0],
            "There is no llama-server to serve the model with");
  EXPECT_THAT(failure.lines[1], HasSubstr("install llama.cpp"));
  EXPECT_THAT(failure.lines[1], HasSubstr("AII_LLAMA_SERVER"));

  failure = GgufFailure(model, {.llama_server = "/nowhere/llama-server"});
  EXPECT_EQ(failure.lines[0],
            "AII_LLAMA_SERVER names no program: '/nowhere/llama-server'");
}

TEST(StartGguf, WantsSecondsInItsVariables) {
  const TempDir folder;
  const std::string model = folder.Write("x.gguf", "GGUF");
  for (const char* text : {"x", "-1", "1.5", " 1", "5m", "604801"}) {
    const base::Failure failure =
        GgufFailure(model, {.llama_server = "/bin/true", .keep = text});
    EXPECT_EQ(failure.code, base::FailureCode::kUsageError);
    EXPECT_THAT(failure.lines,
                ElementsAre(std::string("AII_KEEP is no number of seconds: '") +
                                text + "'",
                            "set it to a number from 0 to 604800, or not at "
                            "all"));
  }
  EXPECT_THAT(
      GgufFailure(model, {.llama_server = "/bin/true", .start_limit = "0"})
          .lines[0],
      HasSubstr("AII_START_LIMIT"));
}

TEST(StopServers, SaysThatThereIsNone) {
  const TempDir folder;
  const auto text = StopServers({.runtime_dir = folder.path()}, {});
  EXPECT_EQ(std::get<std::string>(text),
            "no private model server is running\n");
  EXPECT_THAT(::aii::testing::NamesIn(folder.path()), ::testing::IsEmpty());
}

TEST(OpenPrivate, OpensNothingWhereTheStartWasCancelled) {
  Console console({.out = -1, .err = -1});
  Reporter reporter(console, {});
  const auto opened = OpenPrivate({}, {}, reporter, base::MonotonicClock(), {});
  EXPECT_TRUE(std::holds_alternative<OpenCancelled>(opened));
}

}  // namespace
}  // namespace aii::cli
