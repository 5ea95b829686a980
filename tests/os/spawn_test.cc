#include "os/spawn.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

namespace aii::os {
namespace {

using ::testing::HasSubstr;

// Reads `fd` to its end.
std::string ReadAll(int fd) {
  std::string all;
  std::array<char, 4096> piece;
  for (;;) {
    const ssize_t got = ::read(fd, piece.data(), piece.size());
    if (got <= 0) return all;
    all.append(piece.data(), static_cast<std::size_t>(got));
  }
}

// What `script` prints when it is spawned; its raw wait status in `status`.
std::string RunScript(const std::string& script, int* status = nullptr,
                      bool limited = false) {
  std::array<int, 2> ends;
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return "no pipe";
  base::UniqueFd read_end(ends[0]);
  base::UniqueFd write_end(ends[1]);
  auto child = Spawn({.path = "/bin/sh",
                      .argv = {"sh", "-c", script},
                      .output_fd = write_end.get(),
                      .limit_resources = limited});
  if (!child.ok()) return std::string(child.status().message());
  write_end.Reset();
  std::string output = ReadAll(read_end.get());
  struct pollfd exit = {child->exit_fd(), POLLIN, 0};
  EXPECT_EQ(::poll(&exit, 1, 60000), 1);
  EXPECT_TRUE(child->HasExited());
  const int raw = child->Reap().value_or(-1);
  if (status != nullptr) *status = raw;
  return output;
}

// Runs `check` in a fork; its exit status.
int InChild(const std::function<int()>& check) {
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(check());
  int status = -1;
  EXPECT_EQ(::waitpid(pid, &status, 0), pid);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 100;
}

TEST(Spawn, GivesTheRawStatusAndTheOutput) {
  int status = -1;
  EXPECT_EQ(RunScript("echo out; echo err >&2; exit 5", &status), "out\nerr\n");
  EXPECT_EQ(ShellStatus(status), 5);
  RunScript("kill -TERM $$", &status);
  EXPECT_EQ(ShellStatus(status), 128 + SIGTERM);
}

// spec L4
TEST(Spawn, StartsASessionOfItsOwnWithoutInput) {
  EXPECT_EQ(
      RunScript("set -- $(cat /proc/$$/stat); "
                "[ $1 = $5 ] && [ $1 = $6 ] && echo leads; cat; echo end"),
      "leads\nend\n");
}

// spec L4
TEST(Spawn, LeavesNoDescriptorAboveTwo) {
  const base::UniqueFd inherited(::open("/dev/null", O_RDONLY));
  ASSERT_GT(inherited.get(), 2);
  EXPECT_EQ(RunScript("for n in 0 1 2 3 4 5 6 7 8 9 20; do "
                      "[ -e /proc/$$/fd/$n ] && echo $n; done; true"),
            "0\n1\n2\n");
}

TEST(Spawn, ResetsMaskAndDispositions) {
  EXPECT_EQ(InChild([] {
              sigset_t all;
              ::sigfillset(&all);
              ::sigprocmask(SIG_SETMASK, &all, nullptr);
              ::signal(SIGINT, SIG_IGN);
              ::signal(SIGPIPE, SIG_IGN);
              ::signal(SIGHUP, SIG_IGN);
              const std::string status =
                  RunScript("exec grep -E '^Sig(Blk|Ign)' /proc/self/status");
              return status ==
                             "SigBlk:\t0000000000000000\n"
                             "SigIgn:\t0000000000000000\n"
                         ? 0
                         : 1;
            }),
            0);
}

TEST(Spawn, KeepsTheMaskAndDispositionsOfItsOwnProcess) {
  sigset_t before;
  ::sigprocmask(SIG_SETMASK, nullptr, &before);
  RunScript("true");
  sigset_t after;
  ::sigprocmask(SIG_SETMASK, nullptr, &after);
  for (int signal = 1; signal < 32; ++signal) {
    EXPECT_EQ(::sigismember(&before, signal), ::sigismember(&after, signal));
  }
}

// spec L4
TEST(Spawn, InheritsDirectoryAndEnvironment) {
  ::setenv("AII_SPAWN_TEST", "kept", 1);
  EXPECT_EQ(RunScript("pwd -P; echo $AII_SPAWN_TEST"),
            absl::StrCat(std::filesystem::current_path().string(), "\nkept\n"));
  ::unsetenv("AII_SPAWN_TEST");
}

TEST(Spawn, WorksWhereStandardStreamsAreClosed) {
  for (int mask = 1; mask < 8; ++mask) {
    EXPECT_EQ(InChild([mask] {
                for (int fd = 0; fd < 3; ++fd) {
                  if ((mask >> fd & 1) != 0) ::close(fd);
                }
                return RunScript("echo out; echo err >&2; cat") == "out\nerr\n"
                           ? 0
                           : 1;
              }),
              0)
        << mask;
  }
}

TEST(Spawn, WorksWhereSigchldIsIgnored) {
  EXPECT_EQ(InChild([] {
              ::signal(SIGCHLD, SIG_IGN);
              int status = -1;
              RunScript("exit 6", &status);
              return ShellStatus(status);
            }),
            6);
}

TEST(Spawn, KeepsSomebodyElsesHandlerOfSigchld) {
  EXPECT_EQ(InChild([] {
              struct sigaction action = {};
              action.sa_handler = [](int) {};
              action.sa_flags = SA_NOCLDWAIT | SA_RESTART;
              ::sigaction(SIGCHLD, &action, nullptr);
              int status = -1;
              RunScript("exit 6", &status);
              struct sigaction after = {};
              ::sigaction(SIGCHLD, nullptr, &after);
              if (after.sa_handler != action.sa_handler) return 1;
              if ((after.sa_flags & SA_NOCLDWAIT) != 0) return 2;
              return ShellStatus(status);
            }),
            6);
}

TEST(Spawn, RefusesMemoryBeyondTheCap) {
  int status = 0;
  const std::string output =
      RunScript("exec dd if=/dev/zero of=/dev/null bs=1100M count=1", &status,
                /*limited=*/true);
  EXPECT_NE(ShellStatus(status), 0) << output;
}

TEST(Spawn, GivesTheNullDeviceWhereNoOutputIsWanted) {
  auto child = Spawn({.path = "/bin/sh",
                      .argv = {"sh", "-c",
                               "[ /dev/null -ef /proc/self/fd/1 ] && "
                               "[ /dev/null -ef /proc/self/fd/2 ] && "
                               "echo x && exit 4"}});
  ASSERT_TRUE(child.ok()) << child.status();
  struct pollfd exit = {child->exit_fd(), POLLIN, 0};
  ASSERT_EQ(::poll(&exit, 1, 60000), 1);
  EXPECT_EQ(ShellStatus(child->Reap().value_or(-1)), 4);
}

TEST(Spawn, LimitsMemoryAndCoreFiles) {
  EXPECT_EQ(RunScript("ulimit -c; ulimit -v", nullptr, /*limited=*/true),
            absl::StrCat("0\n", kMemoryCapBytes / 1024, "\n"));
}

struct FailureCase {
  const char* says;
  std::string path;
  std::string message;
};

TEST(Spawn, SaysExactlyWhyItFailed) {
  std::string name = ::testing::TempDir() + "aii-spawn-XXXXXX";
  const std::string folder = ::mkdtemp(name.data());
  std::ofstream(folder + "/odd") << "no program\n";
  ::chmod((folder + "/odd").c_str(), 0755);
  std::ofstream(folder + "/plain") << "#!/bin/sh\n";
  ::chmod((folder + "/plain").c_str(), 0644);
  std::ofstream(folder + "/lost") << "#!/nowhere/sh\n";
  ::chmod((folder + "/lost").c_str(), 0755);
  const std::vector<FailureCase> cases = {
      {"nothing there", folder + "/none", "No such file or directory"},
      {"no permission", folder + "/plain", "Permission denied"},
      {"no format that the kernel knows", folder + "/odd", "Exec format error"},
      {"an interpreter that is missing", folder + "/lost",
       "No such file or directory"},
  };
  for (const FailureCase& c : cases) {
    SCOPED_TRACE(c.says);
    const auto child = Spawn({.path = c.path, .argv = {"x"}});
    ASSERT_FALSE(child.ok());
    EXPECT_EQ(child.status().message(), c.message);
  }
  const auto large = Spawn(
      {.path = "/bin/true", .argv = {"true", std::string(4u << 20, 'x')}});
  ASSERT_FALSE(large.ok());
  EXPECT_EQ(large.status().message(), "Argument list too long");
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
  std::filesystem::remove_all(folder);
}

TEST(ChildProcess, EndsItsGroupWithItself) {
  pid_t pid = 0;
  {
    auto child =
        Spawn({.path = "/bin/sh", .argv = {"sh", "-c", "sleep 60 & sleep 60"}});
    ASSERT_TRUE(child.ok()) << child.status();
    EXPECT_FALSE(child->HasExited());
    EXPECT_FALSE(child->Reap().has_value());
    pid = child->pid();
  }
  EXPECT_EQ(::kill(pid, 0), -1);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
}

#ifdef __linux__
// spec B9
TEST(Spawn, LetsAChildEndWithAParentThatIsKilled) {
  std::array<int, 2> ends;
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  const base::UniqueFd read_end(ends[0]);
  base::UniqueFd write_end(ends[1]);
  EXPECT_EQ(InChild([&] {
              auto child = Spawn({.path = "/bin/sleep",
                                  .argv = {"sleep", "600"},
                                  .output_fd = write_end.get(),
                                  .end_with_parent = true});
              if (child.ok()) ::raise(SIGKILL);
              return 1;
            }),
            100);
  write_end.Reset();
  struct pollfd closed = {read_end.get(), POLLIN, 0};
  EXPECT_EQ(::poll(&closed, 1, 60000), 1) << "the child still has its output";
}
#endif

TEST(ChildProcess, CountsAsLostWhereSomebodyElseReapedIt) {
  auto child = Spawn({.path = "/bin/true", .argv = {"true"}});
  ASSERT_TRUE(child.ok()) << child.status();
  ASSERT_EQ(::waitpid(child->pid(), nullptr, 0), child->pid());
  EXPECT_TRUE(child->HasExited());
  const auto status = child->Reap();
  ASSERT_TRUE(status.has_value());
  EXPECT_EQ(ShellStatus(*status), 255);
}

TEST(ChildProcess, IsKilledAndForgottenWhenItIsAbandoned) {
  pid_t pid = 0;
  {
    auto child = Spawn({.path = "/bin/sleep", .argv = {"sleep", "60"}});
    ASSERT_TRUE(child.ok()) << child.status();
    pid = child->pid();
    child->Abandon();
    EXPECT_EQ(child->pid(), -1);
  }
  int status = 0;
  EXPECT_EQ(::waitpid(pid, &status, 0), pid) << "nobody else reaped it";
  EXPECT_TRUE(WIFSIGNALED(status));
}

TEST(ChildProcess, CanBeMoved) {
  auto child = Spawn({.path = "/bin/true", .argv = {"true"}});
  ASSERT_TRUE(child.ok()) << child.status();
  ChildProcess moved = *std::move(child);
  struct pollfd exit = {moved.exit_fd(), POLLIN, 0};
  ASSERT_EQ(::poll(&exit, 1, 60000), 1);
  EXPECT_EQ(moved.Reap(), 0);
}

}  // namespace
}  // namespace aii::os
