#include "model/server_log.h"

#include <sys/stat.h>

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/temp_dir.h"

namespace aii::model {
namespace {

using ::aii::testing::Slurp;
using ::aii::testing::TempDir;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::IsEmpty;

TEST(LastLines, AreTheLastOnesThatSaySomething) {
  EXPECT_THAT(LastLines("", 5), IsEmpty());
  EXPECT_THAT(LastLines("\n \t\n\r\n", 5), IsEmpty());
  EXPECT_THAT(LastLines("a\nb\n\n c \n", 2), ElementsAre("b", "c"));
  EXPECT_THAT(LastLines("1%\r2%\rend", 9), ElementsAre("1%", "2%", "end"));
  EXPECT_THAT(LastLines("a\n", 0), IsEmpty());
}

TEST(LastLines, AreCut) {
  EXPECT_THAT(LastLines(std::string(1000, 'x'), 1),
              ElementsAre(std::string(kMaxQuotedBytes, 'x')));
}

TEST(ServerLog, HoldsWhatWasWrittenForThisUserAlone) {
  const TempDir folder;
  auto log = ServerLog::Create(folder.File("log"));
  ASSERT_TRUE(log.ok()) << log.status();
  EXPECT_EQ(log->Tail(), "");
  log->Append("one\n");
  log->Append("two\n");
  EXPECT_EQ(log->Tail(), "one\ntwo\n");
  EXPECT_EQ(Slurp(folder.File("log")), "one\ntwo\n");
  struct stat info = {};
  ASSERT_EQ(::stat(folder.File("log").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
}

TEST(ServerLog, NeverGrowsOverItsLimit) {
  const TempDir folder;
  auto log = ServerLog::Create(folder.File("log"));
  ASSERT_TRUE(log.ok()) << log.status();
  const std::string piece(16384, 'x');
  for (std::size_t total = 0; total < 3 * kMaxLogBytes; total += piece.size()) {
    log->Append(piece);
    ASSERT_LE(Slurp(folder.File("log")).size(), kMaxLogBytes);
  }
  log->Append("the end");
  EXPECT_GT(Slurp(folder.File("log")).size(), kMaxLogBytes / 4);
  EXPECT_THAT(log->Tail(), EndsWith("xxthe end"));
  EXPECT_EQ(log->Tail().size(), 4096u);
  log->Append(std::string(2 * kMaxLogBytes, 'y'));
  EXPECT_LE(Slurp(folder.File("log")).size(), kMaxLogBytes);
  EXPECT_THAT(log->Tail(), EndsWith("yyy"));
}

TEST(ServerLog, IsMadeAnew) {
  const TempDir folder;
  const auto log = ServerLog::Create(folder.Write("log", "of another"));
  EXPECT_EQ(log.status().code(), absl::StatusCode::kAlreadyExists);
}

}  // namespace
}  // namespace aii::model
