#include "approve/question.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_split.h"

namespace aii::approve {
namespace {

using ::testing::HasSubstr;

Question About(const std::string& command) {
  return {.command = argv::DisplayText(command), .trusted = true};
}

// spec Q1, Q2
TEST(QuestionText, IsTheOneOfTheSpec) {
  Question question = {.command = argv::DisplayText("git status --short"),
                       .trusted = true,
                       .always = argv::DisplayText("git status")};
  EXPECT_EQ(QuestionText(question, 80),
            "aii: run this command?\n"
            "  git status --short\n"
            "  [y] yes once   [a] always allow \"git status\"   [N] no\n"
            "> ");
  question.always.reset();
  EXPECT_EQ(QuestionText(question, 80),
            "aii: run this command?\n"
            "  git status --short\n"
            "  [y] yes once   [N] no\n"
            "> ");
  question.command = argv::DisplayText("/home/ada/x -a");
  question.trusted = false;
  EXPECT_EQ(QuestionText(question, 80),
            "aii: run this command?\n"
            "  /home/ada/x -a (not in a system directory)\n"
            "  [y] yes once   [N] no\n"
            "> ");
}

struct AnswerCase {
  const char* line;
  Answer offered;      // where [a] is offered
  Answer not_offered;  // where it is not
};

// spec Q4
TEST(ReadAnswer, TakesAnythingUnclearForANo) {
  constexpr Answer kNo = Answer::kNo;
  constexpr Answer kOnce = Answer::kOnce;
  constexpr Answer kAlways = Answer::kAlways;
  const std::vector<AnswerCase> cases = {
      {"y", kOnce, kOnce},
      {"Y", kOnce, kOnce},
      {"yes", kOnce, kOnce},
      {" \tyes please ", kOnce, kOnce},
      {"yabort", kOnce, kOnce},
      {"a", kAlways, kNo},
      {"A", kAlways, kNo},
      {"always", kAlways, kNo},
      {" Always\t", kAlways, kNo},
      {"abort", kNo, kNo},
      {"alway", kNo, kNo},
      {"always!", kNo, kNo},
      {"a y", kNo, kNo},
      {"", kNo, kNo},
      {" ", kNo, kNo},
      {"n", kNo, kNo},
      {"no", kNo, kNo},
      {"ny", kNo, kNo},
      {"1", kNo, kNo},
      {"[y]", kNo, kNo},
      {"\033[Ay", kNo, kNo},              // tty-010
      {"\xEF\xBD\x99", kNo, kNo},         // tty-011: full-width y
      {"\xD0\xB0", kNo, kNo},             // tty-011: Cyrillic a
      {"\xC2\xA0y", kNo, kNo},            // a blank that is not ASCII
      {"\033[200~y\033[201~", kNo, kNo},  // tty-013
  };
  for (const AnswerCase& c : cases) {
    SCOPED_TRACE(c.line);
    EXPECT_EQ(ReadAnswer(c.line, true), c.offered);
    EXPECT_EQ(ReadAnswer(c.line, false), c.not_offered);
  }
}

// spec Q6
TEST(QuestionText, PutsABarBeforeTheRowsOfALongCommand) {  // render-045
  Question question =
      About("echo 'xxxxxxxxxxxxxxxxxxxxxxxxxxx  [y] yes once   [N] no'");
  question.always = argv::DisplayText("echo 'xxxxxxxxxxxxxxxxxxxxxxxxxxx");
  EXPECT_EQ(QuestionText(question, 38),
            "aii: run this command?\n"
            "  | echo 'xxxxxxxxxxxxxxxxxxxxxxxxxxx \n"
            "  |  [y] yes once   [N] no'\n"
            "  [y] yes once   [N] no   [a] always allow\n"
            "  | echo 'xxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
            "> ");
}

TEST(QuestionText, LosesNothingOfALongCommand) {
  const std::string command = "echo " + std::string(30000, 'x');
  for (const int columns : {20, 80, 237}) {
    std::string shown;
    for (const absl::string_view row :
         absl::StrSplit(QuestionText(About(command), columns), '\n')) {
      EXPECT_LE(row.size(), static_cast<std::size_t>(columns + 8)) << row;
      if (absl::StartsWith(row, "  | ")) shown += row.substr(4);
    }
    EXPECT_EQ(shown, command);
  }
}

TEST(QuestionText, CountsCellsAndBreaksNoCharacter) {
  // Nine wide letters: eighteen cells, twenty with the indent.
  const std::string nine =
      "\u65e5\u65e5\u65e5\u65e5\u65e5\u65e5\u65e5\u65e5\u65e5";
  EXPECT_THAT(QuestionText(About(nine), 20), HasSubstr("\n  " + nine + "\n"));
  EXPECT_THAT(
      QuestionText(About(nine + "\u65e5"), 20),
      HasSubstr("\n  | " + nine.substr(0, 24) + "\n  | \u65e5\u65e5\n"));
}

TEST(QuestionText, KeepsAMarkWithItsLetter) {
  EXPECT_THAT(QuestionText(About("echo 6789012345e\u0301\u0301 xyz"), 20),
              HasSubstr("\n  | echo 6789012345e\u0301\u0301\n  |  xyz\n"));
}

TEST(QuestionText, TakesAnAbsurdWidthForTheUsualOne) {
  const std::string command(70, 'x');
  for (const int columns : {-1, 0, 1, 19}) {
    EXPECT_THAT(QuestionText(About(command), columns),
                HasSubstr("\n  " + command + "\n"));
  }
}

TEST(QuestionText, NotesLettersThatMayDeceive) {  // render-035
  EXPECT_THAT(
      QuestionText(About("touch \u0430"), 80),
      HasSubstr("\n  touch \u0430\n  note: \u0430 is U+0430, which only "
                "looks like a\n  [y]"));
  EXPECT_THAT(QuestionText(About("touch r\u00e9sum\u00e9"), 80),
              ::testing::Not(HasSubstr("note:")));
}

}  // namespace
}  // namespace aii::approve
