#include "argv/quote.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace aii::argv {
namespace {

TEST(AppendSingleQuoted, KeepsEveryByteButTheQuote) {
  struct Case {
    const char* says;
    std::string word;
    std::string quoted;
  };
  const std::vector<Case> cases = {
      {"an empty word", "", "''"},
      {"blanks and backslashes", "a \\b", "'a \\b'"},
      {"a quote inside", "it's", "'it'\\''s'"},
      {"quotes alone", "''", "''\\'''\\'''"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.says);
    std::string out = "x ";
    AppendSingleQuoted(c.word, out);
    EXPECT_EQ(out, "x " + c.quoted);
  }
}

}  // namespace
}  // namespace aii::argv
