#include "model/server_folder.h"

#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/temp_dir.h"

namespace aii::model {
namespace {

using ::aii::testing::NamesIn;
using ::aii::testing::TempDir;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string InTmp() { return absl::StrCat("/tmp/aii-", ::geteuid()); }

TEST(ServerRoot, IsInTheRuntimeFolderOfThisUser) {
  const TempDir run;
  const TempDir tmp;
  EXPECT_EQ(ServerRoot(run.path(), tmp.path()), run.File("aii"));
  EXPECT_THAT(NamesIn(run.path()), IsEmpty());
}

TEST(ServerRoot, IsElsewhereWhereThatCanNotBe) {
  const TempDir run;
  const TempDir tmp;
  const std::string elsewhere = tmp.File(absl::StrCat("aii-", ::geteuid()));
  EXPECT_EQ(ServerRoot("", tmp.path()), elsewhere);
  EXPECT_EQ(ServerRoot("/nonexistent", tmp.path()), elsewhere);
  EXPECT_EQ(ServerRoot("/dev/null", tmp.path()), elsewhere);
  const std::string deep = run.File(std::string(100, 'd'));
  ASSERT_EQ(::mkdir(deep.c_str(), 0700), 0);
  EXPECT_EQ(ServerRoot(deep, tmp.path()), elsewhere) << "no room for a socket";
  EXPECT_EQ(ServerRoot("", deep), InTmp());
}

TEST(ServerRoot, IsNotWhereOthersCanExchangeIt) {
  const TempDir open;
  ASSERT_EQ(::chmod(open.path().c_str(), 0777), 0);
  EXPECT_EQ(ServerRoot(open.path(), open.path()), InTmp());
  ASSERT_EQ(::chmod(open.path().c_str(), 01777), 0);
  EXPECT_EQ(ServerRoot("", open.path()),
            open.File(absl::StrCat("aii-", ::geteuid())));
}

TEST(ServerRoot, IsNotInAStrangersRuntimeFolder) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
  const TempDir run;
  ASSERT_EQ(::chown(run.path().c_str(), 12345, 12345), 0);
  EXPECT_EQ(ServerRoot(run.path(), "/nonexistent"), InTmp());
}

TEST(ServerKey, IsOneForWhatTheFilesAreNow) {
  const TempDir folder;
  const std::string a = folder.Write("a.gguf", "a");
  const std::string b = folder.Write("b.gguf", "a");
  const auto key = ServerKey({{a}});
  ASSERT_TRUE(key.ok()) << key.status();
  EXPECT_EQ(key->size(), 16u);
  EXPECT_EQ(*key, *ServerKey({{a}}));
  EXPECT_NE(*key, *ServerKey({{b}}));
  EXPECT_NE(*key, *ServerKey({{a, b}}));
  std::filesystem::create_symlink(a, folder.File("link.gguf"));
  EXPECT_EQ(*key, *ServerKey({{folder.File("link.gguf")}}));
  const struct timeval times[2] = {{1, 0}, {1, 0}};
  ASSERT_EQ(::utimes(a.c_str(), times), 0);
  EXPECT_NE(*key, *ServerKey({{a}}));
}

TEST(ServerKey, NamesTheFileThatIsMissing) {
  const auto key = ServerKey({{"/nonexistent.gguf"}});
  EXPECT_EQ(key.status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(key.status().message(),
            "cannot open '/nonexistent.gguf': No such file or directory");
}

TEST(KeysIn, AreTheFoldersOfServers) {
  const TempDir root;
  EXPECT_THAT(KeysIn(root.path()), IsEmpty());
  EXPECT_THAT(KeysIn("/nonexistent"), IsEmpty());
  for (const char* name :
       {"0123456789abcdef", "aaaaaaaaaaaaaaaa", "0123", "xxxxxxxxxxxxxxxx"}) {
    ASSERT_EQ(::mkdir(root.File(name).c_str(), 0700), 0);
  }
  EXPECT_THAT(KeysIn(root.path()),
              ElementsAre("0123456789abcdef", "aaaaaaaaaaaaaaaa"));
}

TEST(CheckPrivate, WantsAFolderOfThisUserThatIsClosedToOthers) {
  const TempDir folder;
  const std::string own = folder.File("own");
  EXPECT_EQ(CheckPrivate(own).code(), absl::StatusCode::kNotFound);
  ASSERT_TRUE(MakePrivate(own).ok());
  EXPECT_TRUE(CheckPrivate(own).ok());
  EXPECT_TRUE(MakePrivate(own).ok()) << "it is there already";
  for (const mode_t mode : {0701u, 0710u, 0704u, 0777u}) {
    ASSERT_EQ(::chmod(own.c_str(), mode), 0);
    const absl::Status status = CheckPrivate(own);
    EXPECT_EQ(status.code(), absl::StatusCode::kPermissionDenied) << mode;
    EXPECT_THAT(std::string(status.message()), HasSubstr("is open to others"));
    EXPECT_EQ(MakePrivate(own).code(), absl::StatusCode::kPermissionDenied);
  }
  ASSERT_EQ(::chmod(own.c_str(), 0700), 0);
  std::filesystem::create_symlink(own, folder.File("link"));
  EXPECT_EQ(CheckPrivate(folder.File("link")).code(),
            absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(CheckPrivate(folder.Write("file", "")).code(),
            absl::StatusCode::kPermissionDenied);
}

TEST(CheckPrivate, RefusesAStrangers) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
  const TempDir folder;
  ASSERT_EQ(::chmod(folder.path().c_str(), 0700), 0);
  ASSERT_EQ(::chown(folder.path().c_str(), 12345, 12345), 0);
  const absl::Status status = CheckPrivate(folder.path());
  EXPECT_EQ(status.code(), absl::StatusCode::kPermissionDenied);
  EXPECT_THAT(std::string(status.message()), HasSubstr("is not yours"));
}

TEST(RootLock, IsHeldByOneAtATime) {
  const TempDir folder;
  const std::string root = folder.File("aii");
  {
    const auto lock = RootLock::Take(root, absl::ZeroDuration());
    ASSERT_TRUE(lock.ok()) << lock.status();
    EXPECT_EQ(RootLock::Take(root, absl::Milliseconds(20)).status().code(),
              absl::StatusCode::kUnavailable);
  }
  EXPECT_TRUE(RootLock::Take(root, absl::ZeroDuration()).ok());
  EXPECT_THAT(NamesIn(root), IsEmpty()) << "a lock leaves no file";
}

TEST(RemoveFolder, TakesTheRootWithTheLastServer) {
  const TempDir folder;
  const std::string root = folder.File("aii");
  const ServerPaths first = PathsOf(root, "0123456789abcdef");
  const ServerPaths second = PathsOf(root, "aaaaaaaaaaaaaaaa");
  ASSERT_TRUE(MakePrivate(root).ok());
  ASSERT_TRUE(MakePrivate(first.folder).ok());
  ASSERT_TRUE(MakePrivate(second.folder).ok());
  (void)folder.Write("aii/0123456789abcdef/log", "x");
  RemoveFolder(first);
  EXPECT_THAT(NamesIn(root), ElementsAre("aaaaaaaaaaaaaaaa"));
  RemoveFolder(second);
  EXPECT_THAT(NamesIn(folder.path()), IsEmpty());
}

}  // namespace
}  // namespace aii::model
