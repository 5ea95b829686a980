#include "chat/one_shot.h"

#include <gtest/gtest.h>

#include <vector>

namespace aii::chat {
namespace {

struct ComposeCase {
  const char* says;  // reads after "ComposeMessage"
  const char* prompt;
  const char* content;
  const char* message;
};

// spec M4
TEST(ComposeMessage, PutsContentBetweenItsMarkers) {
  const std::vector<ComposeCase> cases = {
      {"gives the prompt alone without content", "sum it up", "", "sum it up"},
      {"gives the content alone without prompt", "", "text\n", "text\n"},
      {"sets each marker on its own line", "sum it up", "one\ntwo\n",
       "sum it up\n\n--- CONTENT ---\none\ntwo\n--- END CONTENT ---"},
      {"adds the newline that content lacks", "sum it up", "one",
       "sum it up\n\n--- CONTENT ---\none\n--- END CONTENT ---"},
  };
  for (const ComposeCase& c : cases) {
    SCOPED_TRACE(c.says);
    EXPECT_EQ(ComposeMessage(c.prompt, c.content), c.message);
  }
}

}  // namespace
}  // namespace aii::chat
