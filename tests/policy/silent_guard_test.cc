#include "policy/silent_guard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace aii::policy {
namespace {

using Words = std::vector<std::string>;

// A small world of files; what is not in it is missing.
base::FileKind ProbeWorld(const std::string& path) {
  using base::FileKind;
  static const auto* const kWorld = new std::map<std::string, FileKind>({
      {"notes.txt", FileKind::kRegular},
      {"src", FileKind::kDirectory},
      {"/dev/null", FileKind::kNullDevice},
      {"/dev/tty", FileKind::kDevice},
      {"/dev/zero", FileKind::kDevice},
      {"/dev/pts/3", FileKind::kDevice},
      {"/dev/watchdog", FileKind::kDevice},
      {"/dev/ttyS0", FileKind::kDevice},
      {"/dev/sda", FileKind::kDevice},
      {"queue", FileKind::kFifo},
      {"pipe", FileKind::kFifo},
      {"-x", FileKind::kFifo},
      {"socket", FileKind::kSocket},
      {"/proc", FileKind::kProcfs},
      {"/proc/self/environ", FileKind::kProcfs},
      {"/proc/7/fd/0", FileKind::kFifo},
      {"/proc/meminfo", FileKind::kRegular},
  });
  const auto found = kWorld->find(path);
  return found == kWorld->end() ? FileKind::kMissing : found->second;
}

struct GuardCase {
  const char* says;  // reads after "SilentGuard asks about" or "lets"
  const char* program;
  Words arguments;
};

void ExpectAsks(const std::vector<GuardCase>& cases) {
  for (const GuardCase& c : cases) {
    SCOPED_TRACE(c.says);
    EXPECT_TRUE(SilentGuard(c.program, c.arguments, ProbeWorld).has_value())
        << c.program << ' ' << ::testing::PrintToString(c.arguments);
  }
}

void ExpectLets(const std::vector<GuardCase>& cases) {
  for (const GuardCase& c : cases) {
    SCOPED_TRACE(c.says);
    EXPECT_EQ(SilentGuard(c.program, c.arguments, ProbeWorld), std::nullopt)
        << c.program << ' ' << ::testing::PrintToString(c.arguments);
  }
}

TEST(SilentGuard, LetsDateShowTimes) {
  ExpectLets({
      {"no argument", "date", {}},
      {"a format", "date", {"+%F"}},
      {"an empty format", "date", {"+"}},
      {"UTC", "date", {"-u"}},
      {"UTC after the format", "date", {"+%F", "-u"}},
      {"mail format", "date", {"-R"}},
      {"ISO", "date", {"-I"}},
      {"ISO with a precision", "date", {"-Iseconds"}},
      {"a cluster", "date", {"-uR"}},
      {"a date", "date", {"-d", "yesterday", "+%s"}},
      {"an attached date", "date", {"-dyesterday"}},
      {"an option as a date", "date", {"-d", "-s"}},
      {"defaults-safety-016: lines of a file", "date", {"-f", "notes.txt"}},
      {"a reference", "date", {"-r", "notes.txt"}},
      {"-j of BSD", "date", {"-j", "+%s"}},
      {"long forms", "date", {"--utc", "--iso-8601=ns", "--rfc-email"}},
      {"long forms with values", "date", {"--date=now", "--reference=src"}},
      {"abbreviations", "date", {"--univ", "--iso", "--da", "now"}},
      {"an abbreviation of three names for one thing", "date", {"--u"}},
      {"a format after --", "date", {"--", "+%s"}},
      {"seconds for -r of BSD", "date", {"-r", "0"}},
  });
}

TEST(SilentGuard, AsksBeforeDateMaySetTheClock) {
  ExpectAsks({
      {"-s", "date", {"-s", "2001-01-01"}},
      {"defaults-safety-013: --se=", "date", {"--se=2001-01-01"}},
      {"--set", "date", {"--set", "2001-01-01"}},
      {"-s attached", "date", {"-s2001-01-01"}},
      {"-us", "date", {"-us", "2001-01-01"}},
      {"-s after the format", "date", {"+%s", "-s", "2001-01-01"}},
      {"a time as operand", "date", {"010100002001"}},
      {"a time after --", "date", {"--", "010100002001"}},
      {"-s as operand", "date", {"--", "-s"}},
      {"a time beside a format", "date", {"+%s", "010100002001"}},
      {"an empty operand", "date", {""}},
      {"a lone hyphen", "date", {"-"}},
      {"defaults-safety-015: -f of BSD", "date", {"-f", "%Y", "2001"}},
      {"-f of BSD with a +TIME", "date", {"-f", "+%Y", "+%s", "+2001"}},
      {"-f of BSD with an option as time",
       "date",
       {"-f", "-d%Y", "+%s", "-d2001"}},
      {"-f of BSD with -- as time", "date", {"-f", "--", "+%s", "--"}},
      {"-v of BSD", "date", {"-v", "+1d"}},
      {"-n of BSD", "date", {"-n"}},
      {"an unknown option", "date", {"-q"}},
      {"an option of no list", "date", {"--debug"}},
      {"an ambiguous option", "date", {"--r"}},
      {"a format of no list", "date", {"--rfc-3339=date"}},
      {"an option without its value", "date", {"-d"}},
  });
}

TEST(SilentGuard, AsksAboutFilesThatDateOpens) {
  ExpectAsks({
      {"defaults-safety-018: the terminal", "date", {"-f", "/dev/tty"}},
      {"attached", "date", {"-f/dev/tty"}},
      {"in a cluster", "date", {"-uf/dev/tty"}},
      {"long", "date", {"--file=/dev/tty"}},
      {"abbreviated", "date", {"--fi", "/dev/tty"}},
      {"as reference", "date", {"-r", "queue"}},
      {"as long reference", "date", {"--ref=queue"}},
  });
  ExpectLets(
      {{"a device as date, which is not opened", "date", {"-d", "/dev/tty"}}});
}

TEST(SilentGuard, AsksBeforeFileWritesOrRuns) {
  ExpectAsks({
      {"defaults-safety-001: -C -m", "file", {"-C", "-m", "x"}},
      {"defaults-safety-003: -C -m through a link", "file", {"-C", "-m", "z"}},
      {"defaults-safety-005: a cluster", "file", {"-bCm", "x"}},
      {"defaults-safety-006: -z", "file", {"-z", "a.lz"}},
      {"-Z", "file", {"-Z", "a.lz"}},
      {"defaults-safety-008: -p", "file", {"-p", "t"}},
      {"defaults-safety-010: -m with a FIFO", "file", {"-m", "pipe", "t"}},
      {"defaults-safety-011: -m with an endless device",
       "file",
       {"-m", "/dev/zero", "t"}},
      {"-m attached", "file", {"-mx", "t"}},
      {"-s", "file", {"-s", "t"}},
      {"-f", "file", {"-f", "list"}},
      {"-M of macOS", "file", {"-M", "x", "t"}},
      {"an option after an operand", "file", {"t", "-z"}},
      {"--compile", "file", {"--compile"}},
      {"--magic-file", "file", {"--magic-file=x", "t"}},
      {"--uncompress abbreviated", "file", {"--unc", "t"}},
      {"--uncompress-noreport", "file", {"--uncompress-noreport", "t"}},
      {"--files-from", "file", {"--files-from", "list"}},
      {"--special-files", "file", {"--special-files", "t"}},
      {"--preserve-date", "file", {"--pres", "t"}},
      {"an unknown option", "file", {"--new-thing", "t"}},
      {"-f after what only some versions know",
       "file",
       {"--exclude-quiet", "-flist"}},
      {"a device", "file", {"/dev/sda"}},
      {"a FIFO after --", "file", {"--", "queue"}},
  });
}

TEST(SilentGuard, LetsFileLook) {
  ExpectLets({
      {"defaults-safety-046: a file", "file", {"t"}},
      {"harmless options", "file", {"-bikL", "--mime-type", "notes.txt"}},
      {"a separator that looks like an option", "file", {"-F", "-z", "t"}},
      {"an excluded test", "file", {"-e", "compress", "t"}},
      {"an option as operand", "file", {"--", "-z"}},
      {"-I and -d of macOS", "file", {"-Id", "t"}},
      {"-0", "file", {"-0N", "t"}},
  });
}

TEST(SilentGuard, AsksBeforeTailFollows) {
  ExpectAsks({
      {"-f", "tail", {"-f", "log"}},
      {"-F", "tail", {"-F", "log"}},
      {"a cluster", "tail", {"-qf", "log"}},
      {"--follow", "tail", {"--follow", "log"}},
      {"--follow with a value", "tail", {"--follow=name", "log"}},
      {"--follow abbreviated", "tail", {"--fol", "log"}},
      {"--retry", "tail", {"--retry", "log"}},
      {"--pid", "tail", {"--pid=7", "log"}},
      {"--pid abbreviated", "tail", {"--p", "7", "log"}},
      {"-f after the operand", "tail", {"log", "-f"}},
      {"-20f", "tail", {"-20f", "log"}},
      {"-20cf", "tail", {"-20cf", "log"}},
      {"-cf, which is the obsolete -10cf", "tail", {"-cf", "log"}},
      {"+20f of BSD", "tail", {"+20f", "log"}},
      {"-5F of BSD", "tail", {"-5F", "log"}},
      {"-b of BSD, whose value GNU reads as options", "tail", {"-bf", "log"}},
      {"an unknown option", "tail", {"--new-thing", "log"}},
  });
}

TEST(SilentGuard, LetsTailShowTheEnd) {
  ExpectLets({
      {"no argument", "tail", {}},
      {"lines", "tail", {"-n", "20", "notes.txt"}},
      {"lines from the start", "tail", {"-n", "+5", "notes.txt"}},
      {"obsolete lines", "tail", {"-20", "notes.txt"}},
      {"bytes", "tail", {"--bytes=10", "notes.txt"}},
      {"quiet with two names", "tail", {"--silent", "--quiet", "notes.txt"}},
      {"-r of BSD", "tail", {"-r", "notes.txt"}},
      {"a file named -f", "tail", {"-n5", "--", "--follow"}},
  });
}

TEST(SilentGuard, AsksAboutWhatIsNoPlainFile) {
  ExpectAsks({
      {"defaults-safety-020: an endless device", "tail", {"/dev/zero"}},
      {"defaults-safety-021: head of one", "head", {"-n", "-1", "/dev/zero"}},
      {"defaults-safety-023: a FIFO", "cat", {"queue"}},
      {"defaults-safety-025: a terminal", "cat", {"/dev/pts/3"}},
      {"defaults-safety-026: the pipe of another process",
       "cat",
       {"/proc/7/fd/0"}},
      {"defaults-safety-028: the environment", "cat", {"/proc/self/environ"}},
      {"defaults-safety-030: a watchdog", "cat", {"/dev/watchdog"}},
      {"defaults-safety-031: a serial port", "head", {"-c", "1", "/dev/ttyS0"}},
      {"defaults-safety-033: wc of an endless device", "wc", {"/dev/zero"}},
      {"a socket", "cat", {"socket"}},
      {"the second operand", "cat", {"notes.txt", "/dev/tty"}},
      {"an operand after --", "cat", {"--", "/dev/tty"}},
      {"an operand that looks like an option", "cat", {"--", "-x"}},
      {"an operand after obsolete bytes", "tail", {"-10c", "/dev/zero"}},
      {"a word that only some read as an operand", "head", {"-n", "/dev/zero"}},
      {"a directory of procfs", "wc", {"/proc"}},
  });
}

TEST(SilentGuard, LetsPlainFilesBeRead) {
  for (const char* program : {"cat", "head", "tail", "wc", "file"}) {
    ExpectLets({
        {"a file", program, {"notes.txt"}},
        {"a directory", program, {"src"}},
        {"the null device", program, {"/dev/null"}},
        {"a missing file", program, {"nothing"}},
        {"a harmless file of procfs", program, {"/proc/meminfo"}},
        {"standard input", program, {"-"}},
        {"an empty name", program, {""}},
    });
  }
  ExpectLets({
      {"defaults-safety-038: a placeholder, which nothing here can tell",
       "cat",
       {"Documents/placeholder.pdf"}},
      {"options of cat", "cat", {"-An", "--squeeze-blank", "notes.txt"}},
      {"options of wc", "wc", {"-lw", "--max-line-length", "notes.txt"}},
  });
}

TEST(SilentGuard, AsksAboutListsOfNames) {
  ExpectAsks({
      {"wc --files0-from", "wc", {"--files0-from=notes.txt"}},
      {"wc --files0-from abbreviated", "wc", {"--f", "notes.txt"}},
      {"an unknown option of wc", "wc", {"--new-thing"}},
      {"du -X with a device", "du", {"-X", "/dev/zero"}},
      {"du -X attached", "du", {"-aX/dev/zero"}},
      {"du --exclude-from", "du", {"--exclude-from=/dev/zero", "."}},
      {"du --exclude-from abbreviated", "du", {"--exclude-f", "/dev/zero"}},
      {"du --files0-from", "du", {"--files0-from", "queue"}},
      {"du -X after what GNU does not know", "du", {"-I", "-X/dev/zero"}},
      {"du -X after an operand", "du", {".", "-X", "queue"}},
  });
  ExpectLets({
      {"du with a list that is a file", "du", {"-X", "notes.txt", "."}},
      {"du of a device, which is not opened", "du", {"/dev/sda"}},
      {"du of procfs", "du", {"-sh", "/proc"}},
      {"du -X as operand", "du", {"--", "-X/dev/zero"}},
      {"du with a pattern that looks like one",
       "du",
       {"--exclude", "/dev/zero"}},
      {"du with an unknown option, which it refuses", "du", {"--new-thing"}},
  });
}

TEST(SilentGuard, LetsTheOthersRun) {
  ExpectLets({
      {"defaults-safety-035: df --sync", "df", {"--sync", "."}},
      {"defaults-safety-036: df", "df", {}},
      {"defaults-safety-040: stat", "stat", {"--printf=\\033[2J", "."}},
      {"defaults-safety-041: which", "which", {"ls"}},
      {"defaults-safety-043: ps", "ps", {"aux"}},
      {"defaults-safety-045: whoami", "whoami", {}},
      {"defaults-safety-048: sw_vers, where there is one", "sw_vers", {}},
      {"defaults-safety-050: uname", "uname", {"-a"}},
      {"ls of a device", "ls", {"-l", "/dev/tty"}},
      {"stat of a device", "stat", {"/dev/tty"}},
      {"a program that is no default", "git", {"/dev/tty"}},
  });
}

TEST(SilentGuard, SaysWhy) {
  const auto reason = [](const char* program, const Words& arguments) {
    return SilentGuard(program, arguments, ProbeWorld).value_or("");
  };
  EXPECT_EQ(reason("date", {"--set=x"}), "date -s can set the clock");
  EXPECT_EQ(reason("date", {"2001"}), "date with an operand can set the clock");
  EXPECT_EQ(reason("date", {"--debug"}),
            "date is given an option that is not known to be safe");
  EXPECT_EQ(reason("tail", {"--follow"}), "tail -f does not end by itself");
  EXPECT_EQ(reason("file", {"-Q"}),
            "file is given an option that is not known");
  EXPECT_EQ(reason("cat", {"/dev/tty"}), "'/dev/tty' is a device");
  EXPECT_EQ(reason("cat", {"queue"}), "'queue' is a FIFO");
  EXPECT_EQ(reason("cat", {"socket"}), "'socket' is a socket");
  EXPECT_EQ(reason("cat", {"/proc"}), "'/proc' is on procfs");
}

TEST(SilentGuard, NeverSaysWhyInRawBytes) {
  const auto device = [](const std::string&) {
    return base::FileKind::kDevice;
  };
  EXPECT_EQ(SilentGuard("cat", Words{"a\033\n"}, device),
            "'a\\x1B\\n' is a device");
}

}  // namespace
}  // namespace aii::policy
