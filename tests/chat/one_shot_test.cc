#include "chat/one_shot.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
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

// Has a window, and counts or doesn't.
class Counter final : public model::Backend {
 public:
  model::InfoResult Info(const base::Cancel&) override {
    ++asked;
    if (!known) return base::Failure{.lines = {"gone"}};
    return model::ModelInfo{.context_tokens = window};
  }
  std::optional<int> CountTokens(const std::string&,
                                 const base::Cancel&) override {
    ++counted;
    return tokens;
  }
  void StartTurn(std::string) override {}
  model::Event Next(const base::Cancel&) override { return model::Done{}; }
  void Answer(absl::string_view, std::string) override {}

  bool known = true;
  int window = 8000;
  std::optional<int> tokens;
  int asked = 0;
  int counted = 0;
};

// spec E5
TEST(Preflight, RefusesWhatCanNotFit) {
  Counter backend;
  backend.tokens = 8001;
  const auto failure =
      Preflight(backend, std::string(9000, 'x'), base::Cancel());
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->code, base::FailureCode::kContextExceeded);
  EXPECT_EQ(failure->lines[0],
            "Input is 8001 tokens, exceeding the 8000-token context window");
  EXPECT_EQ(failure->lines[1],
            "try a shorter input or trim --file/stdin content");
}

TEST(Preflight, LetsTheRestPass) {
  Counter backend;
  backend.tokens = 8000;
  EXPECT_FALSE(Preflight(backend, std::string(9000, 'x'), {}).has_value());
  backend.tokens.reset();
  EXPECT_FALSE(Preflight(backend, std::string(9000, 'x'), {}).has_value());
  backend.known = false;
  EXPECT_FALSE(Preflight(backend, std::string(9000, 'x'), {}).has_value());
}

TEST(Preflight, AsksOnlyWhereThereIsADoubt) {
  Counter backend;
  EXPECT_FALSE(Preflight(backend, std::string(4096, 'x'), {}).has_value());
  EXPECT_EQ(backend.asked, 0);
  EXPECT_FALSE(Preflight(backend, std::string(8000, 'x'), {}).has_value());
  EXPECT_EQ(backend.asked, 1);
  EXPECT_EQ(backend.counted, 0) << "a token is a byte at least";
}

}  // namespace
}  // namespace aii::chat
