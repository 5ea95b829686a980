#include "approve/approver.h"

#include <string>
#include <variant>
#include <vector>

#include "argv/render.h"
#include "base/cancel.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "policy/decide.h"

namespace aii::approve {
namespace {

using Words = std::vector<std::string>;

// Gives one answer and keeps what it was asked.
class CannedApprover final : public Approver {
 public:
  explicit CannedApprover(Answer answer) : answer_(answer) {}
  Answer Ask(const Question& question, const base::Cancel&) override {
    ++asked;
    last = question;
    return answer_;
  }
  int asked = 0;
  Question last;

 private:
  Answer answer_;
};

policy::Candidate MakeCandidate(const std::string& path, Words argv) {
  policy::Candidate candidate;
  candidate.program.path = path;
  candidate.program.name = path.substr(path.rfind('/') + 1);
  candidate.program.final_name = candidate.program.name;
  candidate.program.identity.inode = 42;
  candidate.argv = std::move(argv);
  return candidate;
}

policy::Ask Offering(Words prefix) {
  return {.trusted = true, .reason = "no rule covers it", .always = prefix};
}

policy::Ask NotOffering(bool trusted) {
  return {.trusted = trusted,
          .reason = "no rule covers it",
          .always = policy::NotOffered{"not in a system directory"}};
}

TEST(Asking, ShowsTheWordsAsGivenWhereTheProgramIsTrusted) {
  CannedApprover approver(Answer::kNo);
  (void)Asking::Ask(approver,
                    MakeCandidate("/usr/bin/git", {"git", "status", "--short"}),
                    Offering({"git", "status"}), base::Cancel());
  EXPECT_EQ(approver.asked, 1);
  EXPECT_EQ(approver.last.command.text(), "git status --short");
  EXPECT_TRUE(approver.last.trusted);
  ASSERT_TRUE(approver.last.always.has_value());
  EXPECT_EQ(approver.last.always->text(), "git status");
}

// spec Q3
TEST(Asking, ShowsTheResolvedPathWhereItIsNot) {
  CannedApprover approver(Answer::kNo);
  (void)Asking::Ask(approver, MakeCandidate("/home/ada/bin/x y", {"x y", "-a"}),
                    NotOffering(false), base::Cancel());
  EXPECT_EQ(approver.last.command.text(), "'/home/ada/bin/x y' -a");
  EXPECT_FALSE(approver.last.trusted);
  EXPECT_FALSE(approver.last.always.has_value());
}

TEST(Asking, RendersWhatCouldHide) {
  CannedApprover approver(Answer::kNo);
  (void)Asking::Ask(approver,
                    MakeCandidate("/bin/echo", {"echo", "a\n\033[8m"}),
                    NotOffering(true), base::Cancel());
  EXPECT_EQ(approver.last.command, argv::Render(Words{"echo", "a\n\033[8m"}));
  EXPECT_EQ(approver.last.command.text().find('\033'), std::string::npos);
}

TEST(ShownWords, ChangesNothingButTheProgram) {
  const policy::Candidate candidate =
      MakeCandidate("/opt/x", {"./x", "./x", ""});
  EXPECT_EQ(Asking::ShownWords(candidate, true), candidate.argv);
  EXPECT_EQ(Asking::ShownWords(candidate, false), (Words{"/opt/x", "./x", ""}));
}

TEST(Asking, GrantsExactlyTheCandidate) {
  for (const Answer yes : {Answer::kOnce, Answer::kAlways}) {
    CannedApprover approver(yes);
    const auto outcome =
        Asking::Ask(approver, MakeCandidate("/usr/bin/git", {"git", "log"}),
                    Offering({"git", "log"}), base::Cancel());
    const auto* approved = std::get_if<Approved>(&outcome);
    ASSERT_NE(approved, nullptr);
    EXPECT_EQ(approved->always, yes == Answer::kAlways);
    EXPECT_EQ(approved->grant.program().path, "/usr/bin/git");
    EXPECT_EQ(approved->grant.program().identity.inode, 42u);
    EXPECT_EQ(approved->grant.argv(), (Words{"git", "log"}));
    EXPECT_EQ(approved->grant.source(), policy::GrantSource::kPerson);
  }
}

TEST(Asking, GrantsTheGivenNameAlsoWhereItShowsThePath) {
  CannedApprover approver(Answer::kOnce);
  const auto outcome =
      Asking::Ask(approver, MakeCandidate("/home/ada/x", {"./x"}),
                  NotOffering(false), base::Cancel());
  ASSERT_TRUE(std::holds_alternative<Approved>(outcome));
  EXPECT_EQ(std::get<Approved>(outcome).grant.argv(), (Words{"./x"}));
}

TEST(Asking, PassesEveryRefusalOn) {
  for (const Answer answer :
       {Answer::kNo, Answer::kNoTerminal, Answer::kCancelled}) {
    CannedApprover approver(answer);
    const auto outcome =
        Asking::Ask(approver, MakeCandidate("/bin/rm", {"rm", "x"}),
                    NotOffering(true), base::Cancel());
    ASSERT_TRUE(std::holds_alternative<Refused>(outcome));
    EXPECT_EQ(std::get<Refused>(outcome).answer, answer);
  }
}

// tty-031
TEST(Asking, TakesAnAlwaysThatWasNotOfferedForANo) {
  CannedApprover approver(Answer::kAlways);
  const auto outcome =
      Asking::Ask(approver, MakeCandidate("/bin/rm", {"rm", "x"}),
                  NotOffering(true), base::Cancel());
  ASSERT_TRUE(std::holds_alternative<Refused>(outcome));
  EXPECT_EQ(std::get<Refused>(outcome).answer, Answer::kNo);
}

}  // namespace
}  // namespace aii::approve
