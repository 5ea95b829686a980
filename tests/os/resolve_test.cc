#include "os/resolve.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace aii::os {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A folder with programs; the working directory is in it while it lives.
class ResolveTest : public ::testing::Test {
 protected:
  ResolveTest() : before_(std::filesystem::current_path()) {
    std::string name = ::testing::TempDir() + "aii-resolve-XXXXXX";
    root_ = std::filesystem::canonical(::mkdtemp(name.data()));
    std::filesystem::create_directories(root_ + "/repo");
    std::filesystem::current_path(root_ + "/repo");
  }
  ~ResolveTest() override {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(root_);
  }

  void Make(const std::string& path, mode_t mode = 0755) {
    const std::string whole = root_ + path;
    std::filesystem::create_directories(
        std::filesystem::path(whole).parent_path());
    std::ofstream(whole) << "#!/bin/sh\n";
    ::chmod(whole.c_str(), mode);
  }

  // The path found, without the root; "" where nothing was.
  std::string Find(absl::string_view executable, const std::string& path) {
    const auto found = Resolve(executable, path);
    if (!found.has_value()) return "";
    EXPECT_EQ(found->path.substr(0, root_.size()), root_);
    return found->path.substr(root_.size());
  }

  std::filesystem::path before_;
  std::string root_;
};

TEST_F(ResolveTest, TakesTheFirstHitOfTheSearchPath) {  // resolve-001
  Make("/usr/bin/ls");
  Make("/bin/ls");
  EXPECT_EQ(Find("ls", absl::StrCat(root_, "/usr/bin:", root_, "/bin")),
            "/usr/bin/ls");
}

TEST_F(ResolveTest, SkipsEntriesThatAreNotAbsolute) {
  Make("/usr/bin/ls");
  for (const char* path :
       {"/repo/ls", "/repo/bin/ls", "/repo/x/ls", "/y/ls", "/repo/~/bin/ls"}) {
    Make(path);
  }
  const std::string absolute = absl::StrCat(root_, "/usr/bin");
  for (const char* entries : {
           ":",                // resolve-003
           ".:bin:./x:../y:",  // resolve-005
           "~/bin:",           // resolve-006
       }) {
    EXPECT_EQ(Find("ls", absl::StrCat(entries, absolute)), "/usr/bin/ls")
        << entries;
  }
  EXPECT_EQ(Find("ls", ""), "");  // resolve-008
}

TEST_F(ResolveTest, DropsTrailingSlashesOfAnEntry) {  // resolve-010
  Make("/usr/bin/ls");
  const auto found = Resolve("ls", root_ + "/usr/bin//");
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->path, root_ + "/usr/bin/ls");
  EXPECT_EQ(found->name, "ls");
  EXPECT_FALSE(found->given_relative);
}

TEST_F(ResolveTest, PassesOverWhatIsNoExecutableRegularFile) {
  std::filesystem::create_directories(root_ + "/a/ls");  // resolve-011
  std::filesystem::create_directories(root_ + "/b");
  ASSERT_EQ(::mkfifo((root_ + "/b/ls").c_str(), 0755), 0);  // resolve-013
  Make("/c/ls", 0644);
  Make("/bin/ls");
  EXPECT_EQ(Find("ls", absl::StrCat(root_, "/a:", root_, "/b:", root_,
                                    "/c:", root_, "/bin")),
            "/bin/ls");
}

TEST_F(ResolveTest, KeepsThePathOfALinkAndKnowsItsEnd) {  // resolve-015, -016
  Make("/dev/tool-1.2");
  std::filesystem::create_directories(root_ + "/bin");
  std::filesystem::create_symlink(root_ + "/dev/tool-1.2", root_ + "/bin/t");
  const auto found = Resolve(root_ + "/bin/t", "");
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->path, root_ + "/bin/t");
  EXPECT_EQ(found->name, "t");
  EXPECT_EQ(found->final_name, "tool-1.2");
  EXPECT_EQ(found->identity, IdentityOf(root_ + "/dev/tool-1.2"));
}

TEST_F(ResolveTest, MakesARelativePathAbsoluteAndSaysSo) {  // resolve-018
  Make("/repo/build/ls");
  Make("/other/ls");
  for (const char* given : {"./build/ls", "build/ls", ".//./build/ls"}) {
    const auto found = Resolve(given, "/usr/bin");
    ASSERT_TRUE(found.has_value()) << given;
    EXPECT_EQ(found->path, root_ + "/repo/build/ls");
    EXPECT_TRUE(found->given_relative);
  }
  EXPECT_EQ(Find("../other/ls", ""), "/repo/../other/ls");
}

TEST_F(ResolveTest, KeepsAnAbsolutePathAsItWasGiven) {  // resolve-020, -021
  Make("/bin/ls");
  EXPECT_EQ(Find(root_ + "/bin/../bin/ls", ""), "/bin/../bin/ls");
  EXPECT_EQ(Find(root_ + "//bin/./ls", ""), "//bin/./ls");
}

TEST_F(ResolveTest, FindsNothingForWhatIsNoProgram) {
  Make("/bin/ls");
  const std::string bin = root_ + "/bin";
  EXPECT_EQ(Find(bin, ""), "");    // resolve-025
  EXPECT_EQ(Find("..", bin), "");  // resolve-026
  EXPECT_EQ(Find(".", bin), "");
  EXPECT_EQ(Find(" ls\n", bin), "");   // resolve-030
  EXPECT_EQ(Find("ls -la", bin), "");  // resolve-031
  EXPECT_EQ(Find("./ls", bin), "");
  EXPECT_EQ(Find(bin + "/ls/", ""), "");
}

// In a child, which gives up root where it has it: root can search everything.
TEST_F(ResolveTest, PassesOverADirectoryThatCannotBeSearched) {
  Make("/closed/ls");
  Make("/bin/ls");
  ::chmod(root_.c_str(), 0755);
  ::chmod((root_ + "/closed").c_str(), 0);
  const std::string path = absl::StrCat(root_, "/closed:", root_, "/bin");
  const pid_t child = ::fork();
  if (child == 0) {
    if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(3);
    ::_exit(Find("ls", path) == "/bin/ls" ? 0 : 1);  // resolve-033
  }
  int status = -1;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  ::chmod((root_ + "/closed").c_str(), 0700);
  EXPECT_EQ(status, 0);
}

TEST_F(ResolveTest, FindsNothingRelativeInADeletedDirectory) {
  Make("/gone/ls");
  std::filesystem::current_path(root_ + "/gone");
  std::filesystem::remove_all(root_ + "/gone");
  EXPECT_FALSE(Resolve("./ls", "").has_value());
  EXPECT_TRUE(Resolve("sh", "/bin").has_value());
}

TEST_F(ResolveTest, SeesThatAProgramChanged) {
  Make("/bin/t");
  const auto before = IdentityOf(root_ + "/bin/t");
  ASSERT_TRUE(before.has_value());
  EXPECT_EQ(IdentityOf(root_ + "/bin/t"), before);
  ::chmod((root_ + "/bin/t").c_str(), 0700);
  EXPECT_NE(IdentityOf(root_ + "/bin/t"), before);
  EXPECT_FALSE(IdentityOf(root_ + "/bin/none").has_value());
}

// What bash finds for `name`, told of absolute entries only.
std::string BashFinds(const std::string& name, const std::string& path) {
  const std::string command =
      absl::StrCat("PATH='", path, "' /bin/bash -c 'type -P \"", name, "\"'");
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return "?";
  std::array<char, 4096> line{};
  const bool got = std::fgets(line.data(), line.size(), pipe) != nullptr;
  ::pclose(pipe);
  std::string found = got ? line.data() : "";
  if (!found.empty()) found.pop_back();
  return found;
}

TEST_F(ResolveTest, AgreesWithBashOnGeneratedTrees) {
  if (::access("/bin/bash", X_OK) != 0) GTEST_SKIP() << "there is no bash";
  std::mt19937 random(7);
  const auto pick = [&](int n) {
    return static_cast<int>(random() % static_cast<unsigned>(n));
  };
  for (int tree = 0; tree < 40; ++tree) {
    const std::string base = absl::StrCat("/tree", tree);
    std::vector<std::string> entries;
    for (int d = 0; d < 4; ++d) {
      const std::string folder = absl::StrCat(base, "/d", d);
      std::filesystem::create_directories(root_ + folder);
      switch (pick(5)) {
        case 0:
          Make(folder + "/t");
          break;
        case 1:
          Make(folder + "/t", 0644);
          break;
        case 2:
          std::filesystem::create_directories(root_ + folder + "/t");
          break;
        case 3:
          std::filesystem::create_symlink(
              absl::StrCat(root_, base, "/d", pick(4), "/t"),
              root_ + folder + "/t");
          break;
        default:
          break;
      }
      entries.push_back(root_ + folder);
    }
    const std::string path = absl::StrJoin(entries, ":");
    const auto found = Resolve("t", path);
    std::string bash = BashFinds("t", path);
    // Where nothing can be executed, bash names the first file that can't.
    if (::access(bash.c_str(), X_OK) != 0) bash.clear();
    EXPECT_EQ(found.has_value() ? found->path : "", bash) << path;
  }
}

TEST(SearchDirectories, KeepsAbsoluteEntriesInOrder) {
  EXPECT_THAT(SearchDirectories("/b:/a/:.:c::/b"),
              ElementsAre("/b", "/a", "/b"));
  EXPECT_THAT(SearchDirectories("/"), ElementsAre(""));
  EXPECT_THAT(SearchDirectories(""), IsEmpty());
}

TEST(JoinPath, DropsWhatMeansNothingAndKeepsDotDot) {
  EXPECT_EQ(JoinPath("/srv/repo", "./a//b/."), "/srv/repo/a/b");
  EXPECT_EQ(JoinPath("/", "a"), "/a");
  EXPECT_EQ(JoinPath("/srv", "../a"), "/srv/../a");
}

}  // namespace
}  // namespace aii::os
