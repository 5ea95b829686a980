#include "policy/always.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "argv/words.h"

namespace aii::policy {
namespace {

using ::testing::ElementsAreArray;

using Words = std::vector<std::string>;

base::ResolvedProgram Program(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  return {.path = path, .name = name, .final_name = name};
}

std::variant<AlwaysPrefix, NotOffered> Derive(
    const base::ResolvedProgram& program, const Words& arguments) {
  return DeriveAlways(TrustedDirs::BuiltIn(), program, arguments);
}

struct OfferCase {
  const char* says;  // reads after "DeriveAlways"
  const char* path;
  Words arguments;
  Words prefix;  // empty: not offered
};

void ExpectOffers(const std::vector<OfferCase>& cases) {
  for (const OfferCase& c : cases) {
    SCOPED_TRACE(c.says);
    const auto always = Derive(Program(c.path), c.arguments);
    const auto* const prefix = std::get_if<AlwaysPrefix>(&always);
    EXPECT_THAT(prefix ? *prefix : Words{}, ElementsAreArray(c.prefix));
  }
}

// spec P6
TEST(DeriveAlways, StoresOneOfThreeShapes) {
  ExpectOffers({
      {"always-prefix-031: stores a bare program without arguments",
       "/usr/bin/hostname",
       {},
       {"hostname"}},
      {"always-prefix-001: stores program and subcommand",
       "/usr/bin/git",
       {"status", "--short"},
       {"git", "status"}},
      {"stores the whole command where an option comes first",
       "/usr/bin/git",
       {"-C", "/x", "status"},
       {"git", "-C", "/x", "status"}},
      {"always-prefix-032: takes a lone dash for an option",
       "/usr/bin/git",
       {"-"},
       {"git", "-"}},
      {"always-prefix-005: stores a dangerous subcommand when asked",
       "/usr/bin/git",
       {"push"},
       {"git", "push"}},
      {"always-prefix-008: keeps an empty first argument",
       "/usr/bin/printf",
       {""},
       {"printf", ""}},
      {"always-prefix-010: takes a minus sign for no dash",
       "/usr/bin/git",
       {"\u2212C", "/x"},
       {"git", "\u2212C"}},
      {"always-prefix-015: keeps quotes",
       "/usr/bin/git",
       {"it's \"x\""},
       {"git", "it's \"x\""}},
      {"always-prefix-016: keeps a hash",
       "/usr/bin/git",
       {"#x"},
       {"git", "#x"}},
      {"always-prefix-021: stores the same for any spelling of the answer",
       "/usr/bin/git",
       {"status"},
       {"git", "status"}},
      {"always-prefix-030: offers tree",
       "/usr/bin/tree",
       {"src"},
       {"tree", "src"}},
  });
}

TEST(DeriveAlways, StoresALineThatReadsBackAsTheSameWords) {
  for (const Words& arguments :
       {Words{""}, Words{"it's \"x\""}, Words{"#x"}, Words{"-C", "a b", "\\"},
        Words{"\u2212C"}, Words{}}) {
    const auto always = Derive(Program("/usr/bin/git"), arguments);
    const Words& prefix = std::get<AlwaysPrefix>(always);
    const auto again = argv::SplitWords(argv::JoinWords(prefix));
    ASSERT_TRUE(again.ok()) << again.status();
    EXPECT_EQ(*again, prefix);
  }
}

TEST(DeriveAlways, OffersNothingForAProgramOfTheNeverAlwaysSet) {
  ExpectOffers({
      {"always-prefix-003: brew", "/usr/local/bin/brew", {}, {}},
      {"always-prefix-006: tar with a dash", "/usr/bin/tar", {"-"}, {}},
      {"always-prefix-018: rm", "/bin/rm", {"x"}, {}},
      {"always-prefix-023: python3.11", "/usr/bin/python3.11", {"x.py"}, {}},
      {"always-prefix-025: BASH", "/bin/BASH", {"x.sh"}, {}},
      {"always-prefix-026: busybox",
       "/usr/bin/busybox",
       {"sh", "-c", "id"},
       {}},
      {"always-prefix-028: mawk",
       "/usr/bin/mawk",
       {"BEGIN{system(\"id\")}"},
       {}},
  });
}

TEST(DeriveAlways, OffersNothingForAWrapper) {
  ExpectOffers({
      {"wrapper-001: env", "/usr/bin/env", {"ls"}, {}},
      {"wrapper-003: nice", "/usr/bin/nice", {"-n", "5", "git", "status"}, {}},
      {"wrapper-005: xargs", "/usr/bin/xargs", {"rm", "x"}, {}},
      {"wrapper-006: find", "/usr/bin/find", {".", "-delete"}, {}},
      {"wrapper-008: timeout",
       "/usr/bin/timeout",
       {"60", "rm", "-rf", "x"},
       {}},
      {"wrapper-010: setsid", "/usr/bin/setsid", {"rm", "x"}, {}},
      {"wrapper-011: flock", "/usr/bin/flock", {"/srv/lock", "rm", "x"}, {}},
      {"wrapper-013: caffeinate", "/usr/bin/caffeinate", {"rm", "x"}, {}},
      {"wrapper-015: busybox applet", "/usr/bin/busybox", {"rm", "x"}, {}},
      {"wrapper-016: script", "/usr/bin/script", {"-qc", "rm x", "log"}, {}},
      {"wrapper-018: sftp", "/usr/bin/sftp", {"host.example"}, {}},
      {"wrapper-020: cargo", "/usr/bin/cargo", {"build"}, {}},
      {"wrapper-021: sort",
       "/usr/bin/sort",
       {"--compress-prog=./x", "big"},
       {}},
      {"wrapper-023: ldd", "/usr/bin/ldd", {"/home/user/x"}, {}},
      {"wrapper-025: env with an assignment",
       "/usr/bin/env",
       {"FOO=1", "git", "status"},
       {}},
  });
}

// spec P7
TEST(DeriveAlways, OffersNothingThatTheFileOrTheQuestionCannotHold) {
  ExpectOffers({
      {"always-prefix-011: a newline", "/usr/bin/git", {"x\nrm"}, {}},
      {"always-prefix-013: an escape character",
       "/usr/bin/git",
       {"st\033[0m"},
       {}},
      {"a bidirectional override", "/usr/bin/git", {"a\u202Eb"}, {}},
      {"bytes that are not UTF-8", "/usr/bin/git", {"\xff"}, {}},
      {"a later word that needs escaping, when all are stored",
       "/usr/bin/git",
       {"-C", "a\nb"},
       {}},
      {"a later word that needs escaping is no obstacle when it is not stored",
       "/usr/bin/git",
       {"status", "a\nb"},
       {"git", "status"}},
      {"a name outside ASCII: it may open another program",
       "/usr/bin/\u017Fh",
       {"x"},
       {}},
  });
}

TEST(DeriveAlways, RefusesALineOver4096Bytes) {
  const std::string fits(argv::kMaxLineBytes - 4, 'x');  // after "git "
  const auto kept = Derive(Program("/usr/bin/git"), {fits});
  EXPECT_TRUE(std::holds_alternative<AlwaysPrefix>(kept));
  const auto refused = Derive(Program("/usr/bin/git"), {fits + "x"});
  EXPECT_TRUE(std::holds_alternative<NotOffered>(refused));
}

// spec P3
TEST(DeriveAlways, OffersNothingOutsideASystemDirectory) {
  ExpectOffers({
      {"always-prefix-020: a tool of the home",
       "/home/user/bin/tool",
       {"x"},
       {}},
      {"match-015: a copy of git", "/home/user/bin/git", {"status"}, {}},
      {"match-016: a copy of ls", "/tmp/evil/ls", {"-l"}, {}},
  });
}

TEST(DeriveAlways, LooksAtTheFileThatLinksLeadTo) {
  base::ResolvedProgram program = Program("/usr/bin/harmless");
  for (const char* final_name :
       {"vim.basic", "mawk", "python3.11", "busybox"}) {
    program.final_name = final_name;
    EXPECT_TRUE(std::holds_alternative<NotOffered>(Derive(program, {"x"})))
        << final_name;
  }
  program.final_name = "harmless-2.0";
  EXPECT_TRUE(std::holds_alternative<AlwaysPrefix>(Derive(program, {"x"})));
}

TEST(DeriveAlways, SaysWhyNot) {
  const auto reason = [](const base::ResolvedProgram& program,
                         const Words& arguments) {
    return std::get<NotOffered>(Derive(program, arguments)).reason;
  };
  EXPECT_EQ(reason(Program("/tmp/x"), {}), "not in a system directory");
  EXPECT_EQ(reason(Program("/bin/rm"), {}), "it can do or run too much");
  EXPECT_EQ(reason(Program("/bin/\u017Fh"), {}), "its name is not plain ASCII");
  EXPECT_EQ(reason(Program("/bin/git"), {"\n"}),
            "a word holds characters that need escaping");
  EXPECT_EQ(reason(Program("/bin/git"), {std::string(5000, 'x')}),
            "the rule would be too long for the allow file");
}

// spec P7
TEST(IsNeverAlways, HoldsTheListOfTheSpec) {
  for (const char* name :
       {"sh",      "bash",      "zsh",     "dash",    "ksh",       "csh",
        "tcsh",    "fish",      "python",  "python3", "perl",      "ruby",
        "node",    "osascript", "swift",   "env",     "xargs",     "sudo",
        "su",      "doas",      "nice",    "nohup",   "time",      "find",
        "sed",     "awk",       "gawk",    "tee",     "dd",        "make",
        "npm",     "npx",       "pip",     "curl",    "wget",      "nc",
        "ssh",     "scp",       "rsync",   "open",    "launchctl", "rm",
        "rmdir",   "mv",        "cp",      "chmod",   "chown",     "kill",
        "killall", "defaults",  "diskutil"}) {
    EXPECT_TRUE(IsNeverAlways(name)) << name;
  }
}

// spec P7
TEST(IsNeverAlways, HoldsTheListOfDecision10) {
  for (const char* name :
       {"rbash",   "busybox",     "toybox",       "php",      "lua",
        "luajit",  "deno",        "bun",          "tclsh",    "expect",
        "mawk",    "nawk",        "original-awk", "sort",     "ldd",
        "timeout", "gtimeout",    "stdbuf",       "setsid",   "ionice",
        "chrt",    "flock",       "script",       "watch",    "strace",
        "ltrace",  "unshare",     "nsenter",      "chroot",   "caffeinate",
        "arch",    "xcrun",       "sandbox-exec", "parallel", "entr",
        "command", "exec",        "eval",         "builtin",  "runuser",
        "pkexec",  "systemd-run", "ed",           "ex",       "vi",
        "vim",     "nvim",        "nano",         "emacs",    "less",
        "more",    "man",         "tar",          "zip",      "unzip",
        "cpio",    "install",     "ln",           "gmake",    "bmake",
        "remake",  "ninja",       "cmake",        "cargo",    "gem",
        "brew",    "apt",         "apt-get",      "dnf",      "pacman",
        "yarn",    "pnpm",        "uv",           "pipx",     "sftp",
        "ftp",     "telnet",      "socat",        "crontab",  "at",
        "batch",   "docker",      "podman",       "kubectl",  "tmux",
        "screen",  "gdb",         "lldb",         "aii",      "xdg-open",
        "gio"}) {
    EXPECT_TRUE(IsNeverAlways(name)) << name;
  }
}

// spec P7
TEST(IsNeverAlways, MatchesFamilies) {
  for (const char* name :
       {"python3.12", "pip3", "pip3.11", "vim.basic", "nc.openbsd", "tclsh8.6",
        "lua5.4", "luajit-2.1.0-beta3", "perl5.36.0", "ruby3.1", "PYTHON3",
        "Vim.Tiny", "awk-5", "bash.exe", "apt-get.1", "python3.12-"}) {
    EXPECT_TRUE(IsNeverAlways(name)) << name;
  }
}

TEST(IsNeverAlways, LeavesOthersAlone) {
  for (const char* name :
       {"", ".", "1", "-", ".sh", "git", "ls", "shred", "md5sum", "bashful",
        "x-sh", "sha256sum", "pythonx", "tree", "printf", "hostname"}) {
    EXPECT_FALSE(IsNeverAlways(name)) << name;
  }
}

}  // namespace
}  // namespace aii::policy
