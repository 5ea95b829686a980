#include "store/allow_file.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/unique_fd.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "policy/defaults.h"
#include "tests/support/allow_files.h"
#include "tests/support/temp_dir.h"
#include "tests/support/without_root.h"

namespace aii::store {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;
using testing::kGitStatus;
using testing::NamesIn;
using testing::Slurp;
using testing::TempDir;
using testing::Words;
using testing::WordsOf;
using testing::WriteAllow;

struct ParseCase {
  const char* says;  // reads after "ParseAllowText"
  std::string text;
  std::vector<Words> rules;
  std::vector<std::string> warnings;
};

std::string Skipping(int line) {
  return absl::StrCat("F: skipping malformed line ", line);
}

// spec A4, A5
TEST(ParseAllowText, FollowsTheFormat) {
  const std::vector<ParseCase> cases = {
      {"gives no rule for an empty text", "", {}, {}},
      {"config-file-003: ignores comments and blank lines",
       "# nothing\n\n   \n",
       {},
       {}},
      {"config-file-005: gives what is written", "cat\n", {{"cat"}}, {}},
      {"needs no final newline", "ls\ngit log", {{"ls"}, {"git", "log"}}, {}},
      {"lex-003: removes quotes",
       "'git' \"status\"\n",
       {{"git", "status"}},
       {}},
      {"lex-006: keeps an empty word", "git ''\n", {{"git", ""}}, {}},
      {"lex-020: takes # for a comment at the line start only",
       "  # git push\n",
       {{"#", "git", "push"}},
       {}},
      {"lex-021: knows no comment after words",
       "ls # only here\n",
       {{"ls", "#", "only", "here"}},
       {}},
      {"lex-023: skips an unterminated quote",
       "git 'status\nls\n",
       {{"ls"}},
       {Skipping(1)}},
      {"lex-025: skips a lone trailing backslash",
       "ls\ngit \\\n",
       {{"ls"}},
       {Skipping(2)}},
      {"lex-026: joins no lines", "git \\\npush\n", {{"push"}}, {Skipping(1)}},
      {"lex-028: skips a line with a NUL",
       std::string("git\0status\nls\n", 14),
       {{"ls"}},
       {Skipping(1)}},
      {"lex-030: tolerates a byte order mark",
       "\xEF\xBB\xBFls\npwd\n",
       {{"ls"}, {"pwd"}},
       {}},
      {"tolerates it before a comment", "\xEF\xBB\xBF# x\nls\n", {{"ls"}}, {}},
      {"lex-031: tolerates CRLF",
       "git status\r\n\r\nls\r\n",
       {{"git", "status"}, {"ls"}},
       {}},
      {"lex-035: ends no line at U+2028",
       "ls\xE2\x80\xA8rm\n",
       {{"ls\xE2\x80\xA8rm"}},
       {}},
      {"lex-038: keeps a rule that can never match",
       "/usr/bin/git status\n",
       {{"/usr/bin/git", "status"}},
       {}},
      {"lex-040: knows a rule in another spelling",
       "ls -l\n'ls' \"-l\"\n",
       {{"ls", "-l"}},
       {}},
      {"lex-041: skips a line that is too long",
       "git " + std::string(1 << 20, 'a') + "\nls\n",
       {{"ls"}},
       {Skipping(1)}},
      {"skips an empty program name", "'' x\nls\n", {{"ls"}}, {Skipping(1)}},
      {"skips what is not UTF-8", "git \xFF\nls\n", {{"ls"}}, {Skipping(1)}},
      {"counts blank lines and comments", "#\n\n'x\n", {}, {Skipping(3)}},
  };
  for (const ParseCase& c : cases) {
    SCOPED_TRACE(c.says);
    const LoadedRules loaded = ParseAllowText(c.text, "F");
    EXPECT_EQ(loaded.source, AllowSource::kFile);
    EXPECT_THAT(WordsOf(loaded.rules), ElementsAreArray(c.rules));
    EXPECT_THAT(loaded.warnings, ElementsAreArray(c.warnings));
  }
}

TEST(ParseAllowText, RemembersTheLineOfARule) {
  const LoadedRules loaded = ParseAllowText("# x\nls\n\ngit log\n", "F");
  ASSERT_EQ(loaded.rules.rules().size(), 2u);
  EXPECT_EQ(loaded.rules.rules()[0].line, 2);
  EXPECT_EQ(loaded.rules.rules()[1].line, 4);
  EXPECT_EQ(loaded.rules.rules()[1].origin, policy::RuleOrigin::kFile);
}

TEST(ParseAllowText, BoundsItsWarnings) {
  std::string text;
  for (int i = 0; i < kMaxLineWarnings + 5; ++i) text += "'\n";
  const LoadedRules loaded = ParseAllowText(text + "ls\n", "F");
  ASSERT_EQ(loaded.warnings.size(),
            static_cast<std::size_t>(kMaxLineWarnings) + 1);
  EXPECT_EQ(loaded.warnings.back(), "F: skipping 5 more malformed lines");
  EXPECT_THAT(WordsOf(loaded.rules), ElementsAre(Words{"ls"}));
}

// spec A1
TEST(AllowFilePath, IsFixedBelowTheHome) {
  // config-file-028
  ::setenv("XDG_CONFIG_HOME", "/srv/repo/.xdg", 1);
  EXPECT_EQ(AllowFilePath("/home/ada"), "/home/ada/.config/aii/allow");
  ::unsetenv("XDG_CONFIG_HOME");
  EXPECT_EQ(AllowFilePath("/home/ada//"), "/home/ada/.config/aii/allow");
  EXPECT_EQ(AllowFilePath("/"), "/.config/aii/allow");
  for (const char* home : {"", "home/ada", ".", "~"}) {
    EXPECT_EQ(AllowFilePath(home), "") << home;
  }
}

// config-file-001
TEST(LoadAllowFile, GivesTheDefaultsWhereThereIsNoFileAndWritesNothing) {
  const TempDir dir;
  for (const std::string& path :
       {dir.File("allow"), dir.File("none/allow"), std::string()}) {
    const LoadedRules loaded = LoadAllowFile(path);
    EXPECT_EQ(loaded.source, AllowSource::kNoFile);
    EXPECT_EQ(WordsOf(loaded.rules), WordsOf(policy::DefaultRules()));
    EXPECT_THAT(loaded.warnings, IsEmpty());
  }
  EXPECT_THAT(NamesIn(dir.path()), IsEmpty());
}

// spec A2
TEST(LoadAllowFile, GivesTheFileAndNothingElse) {
  const TempDir dir;
  EXPECT_THAT(LoadAllowFile(WriteAllow(dir, "")).rules.rules(), IsEmpty());
  const std::string path = WriteAllow(dir, "git status\n'\n");
  const LoadedRules loaded = LoadAllowFile(path);
  EXPECT_EQ(loaded.source, AllowSource::kFile);
  EXPECT_THAT(WordsOf(loaded.rules), ElementsAre(kGitStatus));
  EXPECT_THAT(loaded.warnings,
              ElementsAre(path + ": skipping malformed line 2"));
}

// config-file-030
// spec A6
TEST(LoadAllowFile, GivesRulesThatALaterEditDoesNotChange) {
  const TempDir dir;
  const LoadedRules loaded = LoadAllowFile(WriteAllow(dir, "ls\n"));
  WriteAllow(dir, "rm\n");
  EXPECT_THAT(WordsOf(loaded.rules), ElementsAre(Words{"ls"}));
}

void ExpectUnreadable(const std::string& path) {
  const LoadedRules loaded = LoadAllowFile(path);
  EXPECT_EQ(loaded.source, AllowSource::kUnreadable);
  EXPECT_EQ(WordsOf(loaded.rules), WordsOf(policy::DefaultRules()));
  EXPECT_THAT(loaded.warnings,
              ElementsAre("cannot read " + path + "; using built-in defaults"));
}

// config-file-006
// spec A10
TEST(LoadAllowFile, WarnsAndGivesTheDefaultsWhereItCannotRead) {
  const TempDir dir;
  ASSERT_EQ(::chmod(dir.path().c_str(), 0777), 0);
  const testing::WithoutRoot nobody;
  ExpectUnreadable(WriteAllow(dir, "rm\n", 0000));
  ExpectUnreadable(dir.File("allow/below"));
}

TEST(LoadAllowFile, ReadsNoFileThatIsTooLarge) {
  const TempDir dir;
  const std::string path = WriteAllow(dir, "rm\n");
  ASSERT_EQ(::truncate(path.c_str(), kMaxAllowFileBytes + 1), 0);
  ExpectUnreadable(path);
}

// Decision 26: no rule at all, and not opened for anything.
void ExpectUntrusted(const std::string& path) {
  SCOPED_TRACE(path);
  const LoadedRules loaded = LoadAllowFile(path);
  EXPECT_EQ(loaded.source, AllowSource::kUntrusted);
  EXPECT_THAT(loaded.rules.rules(), IsEmpty());
  EXPECT_THAT(loaded.warnings,
              ElementsAre(path + " is not private (chmod go-w it); asking "
                                 "about every command"));
  for (const AllowAccess access : {AllowAccess::kRead, AllowAccess::kAppend}) {
    const OpenedAllowFile opened = OpenAllowFile(path, access);
    EXPECT_EQ(opened.source, AllowSource::kUntrusted);
    EXPECT_FALSE(opened.fd.valid());
    EXPECT_EQ(opened.reason.message(), "'" + path + "' is not private");
  }
}

// spec A10
TEST(LoadAllowFile, TrustsNoFileThatOthersCanWrite) {
  const TempDir dir;
  for (const mode_t mode : {0620u, 0602u, 0666u, 0777u, 0020u}) {
    SCOPED_TRACE(mode);
    const std::string path = WriteAllow(dir, "rm\n", mode);
    ExpectUntrusted(path);
    ASSERT_EQ(::chmod(path.c_str(), 0600), 0);
    EXPECT_EQ(Slurp(path), "rm\n");
  }
  for (const mode_t mode : {0600u, 0644u, 0444u, 0755u}) {
    EXPECT_EQ(LoadAllowFile(WriteAllow(dir, "ls\n", mode)).source,
              AllowSource::kFile)
        << mode;
  }
}

TEST(LoadAllowFile, TrustsNoFileOfSomebodyElse) {
  struct stat shell = {};
  ASSERT_EQ(::stat("/bin/sh", &shell), 0);
  if (::geteuid() != 0 && shell.st_uid == ::geteuid()) {
    GTEST_SKIP() << "every file here is one's own, as in the Nix sandbox";
  }
  const TempDir dir;
  ASSERT_EQ(::chmod(dir.path().c_str(), 0777), 0);
  if (::geteuid() == 0) {
    const std::string path = WriteAllow(dir, "rm\n", 0644);
    ASSERT_EQ(::chown(path.c_str(), 12345, 12345), 0);
    ExpectUntrusted(path);
    // Also where reading it would fail anyway.
    ASSERT_EQ(::chmod(path.c_str(), 0600), 0);
    const testing::WithoutRoot nobody;
    ExpectUntrusted(path);
  } else {
    EXPECT_EQ(LoadAllowFile("/bin/sh").source, AllowSource::kUntrusted);
  }
}

// config-file-008
TEST(LoadAllowFile, TrustsNothingButARegularFileAndNeverBlocks) {
  const TempDir dir;
  ASSERT_EQ(::mkfifo(dir.File("fifo").c_str(), 0600), 0);
  ASSERT_EQ(::mkdir(dir.File("directory").c_str(), 0700), 0);
  const base::UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  dir.File("socket").copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(socket.get(), reinterpret_cast<sockaddr*>(&address),
                   sizeof address),
            0);
  for (const char* name : {"fifo", "directory", "socket"}) {
    ExpectUntrusted(dir.File(name));
  }
}

}  // namespace
}  // namespace aii::store
