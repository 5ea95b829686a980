#include "model/private_server.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/temp_dir.h"

namespace aii::model {
namespace {

using ::aii::testing::NamesIn;
using ::aii::testing::TempDir;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::unique_ptr<PrivateServer> Start(const TempDir& folder,
                                     const std::string& mode,
                                     absl::Duration limit = absl::Minutes(1)) {
  auto server = PrivateServer::Start({.program = AII_FAKE_MODEL_SERVER,
                                      .arguments = {mode},
                                      .runtime_dir = folder.path(),
                                      .start_limit = limit});
  EXPECT_TRUE(server.ok()) << server.status();
  return server.ok() ? *std::move(server) : nullptr;
}

absl::Status WaitReady(PrivateServer& server, const base::Cancel& cancel = {}) {
  return server.WaitReady(base::MonotonicClock(), cancel);
}

// spec B9
TEST(PrivateServer, IsReadyOnASocketThatOnlyThisUserReaches) {
  const TempDir folder;
  const auto server = Start(folder, "ready");
  EXPECT_TRUE(WaitReady(*server).ok());
  struct stat info = {};
  ASSERT_EQ(::lstat(server->socket_path().c_str(), &info), 0);
  EXPECT_TRUE(S_ISSOCK(info.st_mode));
  const auto parent =
      std::filesystem::path(server->socket_path()).parent_path();
  ASSERT_EQ(::stat(parent.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700u);
  EXPECT_EQ(info.st_uid, ::geteuid());
  EXPECT_EQ(parent.parent_path(), folder.path());
}

TEST(PrivateServer, WaitsWhileTheModelIsLoading) {
  const TempDir folder;
  const auto server = Start(folder, "loading");
  EXPECT_TRUE(WaitReady(*server).ok());
}

// spec B9
TEST(PrivateServer, EndsItsServerAndRemovesItsFolder) {
  const TempDir folder;
  for (const char* mode : {"ready", "idle", "stubborn", "silent", "mute"}) {
    SCOPED_TRACE(mode);
    auto server = Start(folder, mode);
    const pid_t pid = server->pid();
    EXPECT_THAT(NamesIn(folder.path()), SizeIs(1));
    server.reset();
    EXPECT_THAT(NamesIn(folder.path()), IsEmpty());
    // Reaped: it is no child any more, and nobody leads its group.
    EXPECT_EQ(::waitpid(pid, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
    EXPECT_EQ(::kill(-pid, 0), -1);
  }
}

TEST(PrivateServer, EndsAServerThatIsReadyStubbornOrNot) {
  const TempDir folder;
  for (const char* mode : {"ready", "stubborn"}) {
    SCOPED_TRACE(mode);
    auto server = Start(folder, mode);
    EXPECT_TRUE(WaitReady(*server).ok());
    server.reset();
    EXPECT_THAT(NamesIn(folder.path()), IsEmpty());
  }
}

TEST(PrivateServer, QuotesTheLastLineOfAServerThatEnded) {
  const TempDir folder;
  const absl::Status status = WaitReady(*Start(folder, "broken"));
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(status.message(), "cannot open the model");
}

TEST(PrivateServer, SaysThatAServerEndedWithoutAWord) {
  const TempDir folder;
  const absl::Status status = WaitReady(*Start(folder, "mute"));
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(status.message(), "the server ended without a word");
}

TEST(PrivateServer, GivesUpOnAServerThatIsNeverReady) {
  const TempDir folder;
  for (const char* mode : {"idle", "silent"}) {
    SCOPED_TRACE(mode);
    const auto server = Start(folder, mode, absl::Milliseconds(100));
    EXPECT_EQ(WaitReady(*server).code(), absl::StatusCode::kDeadlineExceeded);
  }
}

TEST(PrivateServer, StopsWaitingWhenCancelled) {
  const TempDir folder;
  for (const char* mode : {"idle", "silent", "loading"}) {
    SCOPED_TRACE(mode);
    auto source = base::CancelSource::Create();
    ASSERT_TRUE(source.ok());
    const auto server = Start(folder, mode, absl::InfiniteDuration());
    std::thread trigger([&] {
      absl::SleepFor(absl::Milliseconds(30));
      (*source)->Trigger(base::CancelReason::kInterrupt);
    });
    EXPECT_EQ(WaitReady(*server, (*source)->token()).code(),
              absl::StatusCode::kCancelled);
    trigger.join();
  }
}

TEST(PrivateServer, LeavesNothingWhereTheProgramIsMissing) {
  const TempDir folder;
  const auto server = PrivateServer::Start(
      {.program = "/nonexistent/server", .runtime_dir = folder.path()});
  EXPECT_EQ(server.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(NamesIn(folder.path()), IsEmpty());
}

TEST(PrivateServer, NamesTheFolderThatCanNotBeMade) {
  const auto server = PrivateServer::Start(
      {.program = AII_FAKE_MODEL_SERVER, .runtime_dir = "/nonexistent"});
  EXPECT_THAT(std::string(server.status().message()),
              HasSubstr("cannot make a folder '/nonexistent/aii-"));
}

TEST(PrivateServer, FindsRoomForItsSocketWhereTheFolderHasALongName) {
  const TempDir folder;
  const std::string deep = folder.File(std::string(200, 'd'));
  ASSERT_EQ(::mkdir(deep.c_str(), 0700), 0);
  const auto server = PrivateServer::Start({.program = AII_FAKE_MODEL_SERVER,
                                            .arguments = {"ready"},
                                            .runtime_dir = deep});
  ASSERT_TRUE(server.ok()) << server.status();
  EXPECT_TRUE(WaitReady(**server).ok());
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

}  // namespace
}  // namespace aii::model
