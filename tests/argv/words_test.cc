#include "argv/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/support/split_by_states.h"

namespace aii::argv {
namespace {

using namespace std::string_literals;  // for NUL inside a literal
using ::testing::ElementsAreArray;

using Words = std::vector<std::string>;

struct SplitCase {
  const char* says;  // reads after "SplitWords"
  std::string line;
  Words words;
};

void ExpectSplits(const std::vector<SplitCase>& cases) {
  for (const SplitCase& c : cases) {
    SCOPED_TRACE(c.says);
    const auto words = SplitWords(c.line);
    ASSERT_TRUE(words.ok()) << words.status();
    EXPECT_THAT(*words, ElementsAreArray(c.words));
  }
}

// spec A4
TEST(SplitWords, FollowsPosixQuoting) {
  ExpectSplits({
      {"gives nothing for an empty line", "", {}},
      {"gives nothing for a blank line", " \t ", {}},
      {"lex-001: two words", "git status", {"git", "status"}},
      {"drops blanks around words", "\t git \t status ", {"git", "status"}},
      {"lex-003: both quotes", "'git' \"status\"", {"git", "status"}},
      {"lex-005: an escaped blank joins", "my\\ tool x", {"my tool", "x"}},
      {"lex-006: keeps an empty quoted word", "git ''", {"git", ""}},
      {"keeps an empty word in double quotes", "\"\"", {""}},
      {"joins adjacent quoted parts", "a'b'\"c\"\\d''", {"abcd"}},
      {"lex-008: an escaped double quote", "a \"b\\\"c\"", {"a", "b\"c"}},
      {"lex-010: an escaped dollar", "a \"\\$HOME\"", {"a", "$HOME"}},
      {"unescapes a backtick and a backslash", "\"\\`\\\\\"", {"`\\"}},
      {"keeps other backslashes in double quotes",
       "\"\\a\\'\\ \"",
       {"\\a\\'\\ "}},
      {"lex-011: none in single quotes", "a 'x\\'", {"a", "x\\"}},
      {"keeps blanks and the other quote in quotes",
       "' \t\"' \" \t'\"",
       {" \t\"", " \t'"}},
      {"lex-036: an escaped letter", "git st\\atus", {"git", "status"}},
      {"lex-040: another spelling of ls -l", "'ls' \"-l\"", {"ls", "-l"}},
  });
}

// spec A4
TEST(SplitWords, ExpandsNothing) {
  ExpectSplits({
      {"lex-013: no variables",
       "cat $HOME/x ${X} $(id)",
       {"cat", "$HOME/x", "${X}", "$(id)"}},
      {"no variables in double quotes", "\"$HOME $(id)\"", {"$HOME $(id)"}},
      {"lex-015: no backticks", "echo `id`", {"echo", "`id`"}},
      {"lex-016: no dollar quote", "$'l\\x73' a", {"$l\\x73", "a"}},
      {"lex-018: no pipe or redirection", "ls|cat x>y", {"ls|cat", "x>y"}},
      {"no home, glob or brace",
       "ls ~ * {a,b} !x",
       {"ls", "~", "*", "{a,b}", "!x"}},
      {"lex-020: a hash after blanks is a word",
       "  # git push",
       {"#", "git", "push"}},
      {"lex-021: a hash later is a word",
       "ls # only here",
       {"ls", "#", "only", "here"}},
      {"lex-038: a slash is a byte",
       "/usr/bin/git status",
       {"/usr/bin/git", "status"}},
  });
}

TEST(SplitWords, SeparatesAtSpaceAndTabOnly) {
  ExpectSplits({
      {"lex-033: not at a vertical tab", "git\vstatus", {"git\vstatus"}},
      {"not at a form feed", "git\fstatus", {"git\fstatus"}},
      {"lex-031: not at a carriage return", "ls\r", {"ls\r"}},
      {"lex-035: not at U+2028", "ls\xE2\x80\xA8rm", {"ls\xE2\x80\xA8rm"}},
      {"not at a no-break space", "a\xC2\xA0z", {"a\xC2\xA0z"}},
      {"not at any byte above ASCII", "a\xA0\x85\xFFz", {"a\xA0\x85\xFFz"}},
  });
}

TEST(SplitWords, NamesTheByteOfWhatIsMalformed) {
  struct Case {
    const char* says;
    std::string line;
    const char* message;
  };
  const std::vector<Case> cases = {
      {"lex-023: a single quote", "git 'status",
       "unterminated quote at byte 5"},
      {"a double quote", "\"", "unterminated quote at byte 1"},
      {"the quote that is open", "'a'\"b'c", "unterminated quote at byte 4"},
      {"a double quote that was escaped", "a \"b\\\"",
       "unterminated quote at byte 3"},
      {"a backslash at the end of an open quote", "\"a\\",
       "unterminated quote at byte 1"},
      {"lex-025: a backslash at the end", "git \\",
       "trailing backslash at byte 5"},
      {"lex-026: what would continue on the next line", "git push\\",
       "trailing backslash at byte 9"},
      {"one after an escaped backslash", "a\\\\\\",
       "trailing backslash at byte 4"},
      {"lex-028: NUL", "git\0status"s, "NUL at byte 4"},
      {"NUL in single quotes", "'\0'"s, "NUL at byte 2"},
      {"NUL in double quotes", "\"\0\""s, "NUL at byte 2"},
      {"an escaped NUL", "\\\0"s, "NUL at byte 2"},
      {"an escaped NUL in double quotes", "\"\\\0\""s, "NUL at byte 3"},
      {"NUL before the end of the quote is missed", "'\0"s, "NUL at byte 2"},
      {"a newline", "ls\nrm", "newline at byte 3"},
      {"a newline in quotes", "'ls\nrm'", "newline at byte 4"},
      {"an escaped newline", "ls \\\nrm", "newline at byte 5"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.says);
    const auto words = SplitWords(c.line);
    EXPECT_EQ(words.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(words.status().message(), c.message);
  }
}

// lex-041 and decision 27.
TEST(SplitWords, RefusesALineOverTheLimitAsAWhole) {
  EXPECT_TRUE(SplitWords("git " + std::string(kMaxLineBytes - 4, 'a')).ok());
  for (const std::size_t letters : {kMaxLineBytes - 3, std::size_t{1} << 20}) {
    const auto words = SplitWords("git " + std::string(letters, 'a'));
    EXPECT_EQ(words.status().code(), absl::StatusCode::kOutOfRange);
    EXPECT_EQ(words.status().message(), "line longer than 4096 bytes");
  }
}

TEST(JoinWords, QuotesOnlyWhereNeeded) {
  struct Case {
    const char* says;
    Words words;
    const char* line;
  };
  const std::vector<Case> cases = {
      {"no words", {}, ""},
      {"plain words", {"git", "status", "--a=b"}, "git status --a=b"},
      {"what means nothing here", {"ls", "~", "$HOME", "*"}, "ls ~ $HOME *"},
      {"an empty word", {"git", ""}, "git ''"},
      {"blanks", {"my tool", "\t"}, "'my tool' '\t'"},
      {"quotes", {"it's", "\""}, "'it'\\''s' '\"'"},
      {"a backslash", {"a\\b"}, "'a\\b'"},
      {"what would start a comment", {"#x", "a#"}, "'#x' a#"},
      {"what would be a byte order mark",
       {"\xEF\xBB\xBFls"},
       "'\xEF\xBB\xBFls'"},
      {"what would be a CRLF", {"ls", "a\r"}, "ls 'a\r'"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.says);
    EXPECT_EQ(JoinWords(c.words), c.line);
    const auto words = SplitWords(c.line);
    ASSERT_TRUE(words.ok()) << words.status();
    EXPECT_EQ(*words, c.words);
  }
}

// Every line of up to six bytes over a nasty alphabet: 597,871 of them.
TEST(SplitWords, AgreesWithASecondReadingOnAllShortLines) {
  constexpr absl::string_view kAlphabet = "a$ \t'\"\\\n#";
  constexpr std::size_t kMaxLength = 6;
  std::vector<std::string> lines = {""};
  std::size_t accepted = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string line = lines[i];
    const auto words = SplitWords(line);
    const std::optional<Words> expected = testing::SplitByStates(line);
    ASSERT_EQ(words.ok(), expected.has_value()) << line;
    if (words.ok()) {
      ++accepted;
      ASSERT_EQ(*words, *expected) << line;
      const std::string joined = JoinWords(*words);
      ASSERT_NE(joined.substr(0, 1), "#") << line;
      const auto again = SplitWords(joined);
      ASSERT_TRUE(again.ok()) << line;
      ASSERT_EQ(*again, *words) << line;
      ASSERT_EQ(JoinWords(*again), joined) << line;
    }
    if (line.size() == kMaxLength) continue;
    for (const char c : kAlphabet) lines.push_back(line + c);
  }
  EXPECT_EQ(lines.size(), 597'871u);
  EXPECT_GT(accepted, 100'000u);
}

}  // namespace
}  // namespace aii::argv
