#include "cli/environment.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace aii::cli {
namespace {

Environment Read(const std::map<std::string, std::string>& variables) {
  return ReadEnvironment([&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

TEST(ReadEnvironment, HasADefaultForEverythingThatIsUnset) {
  const Environment environment = Read({});
  EXPECT_EQ(environment.home, "");
  EXPECT_EQ(environment.search_path, "/usr/bin:/bin:/usr/sbin:/sbin");
  EXPECT_EQ(environment.data_home, "");
  EXPECT_EQ(environment.runtime_dir, "");
  EXPECT_EQ(environment.temporary_dir, "/tmp");
  EXPECT_EQ(environment.llama_server, "");
  EXPECT_EQ(environment.keep, "");
  EXPECT_EQ(environment.start_limit, "");
  EXPECT_EQ(environment.model, "");
  EXPECT_FALSE(environment.no_color);
}

TEST(ReadEnvironment, TakesWhatIsSet) {
  const Environment environment = Read({{"HOME", "/home/x"},
                                        {"PATH", "/opt/bin"},
                                        {"XDG_RUNTIME_DIR", "/run/user/7"},
                                        {"AII_MODEL", "embedded"},
                                        {"AII_LLAMA_SERVER", "./server"},
                                        {"AII_KEEP", "0"},
                                        {"AII_START_LIMIT", "9"},
                                        {"NO_COLOR", "1"}});
  EXPECT_EQ(environment.home, "/home/x");
  EXPECT_EQ(environment.search_path, "/opt/bin");
  EXPECT_EQ(environment.data_home, "/home/x/.local/share");
  EXPECT_EQ(environment.runtime_dir, "/run/user/7");
  EXPECT_EQ(environment.model, "embedded");
  EXPECT_EQ(environment.llama_server, "./server");
  EXPECT_EQ(environment.keep, "0");
  EXPECT_EQ(environment.start_limit, "9");
  EXPECT_TRUE(environment.no_color);
}

TEST(ReadEnvironment, KeepsAnEmptyPathEmpty) {
  EXPECT_EQ(Read({{"PATH", ""}}).search_path, "");
}

TEST(ReadEnvironment, CountsARelativeDirectoryAsUnset) {
  const Environment environment = Read({{"HOME", "home/x"},
                                        {"XDG_DATA_HOME", "data"},
                                        {"XDG_RUNTIME_DIR", "run"},
                                        {"TMPDIR", "/var/tmp"}});
  EXPECT_EQ(environment.home, "");
  EXPECT_EQ(environment.data_home, "");
  EXPECT_EQ(environment.runtime_dir, "");
  EXPECT_EQ(environment.temporary_dir, "/var/tmp");
}

TEST(ReadEnvironment, KnowsADumbTerminal) {
  EXPECT_TRUE(Read({{"TERM", "dumb"}}).no_color);
  EXPECT_TRUE(Read({{"TERM", "dumb"}}).dumb_terminal);
  EXPECT_TRUE(Read({}).dumb_terminal);
  EXPECT_FALSE(Read({{"TERM", "xterm"}}).dumb_terminal);
  EXPECT_FALSE(Read({{"TERM", "xterm"}, {"NO_COLOR", ""}}).no_color);
}

}  // namespace
}  // namespace aii::cli
