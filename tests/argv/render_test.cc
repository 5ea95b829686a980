#include "argv/render.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "argv/words.h"
#include "base/utf8.h"
#include "tests/support/rendered_words.h"
#include "tests/support/temp_dir.h"

namespace aii::argv {
namespace {

using Words = std::vector<std::string>;
using ::aii::testing::IsSafeToShow;
using ::aii::testing::ReadRenderedWords;

struct RenderCase {
  const char* says;  // reads after "Render"
  Words words;
  std::string text;
};

void ExpectRenders(const std::vector<RenderCase>& cases) {
  for (const RenderCase& c : cases) {
    SCOPED_TRACE(c.says);
    EXPECT_EQ(Render(c.words).text(), c.text);
    EXPECT_EQ(ReadRenderedWords(c.text), c.words);
  }
}

// spec Q5
TEST(Render, QuotesWhereAShellNeedsIt) {
  ExpectRenders({
      {"gives nothing for no words", {}, ""},
      {"render-001: leaves plain words",
       {"git", "status", "--short"},
       "git status --short"},
      {"leaves what paths and options are made of",
       {"/usr/bin/x", "--a=b,c:d@e_f.g+h", "100%"},
       "/usr/bin/x --a=b,c:d@e_f.g+h 100%"},
      {"render-003: shows an empty word", {"printf", ""}, "printf ''"},
      {"shows blanks at both ends", {" a "}, "' a '"},
      {"render-005: shows a substitution as data",
       {"echo", "$(id)"},
       "echo '$(id)'"},
      {"render-006: quotes each word on its own",
       {"echo", "`id`", ">out", "*.c"},
       "echo '`id`' '>out' '*.c'"},
      {"render-008: quotes an apostrophe",
       {"grep", "it's", "notes.txt"},
       "grep 'it'\\''s' notes.txt"},
      {"quotes a home that nobody expands", {"ls", "~"}, "ls '~'"},
      {"quotes what would start a comment", {"#", "a#b"}, "'#' 'a#b'"},
      {"quotes what would be an assignment", {"A=b", "A=b"}, "'A=b' A=b"},
      {"quotes what zsh would look up", {"echo", "=ls"}, "echo '=ls'"},
      {"render-046: shortens no path",
       {"/home/user/bin/deploy", "--prod"},
       "/home/user/bin/deploy --prod"},
      {"render-048: quotes a path that says it is trusted",
       {"/home/user/x (in a system directory)/ls"},
       "'/home/user/x (in a system directory)/ls'"},
      {"render-051: keeps a double quote inside its word",
       {"git", "status\" then rm"},
       "git 'status\" then rm'"},
  });
}

TEST(Render, EscapesControlCharacters) {
  ExpectRenders({
      {"render-011: a newline",
       {"printf", "a\nrm -rf x"},
       "printf $'a\\nrm -rf x'"},
      {"a tab and a carriage return", {"a\tb\r"}, "$'a\\x09b\\x0D'"},
      {"render-013: ESC",
       {"echo", "\x1B[2J\x1B[Hok"},
       "echo $'\\x1B[2J\\x1B[Hok'"},
      {"render-015: 8-bit CSI",
       {"echo",
        "\xC2\x9B"
        "2Jx"},
       "echo $'\\xC2\\x9B2Jx'"},
      {"render-016: OSC", {"echo", "\x1B]0;title"}, "echo $'\\x1B]0;title'"},
      {"render-018: backspaces", {"rm", "\b\b\bls"}, "rm $'\\x08\\x08\\x08ls'"},
      {"render-020: DEL",
       {"echo",
        "a\x7F"
        "b"},
       "echo $'a\\x7Fb'"},
      {"render-040: a stray byte",
       {"echo",
        "\x9B"
        "2J"},
       "echo $'\\x9B2J'"},
      {"the bytes of a cut character", {"\xF0\x9F\x98"}, "$'\\xF0\\x9F\\x98'"},
      {"render-050: ESC in a subcommand",
       {"git", "sta\x1B[0mtus"},
       "git $'sta\\x1B[0mtus'"},
      {"quote and backslash beside it", {"'\\\n"}, "$'\\'\\\\\\n'"},
  });
}

TEST(Render, EscapesWhatHidesOrMovesText) {
  ExpectRenders({
      {"render-021: right-to-left override",
       {"cat", "report\u202Etxt.exe"},
       "cat $'report\\u{202E}txt.exe'"},
      {"render-023: zero-width space",
       {"rm", "-r",
        "/srv/\u200B"
        "data"},
       "rm -r $'/srv/\\u{200B}data'"},
      {"render-025: soft hyphen",
       {"ls",
        "se\u00AD"
        "cret"},
       "ls $'se\\u{00AD}cret'"},
      {"render-026: tag characters",
       {"echo", "hi\U000E0072\U000E006D"},
       "echo $'hi\\u{E0072}\\u{E006D}'"},
      {"render-028: a joiner between emoji",
       {"echo", "\U0001F469\u200D\U0001F4BB"},
       "echo $'\U0001F469\\u{200D}\U0001F4BB'"},
      {"render-030: line and paragraph separators",
       {"echo", "a\u2028b\u2029c"},
       "echo $'a\\u{2028}b\\u{2029}c'"},
      {"render-031: invisible letters",
       {"ls", "\u3164", "\u115F\uFFA0"},
       "ls $'\\u{3164}' $'\\u{115F}\\u{FFA0}'"},
      {"render-053: private use and noncharacters",
       {"echo", "\xEE\x80\x80\xEF\xBF\xBE"},
       "echo $'\\u{E000}\\u{FFFE}'"},
      {"no-break space", {"a\u00A0z"}, "$'a\\u{00A0}z'"},
      {"a blank of braille", {"\u2800"}, "$'\\u{2800}'"},
  });
}

// render-033: the tail is there however wide the padding is.
TEST(Render, ShowsTheTailAfterWideBlanks) {
  std::string padded = "ok";
  std::string shown = "echo $'ok";
  for (int i = 0; i < 60; ++i) {
    padded += "\u3000";
    shown += "\\u{3000}";
  }
  EXPECT_EQ(Render(Words{"echo", padded + "--delete"}).text(),
            shown + "--delete'");
}

// render-010.
TEST(Render, LeavesLettersOfAnyScriptReadable) {
  ExpectRenders({
      {"quotes them, since a blank is what the locale says",
       {"cat", "r\u00E9sum\u00E9-\u65E5\u672C.txt"},
       "cat 'r\u00E9sum\u00E9-\u65E5\u672C.txt'"},
      {"keeps them beside an escape", {"\u00E9\n"}, "$'\u00E9\\n'"},
      {"normalises nothing",
       {"e\u0301", "p\u0430sswd"},
       "'e\u0301' 'p\u0430sswd'"},
  });
}

// render-036, render-038, render-040: SPEC-EXEC read literally shows each pair
// alike.
TEST(Render, TellsCharactersFromTheirEscapes) {
  ExpectRenders({
      {"backslash n", {"a\\nb"}, "'a\\nb'"},
      {"a newline", {"a\nb"}, "$'a\\nb'"},
      {"backslash u", {"\\u{202E}x"}, "'\\u{202E}x'"},
      {"U+202E", {"\u202Ex"}, "$'\\u{202E}x'"},
      {"both in one word", {"\\n\n"}, "$'\\\\n\\n'"},
      {"a dollar quote as data", {"$'a\\nb'"}, "'$'\\''a\\nb'\\'''"},
      {"U+009B", {"\u009B"}, "$'\\xC2\\x9B'"},
      {"the byte 9B", {"\x9B"}, "$'\\x9B'"},
  });
}

// render-043.
TEST(Render, ShowsEveryArgument) {
  Words words = {"touch"};
  for (int i = 1; i <= 300; ++i) words.push_back(absl::StrCat("f", i));
  EXPECT_EQ(Render(words).text(), absl::StrJoin(words, " "));
}

// Every list of words over a nasty alphabet with up to five bytes and word ends
// in all: 271,453 of them, each told apart by a reader.
// spec Q5
TEST(Render, IsInjectiveOnAllSmallWordLists) {
  constexpr absl::string_view kAlphabet("an '\\\n\x1B\xC2\x9B$=", 11);
  constexpr char kWordEnd = '\0';  // never part of an argument
  constexpr std::size_t kMaxLength = 5;
  std::vector<std::string> lists = {""};
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const std::string list = lists[i];
    const Words words = absl::StrSplit(list, kWordEnd);
    const std::string text = Render(words).text();
    ASSERT_EQ(ReadRenderedWords(text), words) << text;
    ASSERT_TRUE(IsSafeToShow(text)) << text;
    if (list.size() == kMaxLength) continue;
    lists.push_back(list + kWordEnd);
    for (const char c : kAlphabet) lists.push_back(list + c);
  }
  EXPECT_EQ(lists.size(), 271'453u);
}

TEST(Render, IsSafeAndInjectiveForEveryCodePoint) {
  for (char32_t c = 1; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    if (c == 0x40000) c = 0xE0000;  // nothing is assigned between
    Words words(1);
    base::AppendUtf8(c, words[0]);
    const std::string text = Render(words).text();
    ASSERT_EQ(ReadRenderedWords(text), words) << text;
    ASSERT_TRUE(IsSafeToShow(text)) << text;
    ASSERT_EQ(NeedsEscape(words[0]), base::IsUnsafeToShow(c)) << text;
  }
}

TEST(NeedsEscape, IsWhereRenderUsesDollarQuotes) {
  EXPECT_FALSE(NeedsEscape(""));
  EXPECT_FALSE(NeedsEscape("it's $HOME \\n"));
  EXPECT_FALSE(NeedsEscape("\u65E5\u672C"));
  EXPECT_TRUE(NeedsEscape("a long word with one newline at the end\n"));
  EXPECT_TRUE(NeedsEscape("\x9B"));
  EXPECT_TRUE(NeedsEscape("a\u200B"));
}

TEST(EscapeUnsafe, LeavesNothingThatATerminalObeys) {
  struct Case {
    const char* says;
    std::string text;
    bool keep_layout;
    std::string escaped;
  };
  const std::vector<Case> cases = {
      {"keeps words, quotes and backslashes", "it's \\n", false, "it's \\n"},
      {"keeps layout where told", "a\n\tb", true, "a\n\tb"},
      {"escapes layout otherwise", "a\n\tb", false, "a\\n\\x09b"},
      {"escapes a carriage return always", "a\r\n", true, "a\\x0D\n"},
      {"escapes ESC, C1 and stray bytes", "\x1B[2J\u009B\x9B", true,
       "\\x1B[2J\\xC2\\x9B\\x9B"},
      {"escapes hidden characters", "a\u202E\u200Bz", true,
       "a\\u{202E}\\u{200B}z"},
      {"keeps letters", "r\u00E9sum\u00E9", false, "r\u00E9sum\u00E9"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.says);
    EXPECT_EQ(EscapeUnsafe(c.text, c.keep_layout), c.escaped);
  }
}

// Word lists from pieces that are special to some shell.
std::vector<Words> RandomWordLists(std::size_t count) {
  const Words pieces = {"a",
                        "Z9",
                        " ",
                        "\t",
                        "'",
                        "\"",
                        "\\",
                        "$",
                        "$'",
                        "`",
                        "~",
                        "*",
                        "?",
                        "[a-z]",
                        "{a,b}",
                        "!",
                        "!!",
                        "#",
                        ";",
                        "&",
                        "|",
                        "(",
                        ")",
                        "<",
                        ">",
                        "=",
                        "A=",
                        "^",
                        "%",
                        ":~",
                        "-",
                        "--",
                        "\n",
                        "\r",
                        "\x1B",
                        "\x7F",
                        "\u009B",
                        "\x9B",
                        "\xC2",
                        "\xFF",
                        "\\n",
                        "\\x",
                        "\u00E9",
                        "\u65E5",
                        "\u200B",
                        "$(id)",
                        "@",
                        "if",
                        ",",
                        "\x01"
                        "1",
                        "+(a)",
                        "\u202E",
                        "${X}",
                        "..",
                        "/"};
  std::mt19937 random(20260101);  // the same lists every time
  const auto below = [&random](std::size_t n) { return random() % n; };
  std::vector<Words> lists(count);
  for (Words& words : lists) {
    words.resize(1 + below(5));
    for (std::string& word : words) {
      for (std::size_t n = below(5); n > 0; --n) {
        word += pieces[below(pieces.size())];
      }
    }
  }
  return lists;
}

// Runs `command` and returns what it wrote.
std::string OutputOf(const std::string& command) {
  std::string output;
  FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return output;
  std::array<char, 4096> bytes;
  while (const std::size_t got =
             std::fread(bytes.data(), 1, bytes.size(), pipe)) {
    output.append(bytes.data(), got);
  }
  ::pclose(pipe);
  return output;
}

struct Shell {
  const char* name;
  const char* options;
  const char* cannot_read;  // texts with this are left out
};

class RenderInShell : public ::testing::TestWithParam<Shell> {};

TEST_P(RenderInShell, IsReadBackAsTheSameWords) {
  const Shell& shell = GetParam();
  if (OutputOf(absl::StrCat("command -v ", shell.name)).empty()) {
    GTEST_SKIP() << shell.name << " is not installed";
  }
  std::string script;
  std::string expected;
  std::size_t count = 0;
  for (const Words& words : RandomWordLists(4000)) {
    const std::string text = Render(words).text();
    if (absl::StrContains(text, shell.cannot_read)) continue;
    ++count;
    absl::StrAppend(&script, "set -- ", text,
                    "\nprintf '%s\\0' \"$#\" \"$@\"\n");
    absl::StrAppend(&expected, words.size(), std::string(1, '\0'));
    for (const std::string& word : words) {
      absl::StrAppend(&expected, word, std::string(1, '\0'));
    }
  }
  EXPECT_GT(count, 200u);
  const aii::testing::TempDir folder;
  const std::string path = folder.Write("script", script);
  for (const char* locale : {"C", "C.UTF-8"}) {
    SCOPED_TRACE(locale);
    const std::string output =
        OutputOf(absl::StrCat("LC_ALL=", locale, " ", shell.name, " ",
                              shell.options, " '", path, "'"));
    EXPECT_TRUE(output == expected) << "of " << count << " lists";
  }
}

INSTANTIATE_TEST_SUITE_P(Shells, RenderInShell,
                         ::testing::Values(Shell{"dash", "", "$'"},
                                           Shell{"bash", "", "\\u{"},
                                           Shell{"zsh", "-f", "\\u{"}),
                         [](const ::testing::TestParamInfo<Shell>& param) {
                           return std::string(param.param.name);
                         });

// JoinWords and Render quote by different rules; the lexer reads both.
TEST(Render, IsReadBySplitWordsWhereNothingIsEscaped) {
  std::size_t count = 0;
  for (const Words& words : RandomWordLists(4000)) {
    const std::string text = Render(words).text();
    if (absl::StrContains(text, "$'")) continue;
    ++count;
    const auto again = SplitWords(text);
    ASSERT_TRUE(again.ok()) << text << ": " << again.status();
    EXPECT_EQ(*again, words) << text;
  }
  EXPECT_GT(count, 200u);
}

}  // namespace
}  // namespace aii::argv
