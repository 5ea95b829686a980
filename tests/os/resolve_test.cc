#include "os/resolve.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tests/support/killed_at.h"
#include "tests/support/temp_dir.h"

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

// spec R1
TEST_F(ResolveTest, TakesTheFirstHitOfTheSearchPath) {  // resolve-001
  Make("/usr/bin/ls");
  Make("/bin/ls");
  EXPECT_EQ(Find("ls", absl::StrCat(root_, "/usr/bin:", root_, "/bin")),
            "/usr/bin/ls");
}

// spec R1
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

// spec R2
TEST_F(ResolveTest, DropsTrailingSlashesOfAnEntry) {  // resolve-010
  Make("/usr/bin/ls");
  const auto found = Resolve("ls", root_ + "/usr/bin//");
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->path, root_ + "/usr/bin/ls");
  EXPECT_EQ(found->name, "ls");
  EXPECT_FALSE(found->given_relative);
}

// spec R1
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

// Opening a device can do something, and opening a FIFO waits.
TEST_F(ResolveTest, OpensNothing) {
  Make("/dev/tool");
  std::filesystem::create_directories(root_ + "/bin");
  std::filesystem::create_symlink(root_ + "/dev/tool", root_ + "/bin/link");
  ASSERT_EQ(::mkfifo((root_ + "/bin/fifo").c_str(), 0755), 0);
  const std::string path = root_ + "/dev:" + root_ + "/bin";
  for (const int call : {SYS_openat, SYS_openat2}) {
    const testing::KilledAt end = testing::RunUntil(call, [&] {
      for (const char* name : {"tool", "link", "fifo", "none", "./tool"}) {
        (void)Resolve(name, path);
      }
      (void)IdentityOf(root_ + "/bin/fifo");
    });
    if (end == testing::KilledAt::kUnsupported) GTEST_SKIP() << "no seccomp";
    EXPECT_EQ(end, testing::KilledAt::kNeverGotThere);
  }
}

// spec R2, R3
TEST_F(ResolveTest,
       KeepsThePathOfALinkAndKnowsItsEnd) {  // resolve-015, resolve-016
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

// spec R1
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

TEST_F(ResolveTest,
       KeepsAnAbsolutePathAsItWasGiven) {  // resolve-020, resolve-021
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
  EXPECT_EQ(Find("", bin), "");
  EXPECT_EQ(Find(absl::string_view("ls\0.sh", 6), bin), "");  // resolve-028
  EXPECT_EQ(Find(bin + std::string("/ls\0.sh", 7), ""), "");
  EXPECT_EQ(Find(std::string(300, 'x'), bin), "");
}

TEST_F(ResolveTest, FindsNothingWhereARelativePathNamesADirectory) {
  Make("/repo/ls");
  for (const char* given : {"ls/", "./ls/", "./ls/.", "ls//", "./", "./."}) {
    EXPECT_FALSE(Resolve(given, "").has_value()) << given;
  }
  EXPECT_EQ(Find("./ls", ""), "/repo/ls");
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

// What execvp(3) runs for `name`: each program prints its path. "" where there
// is none.
std::string ExecvpRuns(const std::string& name, const std::string& path) {
  std::array<int, 2> ends;
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return "?";
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::setenv("PATH", path.c_str(), 1);
    std::string word = name;
    std::array<char*, 2> argv = {word.data(), nullptr};
    ::execvp(word.c_str(), argv.data());
    ::_exit(127);
  }
  ::close(ends[1]);
  std::array<char, 4096> line{};
  const ssize_t got = ::read(ends[0], line.data(), line.size());
  ::close(ends[0]);
  ::waitpid(child, nullptr, 0);
  return std::string(line.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
}

// Four directories, each with something, or nothing, of the name "t".
class GeneratedTree {
 public:
  GeneratedTree(const std::string& root, unsigned seed) : random_(seed) {
    for (int d = 0; d < 4; ++d) {
      directories_.push_back(absl::StrCat(root, "/d", d));
      std::filesystem::create_directories(directories_.back());
    }
    for (const std::string& directory : directories_) Put(directory + "/t");
  }

  std::string SearchPath() const { return absl::StrJoin(directories_, ":"); }
  bool has_fifo() const { return has_fifo_; }
  bool has_loop() const {
    return std::any_of(directories_.begin(), directories_.end(),
                       [](const std::string& directory) {
                         struct stat info = {};
                         return ::stat((directory + "/t").c_str(), &info) !=
                                    0 &&
                                errno == ELOOP;
                       });
  }

 private:
  unsigned Pick(unsigned n) { return static_cast<unsigned>(random_() % n); }

  static void PutFile(const std::string& path, mode_t mode) {
    std::ofstream(path) << "#!/bin/sh\nprintf %s \"$0\"\n";
    ::chmod(path.c_str(), mode);
  }

  void Put(const std::string& path) {
    switch (Pick(7)) {
      case 0:
        return PutFile(path, 0755);
      case 1:
        return PutFile(path, 0644);
      case 2:
        std::filesystem::create_directories(path);
        return;
      case 3:
        has_fifo_ = true;
        EXPECT_EQ(::mkfifo(path.c_str(), 0755), 0);
        return;
      case 4:
        std::filesystem::create_symlink(directories_[Pick(4)] + "/t", path);
        return;
      case 5:
        PutFile(path + ".real", 0755);
        std::filesystem::create_symlink("t.real", path);
        return;
      default:
        return;
    }
  }

  std::mt19937 random_;
  std::vector<std::string> directories_;
  bool has_fifo_ = false;
};

TEST_F(ResolveTest, AgreesWithExecvpAndBashOnGeneratedTrees) {
  const bool bash = ::access("/bin/bash", X_OK) == 0;
  for (unsigned number = 0; number < 100; ++number) {
    const GeneratedTree tree(absl::StrCat(root_, "/tree", number), number);
    const std::string path = tree.SearchPath();
    const auto found = Resolve("t", path);
    const std::string ours = found.has_value() ? found->path : "";
    // A link that leads to itself ends the C library's search.
    if (!tree.has_loop()) {
      EXPECT_EQ(ours, ExecvpRuns("t", path)) << path;
    }
    // To bash a FIFO that may be executed is a program.
    if (!bash || tree.has_fifo()) continue;
    std::string bashs = BashFinds("t", path);
    // Where nothing can be executed, bash names the first file that can't.
    if (::access(bashs.c_str(), X_OK) != 0) bashs.clear();
    EXPECT_EQ(ours, bashs) << path;
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

TEST(RealPath, FollowsLinksToTheirEnd) {
  const testing::TempDir folder;
  const std::string real = folder.Write("file", "x");
  std::filesystem::create_symlink("file", folder.File("link"));
  std::filesystem::create_symlink("none", folder.File("broken"));
  EXPECT_EQ(RealPath(folder.File("link")),
            std::filesystem::canonical(real).string());
  EXPECT_EQ(RealPath(folder.File("broken")), std::nullopt);
}

TEST(WorkingDirectory, IsWhereThisProcessIs) {
  EXPECT_EQ(WorkingDirectory(), std::filesystem::current_path().string());
}

}  // namespace
}  // namespace aii::os
