#include "store/allow_file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/unique_fd.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "os/atomic_file.h"
#include "policy/defaults.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/killed_at.h"
#include "tests/support/temp_dir.h"
#include "tests/support/umask.h"
#include "tests/support/without_root.h"

namespace aii::store {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using testing::FileSizeLimit;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::KilledAt;
using testing::ModeOf;
using testing::NamesIn;
using testing::RunUntil;
using testing::Slurp;
using testing::TempDir;
using testing::Umask;

using Words = std::vector<std::string>;

std::vector<Words> WordsOf(const policy::RuleSet& rules) {
  std::vector<Words> all;
  for (const policy::Rule& rule : rules.rules()) all.push_back(rule.words);
  return all;
}

// A file that only its owner can write, as a person has it.
std::string WriteAllow(const TempDir& dir, absl::string_view text,
                       mode_t mode = 0600) {
  // The one before may not be writable.
  (void)::unlink(dir.File("allow").c_str());
  std::string path = dir.Write("allow", text);
  EXPECT_EQ(::chmod(path.c_str(), mode), 0);
  return path;
}

const Words kGitStatus = {"git", "status"};
const Words kGitLog = {"git", "log"};

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

// Decision 26: no rule at all, and never written to.
void ExpectUntrusted(const std::string& path) {
  SCOPED_TRACE(path);
  const LoadedRules loaded = LoadAllowFile(path);
  EXPECT_EQ(loaded.source, AllowSource::kUntrusted);
  EXPECT_THAT(loaded.rules.rules(), IsEmpty());
  EXPECT_THAT(loaded.warnings,
              ElementsAre(path + " is not private (chmod go-w it); asking "
                                 "about every command"));
  const absl::Status saved = SaveRule(path, kGitStatus);
  EXPECT_EQ(saved.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(saved.message(), "'" + path + "' is not private");
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
    ASSERT_EQ(::unlink((path + ".lock").c_str()), 0);
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

// config-file-010: the lines; the second comment is in the spec's example, and
// the version is the build's.
Words SeededLines(const std::vector<std::string>& rules) {
  Words lines = {"# one rule per line: an argv prefix",
                 "ls",
                 "pwd",
                 "cat",
                 "head",
                 "tail",
                 "wc",
                 "date",
                 "whoami",
                 "uname",
                 "df",
                 "du",
                 "stat",
                 "file",
                 "which",
                 "ps",
                 "uptime",
                 "sw_vers"};
  lines.insert(lines.end(), rules.begin(), rules.end());
  lines.push_back("");  // after the last newline
  return lines;
}

void ExpectSeeded(const std::string& path,
                  const std::vector<std::string>& rules) {
  Words lines = absl::StrSplit(Slurp(path), '\n');
  ASSERT_FALSE(lines.empty());
  EXPECT_THAT(
      lines.front(),
      ::testing::MatchesRegex("# seeded from aii [0-9]+\\.[0-9]+(\\.[0-9]+)? "
                              "built-in defaults"));
  lines.erase(lines.begin());
  EXPECT_THAT(lines, ElementsAreArray(SeededLines(rules)));
}

// config-file-010 and config-file-023
// spec A7
TEST(SaveRule, SeedsAMissingFilePrivatelyWhateverTheUmask) {
  for (const mode_t mask : {0000u, 0022u, 0777u}) {
    SCOPED_TRACE(mask);
    const TempDir home;
    const std::string path = AllowFilePath(home.path());
    {
      const Umask umask(mask);
      ASSERT_TRUE(SaveRule(path, kGitStatus).ok());
    }
    ExpectSeeded(path, {"git status"});
    EXPECT_EQ(ModeOf(path), 0600u);
    EXPECT_EQ(ModeOf(home.File(".config")), 0700u);
    EXPECT_EQ(ModeOf(home.File(".config/aii")), 0700u);
    EXPECT_THAT(NamesIn(home.File(".config/aii")),
                ElementsAre("allow", "allow.lock"));
    EXPECT_EQ(LoadAllowFile(path).rules.rules().size(), 18u);
  }
}

TEST(SaveRule, SeedsADefaultOnce) {
  const TempDir dir;
  ASSERT_TRUE(SaveRule(dir.File("allow"), Words{"ls"}).ok());
  ExpectSeeded(dir.File("allow"), {});
}

struct SaveCase {
  const char* says;  // reads after "SaveRule"
  std::string before;
  Words words;
  std::string after;
};

// spec A8
TEST(SaveRule, AppendsOneLineAndKeepsTheRest) {
  const std::vector<SaveCase> cases = {
      {"config-file-013: keeps comments and order",
       "# mine\nls\n\n# more\ncat\n", kGitLog,
       "# mine\nls\n\n# more\ncat\ngit log\n"},
      {"config-file-015: adds no duplicate", "'git' status\n", kGitStatus,
       "'git' status\n"},
      {"config-file-016: quotes", "ls\n", {"git", "a b"}, "ls\ngit 'a b'\n"},
      {"fills an empty file without the defaults", "", kGitLog, "git log\n"},
      {"ends the last line first", "ls", kGitLog, "ls\ngit log\n"},
      {"adds a longer rule", "git\n", kGitLog, "git\ngit log\n"},
      {"adds a shorter rule", "git log\n", {"git"}, "git log\ngit\n"},
      {"goes after a malformed line", "git 'x", kGitLog, "git 'x\ngit log\n"},
  };
  for (const SaveCase& c : cases) {
    SCOPED_TRACE(c.says);
    const TempDir dir;
    const std::string path = WriteAllow(dir, c.before, 0640);
    ASSERT_TRUE(SaveRule(path, c.words).ok());
    EXPECT_EQ(Slurp(path), c.after);
    EXPECT_EQ(ModeOf(path), 0640u);
    EXPECT_TRUE(LoadAllowFile(path).rules.Contains(c.words));
  }
}

TEST(SaveRule, StoresExactlyTheseWordsOrNothing) {
  const std::vector<Words> storable = {
      {"#x"},       {"a b"},          {"git", ""},
      {"git", "#"}, {"x", "it's"},    {"x", "\"", "\\", "$HOME", "~", "*"},
      {"x", "\r"},  {"x", "\xC3\xA9"}};
  for (const Words& words : storable) {
    SCOPED_TRACE(absl::StrJoin(words, "|"));
    const TempDir dir;
    const std::string path = WriteAllow(dir, "");
    ASSERT_TRUE(SaveRule(path, words).ok());
    EXPECT_THAT(WordsOf(LoadAllowFile(path).rules), ElementsAre(words));
  }
  const std::vector<Words> refused = {{},
                                      {""},
                                      {"", "x"},
                                      {"x", "a\nb"},
                                      {"x", std::string("a\0b", 3)},
                                      {"x", "\xFF"},
                                      {"x", std::string(5000, 'y')}};
  for (const Words& words : refused) {
    SCOPED_TRACE(absl::StrJoin(words, "|"));
    const TempDir dir;
    EXPECT_EQ(SaveRule(dir.File("allow"), words).code(),
              absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(NamesIn(dir.path()), IsEmpty());
  }
}

// config-file-020
TEST(SaveRule, DoesNotBringBackARuleThatThePersonRemoved) {
  const TempDir dir;
  const std::string path = WriteAllow(dir, "ls\ngit push\n");
  const LoadedRules loaded = LoadAllowFile(path);
  WriteAllow(dir, "ls\n");
  ASSERT_TRUE(SaveRule(path, kGitLog).ok());
  EXPECT_EQ(Slurp(path), "ls\ngit log\n");
}

// config-file-021
TEST(SaveRule, WritesThroughALinkAndKeepsIt) {
  const TempDir dir;
  ASSERT_EQ(::mkdir(dir.File("dotfiles").c_str(), 0755), 0);
  const std::string target = dir.Write("dotfiles/allow", "ls\n");
  ASSERT_EQ(::chmod(target.c_str(), 0644), 0);
  ASSERT_EQ(::symlink("dotfiles/allow", dir.File("allow").c_str()), 0);
  ASSERT_TRUE(SaveRule(dir.File("allow"), kGitStatus).ok());
  EXPECT_EQ(Slurp(target), "ls\ngit status\n");
  struct stat info = {};
  ASSERT_EQ(::lstat(dir.File("allow").c_str(), &info), 0);
  EXPECT_TRUE(S_ISLNK(info.st_mode));
}

TEST(SaveRule, KeepsALinkToNothing) {
  const TempDir dir;
  ASSERT_EQ(::symlink("nothing", dir.File("allow").c_str()), 0);
  EXPECT_EQ(LoadAllowFile(dir.File("allow")).source, AllowSource::kNoFile);
  EXPECT_EQ(SaveRule(dir.File("allow"), kGitStatus).code(),
            absl::StatusCode::kAlreadyExists);
  EXPECT_THAT(NamesIn(dir.path()), ElementsAre("allow", "allow.lock"));
}

// config-file-025
TEST(SaveRule, SaysWhyItCannotWrite) {
  const TempDir home;
  ASSERT_EQ(::chmod(home.path().c_str(), 0555), 0);
  const testing::WithoutRoot nobody;
  const absl::Status status = SaveRule(AllowFilePath(home.path()), kGitStatus);
  EXPECT_EQ(status.message(),
            "cannot create '" + home.File(".config") + "': Permission denied");
}

TEST(SaveRule, SaysWhyItCannotAppend) {
  const TempDir dir;
  ASSERT_EQ(::chmod(dir.path().c_str(), 0777), 0);
  const testing::WithoutRoot nobody;
  const std::string path = WriteAllow(dir, "ls\n", 0400);
  EXPECT_EQ(SaveRule(path, kGitStatus).message(),
            "cannot open '" + path + "': Permission denied");
}

TEST(SaveRule, NeedsAnAbsolutePath) {
  EXPECT_EQ(SaveRule("", kGitStatus).code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(SaveRule("allow", kGitStatus).code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(SaveRule, LetsNoFileGrowBeyondWhatIsRead) {
  const TempDir dir;
  std::string text(kMaxAllowFileBytes - 5, '\n');
  const std::string path = WriteAllow(dir, text);
  EXPECT_EQ(SaveRule(path, kGitStatus).code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(Slurp(path), text);
}

// config-file-026
TEST(SaveRule, LeavesTheFileAsItWasWhenTheDiskIsFullAtAnyByte) {
  const TempDir dir;
  for (const std::string before : {"ls\n", "ls"}) {
    const std::string after = "ls\ngit status\n";
    for (std::size_t size = before.size(); size < after.size(); ++size) {
      SCOPED_TRACE(size);
      const std::string path = WriteAllow(dir, before);
      std::optional<FileSizeLimit> full(size);
      const absl::Status status = SaveRule(path, kGitStatus);
      full.reset();
      EXPECT_THAT(std::string(status.message()), HasSubstr("cannot write"));
      EXPECT_EQ(Slurp(path), before);
    }
    const std::string path = WriteAllow(dir, before);
    const FileSizeLimit enough(after.size());
    EXPECT_TRUE(SaveRule(path, kGitStatus).ok());
    EXPECT_EQ(Slurp(path), after);
  }
}

// config-file-011, for a disk that is full
TEST(SaveRule, SeedsAllOrNothingWhenTheDiskIsFullAtAnyByte) {
  const TempDir whole;
  ASSERT_TRUE(SaveRule(whole.File("allow"), kGitStatus).ok());
  const std::string text = Slurp(whole.File("allow"));
  for (std::size_t size = 0; size < text.size(); ++size) {
    SCOPED_TRACE(size);
    const TempDir dir;
    std::optional<FileSizeLimit> full(size);
    EXPECT_FALSE(SaveRule(dir.File("allow"), kGitStatus).ok());
    full.reset();
    EXPECT_THAT(NamesIn(dir.path()), ElementsAre("allow.lock"));
  }
}

// A file system that really is full: one page is left, of which the allow file
// has taken all but `room` bytes. Returns what is wrong; "" where nothing is.
std::string SaveWithRoomFor(const std::string& path, std::size_t room) {
  constexpr std::size_t kPage = 4096;
  std::string before = "ls\n#";
  before.append(kPage - room - before.size() - 1, 'x').append("\n");
  if (::truncate(path.c_str(), 0) != 0) return "cannot truncate";
  base::UniqueFd file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (::write(file.get(), before.data(), before.size()) !=
      static_cast<ssize_t>(before.size())) {
    return "cannot prepare";
  }
  const absl::Status status = SaveRule(path, kGitStatus);
  const std::string after = Slurp(path);
  const std::string added = "git status\n";
  if (room >= added.size()) {
    return status.ok() && after == before + added ? "" : "not saved";
  }
  if (status.ok()) return "claims to have saved";
  return after == before ? "" : "left a part";
}

// Exit code 77: no file system can be mounted here.
int SaveOnAFullDisk(const std::string& mount_point) {
  if (::mount("tmpfs", mount_point.c_str(), "tmpfs", 0, "size=64k,mode=0700") !=
      0) {
    return 77;
  }
  const std::string path = mount_point + "/allow";
  if (!SaveRule(path, kGitStatus).ok()) return 1;
  base::UniqueFd filler(::open((mount_point + "/filler").c_str(),
                               O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  const std::string block(4096, 'x');
  while (::write(filler.get(), block.data(), block.size()) > 0) {
  }
  for (std::size_t room = 0; room < 20; ++room) {
    const std::string fault = SaveWithRoomFor(path, room);
    if (fault.empty()) continue;
    std::fprintf(stderr, "with room for %zu bytes: %s\n", room, fault.c_str());
    return 2;
  }
  // Nor can a first file be made, and nothing is left of it.
  if (::unlink(path.c_str()) != 0) return 3;
  while (::write(filler.get(), block.data(), block.size()) > 0) {
  }
  if (SaveRule(path, kGitStatus).ok()) return 4;
  return NamesIn(mount_point) == Words{"allow.lock", "filler"} ? 0 : 5;
}

TEST(SaveRule, SavesAllOrNothingOnAFileSystemThatIsFullAtAnyByte) {
  const TempDir dir;
  const pid_t child = ::fork();
  if (child == 0) {
    // A mount name space of its own: the mount is gone with the process.
    if (::unshare(CLONE_NEWNS) != 0 ||
        ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
      ::_exit(77);
    }
    ::_exit(SaveOnAFullDisk(dir.path()));
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 77) GTEST_SKIP() << "mounting is not permitted";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

// A part of "git status" would be "git", which allows more. Torn as by a kill
// within write(2): the disk is full there, and the process dies before it cuts
// the part off.
// spec A8
TEST(SaveRule, WidensNothingWhenItIsTornAtAnyByte) {
  const TempDir dir;
  const std::size_t length = std::string("git status\n").size();
  for (const std::string before : {"ls\n", "ls"}) {
    for (std::size_t room = 1; room <= length; ++room) {
      SCOPED_TRACE(room);
      const std::string path = WriteAllow(dir, before);
      std::optional<FileSizeLimit> full(before.size() + room);
      const bool whole = before == "ls\n" && room == length;
      const KilledAt end = RunUntil(whole ? SYS_pwrite64 : SYS_ftruncate,
                                    [&] { (void)SaveRule(path, kGitStatus); });
      full.reset();
      if (end == KilledAt::kUnsupported) GTEST_SKIP() << "no seccomp here";
      ASSERT_EQ(end, KilledAt::kKilled);
      EXPECT_GT(Slurp(path).size(), before.size());
      const LoadedRules loaded = LoadAllowFile(path);
      EXPECT_THAT(WordsOf(loaded.rules), ElementsAre(Words{"ls"}));
      EXPECT_THAT(loaded.warnings, IsEmpty());

      // Nor does the next one, who ends the torn line.
      ASSERT_TRUE(SaveRule(path, kGitLog).ok());
      EXPECT_THAT(WordsOf(LoadAllowFile(path).rules),
                  ElementsAre(Words{"ls"}, kGitLog));
    }
  }
}

TEST(SaveRule, RemovesWhatOneThatWasKilledAtSeedingLeft) {
  const TempDir dir;
  const std::string path = dir.File("allow");
  const KilledAt end =
      RunUntil(SYS_renameat2, [&] { (void)SaveRule(path, kGitStatus); });
  if (end == KilledAt::kUnsupported) GTEST_SKIP() << "no seccomp here";
  ASSERT_EQ(end, KilledAt::kKilled);
  ASSERT_EQ(NamesIn(dir.path()).size(), 2u);
  EXPECT_EQ(LoadAllowFile(path).source, AllowSource::kNoFile);
  ASSERT_TRUE(SaveRule(path, kGitLog).ok());
  ExpectSeeded(path, {"git log"});
  EXPECT_THAT(NamesIn(dir.path()), ElementsAre("allow", "allow.lock"));
}

// config-file-018
// spec A8
TEST(SaveRule, LosesNothingOfTwoProcesses) {
  const TempDir dir;
  const std::string path = WriteAllow(dir, "ls\n");
  const pid_t child = ::fork();
  if (child == 0) ::_exit(SaveRule(path, kGitStatus).ok() ? 0 : 1);
  EXPECT_TRUE(SaveRule(path, kGitLog).ok());
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  const std::string text = Slurp(path);
  EXPECT_TRUE(text == "ls\ngit status\ngit log\n" ||
              text == "ls\ngit log\ngit status\n")
      << text;
}

TEST(SaveRule, GivesUpWhenTheLockIsKept) {
  const TempDir dir;
  const std::string path = WriteAllow(dir, "ls\n");
  const auto lock = os::FileLock::Acquire(path + ".lock");
  ASSERT_TRUE(lock.ok());
  EXPECT_EQ(SaveRule(path, kGitLog).code(),
            absl::StatusCode::kDeadlineExceeded);
  EXPECT_EQ(Slurp(path), "ls\n");
}

// A rule for the stress test, whose words vouch for each other.
Words StressRule(int number) {
  return {absl::StrCat("stress-", number), absl::StrCat(number)};
}

// Saves StressRule(number) and says each number that was confirmed on
// `confirm_fd`, until it is killed or has done `count` of them.
[[noreturn]] void SaveAway(const std::string& path, int confirm_fd, int first,
                           int count) {
  for (int number = first; number < first + count; ++number) {
    const Words words = StressRule(number);
    while (!SaveRule(path, words).ok()) {
    }
    // Less than PIPE_BUF: whole or not at all.
    const std::string line = absl::StrCat(number, "\n");
    if (::write(confirm_fd, line.data(), line.size()) < 0) ::_exit(1);
  }
  ::_exit(0);
}

// config-file-011
TEST(SaveRule, SeedsAllOrNothingWhenKilledAtAnyMoment) {
  const TempDir whole;
  ASSERT_TRUE(SaveRule(whole.File("allow"), kGitStatus).ok());
  const std::string text = Slurp(whole.File("allow"));
  int absent = 0;
  constexpr int kRounds = 60;
  for (int round = 0; round < kRounds; ++round) {
    const TempDir dir;
    const std::string path = dir.File("allow");
    const pid_t child = ::fork();
    if (child == 0) ::_exit(SaveRule(path, kGitStatus).ok() ? 0 : 1);
    ::usleep(static_cast<unsigned>(round) * 100);
    ::kill(child, SIGKILL);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    if (::access(path.c_str(), F_OK) != 0) {
      ++absent;
    } else {
      EXPECT_EQ(Slurp(path), text);
    }
    // What the killed one left is in nobody's way.
    EXPECT_TRUE(SaveRule(path, kGitStatus).ok());
    EXPECT_EQ(Slurp(path), text);
  }
  RecordProperty("killed_before_the_rename", absent);
}

int StressSize() {
  int saves = 0;
  const char* wanted = std::getenv("AII_STRESS_SAVES");
  return wanted != nullptr && absl::SimpleAtoi(wanted, &saves) ? saves : 10;
}

// Runs eight processes that save until each has had its `saves` numbers, and
// kills as many at random moments; a killed one is followed by the next, with
// fresh numbers. Returns what was confirmed.
std::set<int> RunStress(const std::string& path, int saves) {
  constexpr int kProcesses = 8;
  std::array<int, 2> ends = {-1, -1};
  EXPECT_EQ(::pipe(ends.data()), 0);
  const base::UniqueFd read_end(ends[0]);
  base::UniqueFd write_end(ends[1]);
  EXPECT_EQ(::fcntl(write_end.get(), F_SETPIPE_SZ, 1 << 20), 1 << 20);
  std::vector<pid_t> running;
  int started = 0;
  unsigned random = 1;
  const auto start = [&] {
    const int first = started++ * saves;
    const pid_t child = ::fork();
    if (child == 0) SaveAway(path, write_end.get(), first, saves);
    running.push_back(child);
  };
  for (int i = 0; i < kProcesses; ++i) start();
  int kills = saves;
  while (!running.empty()) {
    random = random * 1'103'515'245 + 12'345;
    ::usleep(1'000 + (random >> 16) % (static_cast<unsigned>(saves) * 3'000));
    if (kills-- > 0) {
      ::kill(running[(random >> 8) % running.size()], SIGKILL);
    }
    int status = 0;
    while (const pid_t ended = ::waitpid(-1, &status, WNOHANG)) {
      if (ended < 0) break;
      std::erase(running, ended);
      if (WIFSIGNALED(status)) start();
    }
  }
  write_end.Reset();
  std::string text;
  std::array<char, 4096> piece;
  for (ssize_t got; (got = ::read(read_end.get(), piece.data(), 4096)) > 0;) {
    text.append(piece.data(), static_cast<std::size_t>(got));
  }
  std::set<int> confirmed;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    int number = 0;
    if (absl::SimpleAtoi(line, &number)) confirmed.insert(number);
  }
  return confirmed;
}

// config-file-011 and config-file-018, with kills. AII_STRESS_SAVES sets how
// many rules each process saves.
TEST(SaveRule, LosesNoConfirmedRuleWhenManySaveAndSomeAreKilled) {
  const TempDir dir;
  const std::string path = dir.File("allow");
  const int saves = StressSize();
  const std::set<int> confirmed = RunStress(path, saves);
  EXPECT_GE(confirmed.size(), static_cast<std::size_t>(8 * saves));

  const LoadedRules loaded = LoadAllowFile(path);
  EXPECT_EQ(loaded.source, AllowSource::kFile);
  EXPECT_THAT(loaded.warnings, IsEmpty());
  for (const absl::string_view program : policy::DefaultPrograms()) {
    EXPECT_TRUE(loaded.rules.Contains(Words{std::string(program)}));
  }
  for (const int number : confirmed) {
    EXPECT_TRUE(loaded.rules.Contains(StressRule(number))) << number;
  }
  // What a killed one began is a comment, and every other line is a default or
  // a whole rule, each once.
  std::set<std::string> seen;
  const std::string text = Slurp(path);
  EXPECT_TRUE(absl::EndsWith(text, "\n"));
  for (const absl::string_view line :
       absl::StrSplit(absl::StripSuffix(text, "\n"), '\n')) {
    SCOPED_TRACE(line);
    if (absl::StartsWith(line, "#")) continue;
    EXPECT_TRUE(seen.emplace(line).second);
    if (policy::IsDefaultProgram(line)) continue;
    const std::vector<std::string> words = absl::StrSplit(line, ' ');
    int number = 0;
    EXPECT_TRUE(absl::SimpleAtoi(words.back(), &number));
    EXPECT_EQ(words, StressRule(number));
  }
  EXPECT_EQ(seen.size(), loaded.rules.rules().size());
  EXPECT_THAT(NamesIn(dir.path()), ElementsAre("allow", "allow.lock"));
}

// config-file-036
TEST(RemoveAllowFile, SaysWhetherThereWasOne) {
  const TempDir dir;
  const auto none = RemoveAllowFile(dir.File("none/allow"));
  ASSERT_TRUE(none.ok()) << none.status();
  EXPECT_FALSE(*none);
  EXPECT_FALSE(*RemoveAllowFile(""));
  EXPECT_THAT(NamesIn(dir.path()), IsEmpty());

  const std::string path = WriteAllow(dir, "rm\n");
  EXPECT_TRUE(*RemoveAllowFile(path));
  EXPECT_EQ(LoadAllowFile(path).source, AllowSource::kNoFile);
  EXPECT_FALSE(*RemoveAllowFile(path));
}

TEST(RemoveAllowFile, RemovesALinkAndNotItsTarget) {
  const TempDir dir;
  dir.Write("target", "ls\n");
  ASSERT_EQ(::symlink("target", dir.File("allow").c_str()), 0);
  EXPECT_TRUE(*RemoveAllowFile(dir.File("allow")));
  EXPECT_EQ(Slurp(dir.File("target")), "ls\n");
}

// Decision 28
TEST(RemoveAllowFile, NeverRemovesADirectory) {
  const TempDir dir;
  ASSERT_EQ(::mkdir(dir.File("allow").c_str(), 0700), 0);
  dir.Write("allow/file", "x");
  const auto removed = RemoveAllowFile(dir.File("allow"));
  EXPECT_FALSE(removed.ok());
  EXPECT_THAT(std::string(removed.status().message()),
              HasSubstr("cannot remove '"));
  EXPECT_EQ(Slurp(dir.File("allow/file")), "x");
}

}  // namespace
}  // namespace aii::store
