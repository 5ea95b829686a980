// Allow files for tests, and what they say.

#ifndef AII_TESTS_SUPPORT_ALLOW_FILES_H_
#define AII_TESTS_SUPPORT_ALLOW_FILES_H_

#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "policy/rule.h"
#include "tests/support/temp_dir.h"

namespace aii::testing {

using Words = std::vector<std::string>;

inline std::vector<Words> WordsOf(const policy::RuleSet& rules) {
  std::vector<Words> all;
  for (const policy::Rule& rule : rules.rules()) all.push_back(rule.words);
  return all;
}

// A file that only its owner can write, as a person has it.
inline std::string WriteAllow(const TempDir& dir, absl::string_view text,
                              mode_t mode = 0600) {
  // The one before may not be writable.
  (void)::unlink(dir.File("allow").c_str());
  std::string path = dir.Write("allow", text);
  EXPECT_EQ(::chmod(path.c_str(), mode), 0);
  return path;
}

inline const Words kGitStatus = {"git", "status"};
inline const Words kGitLog = {"git", "log"};

// config-file-010: the lines; the second comment is in the spec's example, and
// the version is the build's.
inline Words SeededLines(const std::vector<std::string>& rules) {
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

inline void ExpectSeeded(const std::string& path,
                         const std::vector<std::string>& rules) {
  Words lines = absl::StrSplit(Slurp(path), '\n');
  ASSERT_FALSE(lines.empty());
  EXPECT_THAT(
      lines.front(),
      ::testing::MatchesRegex("# seeded from aii [0-9]+\\.[0-9]+(\\.[0-9]+)? "
                              "built-in defaults"));
  lines.erase(lines.begin());
  EXPECT_THAT(lines, ::testing::ElementsAreArray(SeededLines(rules)));
}

}  // namespace aii::testing

#endif  // AII_TESTS_SUPPORT_ALLOW_FILES_H_
