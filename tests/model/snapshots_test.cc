#include "model/snapshots.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace aii::model {
namespace {

struct AdvanceCase {
  const char* says;  // reads after "Advance"
  std::vector<std::string> snapshots;
  std::vector<std::string> fresh;
};

TEST(Snapshots, GivesWhatIsNew) {
  const std::vector<AdvanceCase> cases = {
      {"gives the first as it is", {"Hel"}, {"Hel"}},
      {"gives the rest of one that grows",
       {"Hel", "Hello", "Hello there"},
       {"Hel", "lo", " there"}},
      {"gives nothing for the same again", {"a", "a"}, {"a", ""}},
      {"gives the whole of one that starts over",
       {"Let me look.", "Here", "Here it is"},
       {"Let me look.", "Here", " it is"}},
      {"takes a shorter one for a new segment", {"abc", "ab"}, {"abc", "ab"}},
      {"gives nothing for an empty one, and then the whole",
       {"abc", "", "abc"},
       {"abc", "", "abc"}},
      {"gives a combining mark alone", {"e", "e\u0301"}, {"e", "\u0301"}},
      {"never takes an equivalent form for the same",
       {"e\u0301", "\u00e9!"},
       {"e\u0301", "\u00e9!"}},
      {"gives the rest of a joined emoji",
       {"\U0001F469", "\U0001F469\u200D", "\U0001F469\u200D\U0001F4BB"},
       {"\U0001F469", "\u200D", "\U0001F4BB"}},
      {"gives the second half of a flag",
       {"\U0001F1E9", "\U0001F1E9\U0001F1EA"},
       {"\U0001F1E9", "\U0001F1EA"}},
      {"gives the rest of a line end", {"a\r", "a\r\n"}, {"a\r", "\n"}},
      {"holds back a character that is cut",
       {"caf\uFFFD", "caf\u00e9", "caf\u00e9 au lait"},
       {"caf", "\u00e9", " au lait"}},
      {"holds back each byte of it",
       {"\uFFFD", "\uFFFD\uFFFD", "\U0001F600"},
       {"", "", "\U0001F600"}},
      {"gives U+FFFD where text follows it",
       {"a\uFFFD", "a\uFFFD!"},
       {"a", "\uFFFD!"}},
      {"gives what it held back before a new segment",
       {"a\uFFFD", "Here"},
       {"a", "\uFFFDHere"}},
      {"forgets what it held back where nothing became of it",
       {"a\uFFFD", "a", "a"},
       {"a", "", ""}},
  };
  for (const AdvanceCase& c : cases) {
    SCOPED_TRACE(c.says);
    Snapshots snapshots;
    std::vector<std::string> fresh;
    for (const std::string& snapshot : c.snapshots) {
      fresh.emplace_back(snapshots.Advance(snapshot));
    }
    EXPECT_EQ(fresh, c.fresh);
  }
}

TEST(Snapshots, GivesAtTheEndWhatItHeldBack) {
  Snapshots snapshots;
  EXPECT_EQ(snapshots.Advance("a\uFFFD\uFFFD"), "a");
  EXPECT_EQ(snapshots.Finish(), "\uFFFD\uFFFD");
  EXPECT_EQ(snapshots.Finish(), "");
  EXPECT_EQ(snapshots.Advance("a\uFFFD\uFFFD"), "");
}

}  // namespace
}  // namespace aii::model
