#include "model/server_arguments.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/temp_dir.h"

namespace aii::model {
namespace {

using ::aii::testing::TempDir;

// The word after `flag`.
std::string After(const std::vector<std::string>& words,
                  const std::string& flag) {
  const auto found = std::find(words.begin(), words.end(), flag);
  return found == words.end() || found + 1 == words.end() ? "" : found[1];
}

TEST(FindEmbedded, WantsEveryFileAndAProgramThatCanRun) {
  const TempDir folder;
  const std::string root = folder.File("aii/embedded");
  std::filesystem::create_directories(root + "/bin");
  EXPECT_FALSE(FindEmbedded(folder.path()).has_value());
  for (const char* name : {"bin/llama-server", "model.gguf", "adapter.gguf"}) {
    (void)folder.Write(std::string("aii/embedded/") + name, "x");
  }
  EXPECT_FALSE(FindEmbedded(folder.path()).has_value());
  (void)folder.Write("aii/embedded/chat.jinja", "x");
  EXPECT_FALSE(FindEmbedded(folder.path()).has_value()) << "not executable";
  ASSERT_EQ(::chmod((root + "/bin/llama-server").c_str(), 0755), 0);
  const auto files = FindEmbedded(folder.path());
  ASSERT_TRUE(files.has_value());
  EXPECT_EQ(files->server, root + "/bin/llama-server");
  EXPECT_FALSE(FindEmbedded("").has_value());
}

TEST(EmbeddedArguments, NameEveryFile) {
  const auto arguments = EmbeddedArguments({"s", "m", "a", "t"});
  EXPECT_THAT(arguments, ::testing::IsSupersetOf({"-m", "m", "--lora", "a",
                                                  "--chat-template-file", "t",
                                                  "--jinja"}));
}

constexpr std::uint64_t kGibibyte = std::uint64_t{1} << 30;

TEST(GgufArguments, ServeOneConversationWithAllOfTheContext) {
  const auto words =
      GgufArguments("/m/x.gguf", 5 * kGibibyte,
                    {.cores = 4, .available_bytes = 12 * kGibibyte});
  EXPECT_EQ(After(words, "-m"), "/m/x.gguf");
  EXPECT_EQ(After(words, "-c"), "8192");
  EXPECT_EQ(After(words, "-np"), "1");
  EXPECT_THAT(words, ::testing::Contains("--jinja"));
}

TEST(GgufArguments, TakeASmallerContextWhereMemoryIsShort) {
  const auto context = [](std::uint64_t available) {
    return After(GgufArguments("m", 5 * kGibibyte,
                               {.cores = 4, .available_bytes = available}),
                 "-c");
  };
  EXPECT_EQ(context(7 * kGibibyte), "8192");
  EXPECT_EQ(context(7 * kGibibyte - 1), "4096");
  EXPECT_EQ(context(1), "4096");
  EXPECT_EQ(context(0), "8192") << "it can't be told";
}

TEST(GgufArguments, LeaveACoreToTheDesktopWhileAnAnswerIsWritten) {
  const auto threads = [](int cores, const char* flag) {
    return After(GgufArguments("m", 0, {.cores = cores, .available_bytes = 0}),
                 flag);
  };
  EXPECT_EQ(threads(8, "-t"), "7");
  EXPECT_EQ(threads(8, "-tb"), "8");
  EXPECT_EQ(threads(1, "-t"), "1");
  EXPECT_EQ(threads(1, "-tb"), "1");
}

}  // namespace
}  // namespace aii::model
