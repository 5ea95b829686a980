#include "model/private_server.h"

#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "model/server_folder.h"
#include "os/local_socket.h"
#include "tests/support/temp_dir.h"

namespace aii::model {
namespace {

using ::aii::testing::NamesIn;
using ::aii::testing::TempDir;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

class PrivateServerTest : public ::testing::Test {
 protected:
  ~PrivateServerTest() override {
    const auto stopped = StopPrivateServers(root_, {});
    EXPECT_TRUE(stopped.ok()) << stopped.status();
    EXPECT_THAT(NamesIn(folder_.path()), ::testing::ElementsAre("m.gguf"));
  }

  PrivateServerOptions Options(const std::string& mode,
                               absl::Duration keep = absl::Minutes(5)) const {
    return {.files = {model_},
            .program = AII_FAKE_MODEL_SERVER,
            .arguments = {mode},
            .root = root_,
            .supervisor_program = AII_MODEL_SUPERVISOR,
            .keep = keep,
            .start_limit = absl::Minutes(1)};
  }

  std::unique_ptr<PrivateServer> Start(const PrivateServerOptions& options) {
    auto server = PrivateServer::Start(options, {});
    EXPECT_TRUE(server.ok()) << server.status();
    return server.ok() ? *std::move(server) : nullptr;
  }

  // Whether all is gone, within a minute.
  bool IsEmptySoon() const {
    for (int i = 0; i < 6000 && std::filesystem::exists(root_); ++i) {
      absl::SleepFor(absl::Milliseconds(10));
    }
    return !std::filesystem::exists(root_);
  }

  const TempDir folder_;
  const std::string root_ = folder_.File("aii");
  const std::string model_ = folder_.Write("m.gguf", "GGUF");
};

absl::Status WaitReady(PrivateServer& server, const base::Cancel& cancel = {}) {
  return server.WaitReady(base::MonotonicClock(), cancel);
}

// spec B9
TEST_F(PrivateServerTest, IsReadyOnASocketThatOnlyThisUserReaches) {
  const auto server = Start(Options("ready"));
  EXPECT_TRUE(WaitReady(*server).ok());
  struct stat info = {};
  ASSERT_EQ(::lstat(server->socket_path().c_str(), &info), 0);
  EXPECT_TRUE(S_ISSOCK(info.st_mode));
  auto parent = std::filesystem::path(server->socket_path()).parent_path();
  for (; parent != folder_.path(); parent = parent.parent_path()) {
    ASSERT_EQ(::stat(parent.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0700u);
    EXPECT_EQ(info.st_uid, ::geteuid());
  }
}

TEST_F(PrivateServerTest, WaitsWhileTheModelIsLoading) {
  EXPECT_TRUE(WaitReady(*Start(Options("loading"))).ok());
}

// spec B16
TEST_F(PrivateServerTest, IsKeptForTheNextUse) {
  ASSERT_TRUE(WaitReady(*Start(Options("ready"))).ok());
  // Such a server could not be started: it is the first one that answers.
  auto second = Options("ready");
  second.program = "/nonexistent/server";
  EXPECT_TRUE(WaitReady(*Start(second)).ok());
}

// spec B16
TEST_F(PrivateServerTest, IsOneForAModelAndAnotherForAnother) {
  const auto first = Start(Options("ready"));
  const auto same = Start(Options("ready"));
  EXPECT_EQ(first->socket_path(), same->socket_path());
  (void)folder_.Write("m.gguf", "GGUF, and changed");
  const auto changed = Start(Options("ready"));
  EXPECT_NE(first->socket_path(), changed->socket_path());
}

// spec B9
TEST_F(PrivateServerTest, EndsWithItsOnlyUserWhereItIsNotToBeKept) {
  for (const char* mode : {"ready", "idle", "stubborn", "silent", "mute"}) {
    SCOPED_TRACE(mode);
    const auto server = Start(Options(mode, absl::ZeroDuration()));
  }
  EXPECT_TRUE(IsEmptySoon());
}

TEST_F(PrivateServerTest, HasEndedWhenTheUseOfOneThatIsNotKeptIsOver) {
  for (const char* mode : {"ready", "stubborn"}) {
    SCOPED_TRACE(mode);
    auto server = Start(Options(mode, absl::ZeroDuration()));
    ASSERT_TRUE(WaitReady(*server).ok());
    server.reset();
    EXPECT_FALSE(std::filesystem::exists(root_));
  }
}

TEST_F(PrivateServerTest, LivesAsLongAsSomebodyUsesIt) {
  auto first = Start(Options("ready", absl::ZeroDuration()));
  const auto second = Start(Options("ready", absl::ZeroDuration()));
  first.reset();
  EXPECT_TRUE(WaitReady(*second).ok());
}

// spec B16
TEST_F(PrivateServerTest, EndsWhenItsKeepTimeIsOver) {
  ASSERT_TRUE(WaitReady(*Start(Options("ready", absl::Seconds(1)))).ok());
  EXPECT_TRUE(IsEmptySoon());
}

// spec B19
TEST_F(PrivateServerTest, QuotesTheLastLinesOfAServerThatEnded) {
  const absl::Status status = WaitReady(*Start(Options("broken")));
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), StartsWith("exit status 1\n"));
  EXPECT_THAT(std::string(status.message()),
              ::testing::EndsWith("\ncannot open the model"));
  EXPECT_TRUE(IsEmptySoon());
}

TEST_F(PrivateServerTest, SaysHowAServerEndedThatWroteNothing) {
  const absl::Status status = WaitReady(*Start(Options("mute")));
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(status.message(), "exit status 0");
}

// spec B19
TEST_F(PrivateServerTest, GivesUpOnAServerThatIsNeverReadyAndEndsIt) {
  for (const char* mode : {"idle", "silent"}) {
    SCOPED_TRACE(mode);
    auto options = Options(mode);
    options.start_limit = absl::Milliseconds(100);
    const auto server = Start(options);
    const absl::Status status = WaitReady(*server);
    EXPECT_EQ(status.code(), absl::StatusCode::kDeadlineExceeded);
    EXPECT_EQ(status.message(), "it is not ready after 100ms");
    EXPECT_TRUE(IsEmptySoon());
  }
}

TEST_F(PrivateServerTest, StopsWaitingWhenCancelled) {
  for (const char* mode : {"idle", "silent", "loading"}) {
    SCOPED_TRACE(mode);
    auto source = base::CancelSource::Create();
    ASSERT_TRUE(source.ok());
    auto options = Options(mode, absl::ZeroDuration());
    options.start_limit = absl::InfiniteDuration();
    const auto server = Start(options);
    std::thread trigger([&] {
      absl::SleepFor(absl::Milliseconds(10));
      (*source)->Trigger(base::CancelReason::kInterrupt);
    });
    EXPECT_EQ(WaitReady(*server, (*source)->token()).code(),
              absl::StatusCode::kCancelled);
    trigger.join();
  }
}

TEST_F(PrivateServerTest, SaysThatTheProgramCanNotBeRun) {
  auto options = Options("ready");
  options.program = "/nonexistent/server";
  const auto server = PrivateServer::Start(options, {});
  EXPECT_THAT(std::string(server.status().message()),
              StartsWith("cannot run '/nonexistent/server': No such file"));
}

TEST_F(PrivateServerTest, NamesTheModelThatIsMissing) {
  auto options = Options("ready");
  options.files = {folder_.File("none.gguf")};
  const auto server = PrivateServer::Start(options, {});
  EXPECT_EQ(server.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(server.status().message()), HasSubstr("none.gguf"));
}

// spec B18
TEST_F(PrivateServerTest, UsesNoFolderThatIsOpenToOthers) {
  ASSERT_EQ(::mkdir(root_.c_str(), 0700), 0);
  ASSERT_EQ(::chmod(root_.c_str(), 0755), 0);
  EXPECT_EQ(PrivateServer::Start(Options("ready"), {}).status().code(),
            absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(StopPrivateServers(root_, {}).status().code(),
            absl::StatusCode::kPermissionDenied);
  EXPECT_THAT(NamesIn(root_), IsEmpty());
  ASSERT_EQ(::rmdir(root_.c_str()), 0);
}

// spec B16
TEST_F(PrivateServerTest, StartsOneWhereMoreThanOneBeginAtOnce) {
  constexpr int kUsers = 8;
  std::vector<std::thread> users;
  std::vector<std::string> sockets(kUsers);
  for (int i = 0; i < kUsers; ++i) {
    users.emplace_back([&, i] {
      const auto server = PrivateServer::Start(Options("ready"), {});
      ASSERT_TRUE(server.ok()) << server.status();
      EXPECT_TRUE(WaitReady(**server).ok());
      sockets[static_cast<std::size_t>(i)] = (*server)->socket_path();
    });
  }
  for (std::thread& user : users) user.join();
  EXPECT_THAT(sockets, ::testing::Each(sockets[0]));
  EXPECT_THAT(KeysIn(root_), SizeIs(1));
}

TEST_F(PrivateServerTest, ReplacesWhatAKilledSupervisorLeft) {
  const auto key = ServerKey({{model_}});
  ASSERT_TRUE(key.ok());
  const ServerPaths paths = PathsOf(root_, *key);
  ASSERT_TRUE(MakePrivate(root_).ok());
  ASSERT_TRUE(MakePrivate(paths.folder).ok());
  for (const std::string& file : {paths.control, paths.socket, paths.log}) {
    (void)folder_.Write("aii/" + *key + file.substr(paths.folder.size()), "x");
  }
  EXPECT_TRUE(WaitReady(*Start(Options("ready"))).ok());
}

TEST_F(PrivateServerTest, TellsItsUserThatItWasStopped) {
  const auto server = Start(Options("loading"));
  const auto stopped = StopPrivateServers(root_, {});
  ASSERT_TRUE(stopped.ok()) << stopped.status();
  EXPECT_EQ(*stopped, 1);
  const absl::Status status = WaitReady(*server);
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(status.message(), "it was told to end");
}

// spec B21
TEST_F(PrivateServerTest, IsStartedAnewWhereItEndedAfterItWasReady) {
  const auto server = Start(Options("ready"));
  ASSERT_TRUE(WaitReady(*server).ok());
  EXPECT_FALSE(server->ended());
  const std::string path = server->socket_path();
  ASSERT_TRUE(StopPrivateServers(root_, {}).ok());
  EXPECT_TRUE(server->ended());
  EXPECT_TRUE(WaitReady(*server).ok());
  EXPECT_FALSE(server->ended());
  EXPECT_EQ(server->socket_path(), path);
  EXPECT_EQ(*StopPrivateServers(root_, {}), 1);
}

// spec B17
TEST_F(PrivateServerTest, StopsEveryServerAndCountsThem) {
  ASSERT_TRUE(WaitReady(*Start(Options("ready"))).ok());
  (void)folder_.Write("m.gguf", "GGUF, and changed");
  ASSERT_TRUE(WaitReady(*Start(Options("stubborn"))).ok());
  const auto stopped = StopPrivateServers(root_, {});
  ASSERT_TRUE(stopped.ok()) << stopped.status();
  EXPECT_EQ(*stopped, 2);
  EXPECT_FALSE(std::filesystem::exists(root_));
  EXPECT_EQ(*StopPrivateServers(root_, {}), 0);
}

}  // namespace
}  // namespace aii::model
