#include "cli/flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace aii::cli {
namespace {

using ::testing::ElementsAre;

std::variant<Options, base::Failure> Parse(
    const std::vector<absl::string_view>& words) {
  bool json = false;
  return ParseFlags(words, json);
}

Options Parsed(const std::vector<absl::string_view>& words) {
  auto parsed = Parse(words);
  if (auto* failure = std::get_if<base::Failure>(&parsed)) {
    ADD_FAILURE() << failure->lines[0];
    return {};
  }
  return std::get<Options>(parsed);
}

TEST(ParseFlags, TakesNothingAsNothing) {
  const Options options = Parsed({});
  EXPECT_FALSE(options.exec);
  EXPECT_FALSE(options.prompt.has_value());
}

TEST(ParseFlags, CombinesShortFlags) {
  const Options options = Parsed({"-xjv", "hello"});
  EXPECT_TRUE(options.exec);
  EXPECT_TRUE(options.json);
  EXPECT_TRUE(options.verbose);
  EXPECT_EQ(options.prompt, "hello");
}

TEST(ParseFlags, TakesAValueInEveryForm) {
  for (const std::vector<absl::string_view>& words :
       std::vector<std::vector<absl::string_view>>{{"--file", "notes.md"},
                                                   {"--file=notes.md"},
                                                   {"-f", "notes.md"},
                                                   {"-fnotes.md"},
                                                   {"-xf", "notes.md"},
                                                   {"-xfnotes.md"}}) {
    EXPECT_EQ(Parsed(words).file, "notes.md") << words[0];
  }
  EXPECT_EQ(Parsed({"--file="}).file, "");
  EXPECT_EQ(Parsed({"--model", "-odd"}).model, "-odd");
}

TEST(ParseFlags, EndsOptionsAtTwoDashes) {
  EXPECT_EQ(Parsed({"-x", "--", "--help"}).prompt, "--help");
  EXPECT_EQ(Parsed({"-"}).prompt, "-");
  EXPECT_EQ(Parsed({""}).prompt, "");
}

TEST(ParseFlags, AcceptsOptionsAfterThePrompt) {
  const Options options = Parsed({"hello", "-x"});
  EXPECT_TRUE(options.exec);
  EXPECT_EQ(options.prompt, "hello");
}

struct MisuseCase {
  std::vector<absl::string_view> words;
  const char* message;
};

TEST(ParseFlags, SaysWhatIsWrong) {
  const std::vector<MisuseCase> cases = {
      {{"--exce"}, "unknown option '--exce'; did you mean '--exec'?"},
      {{"--list"}, "unknown option '--list'; did you mean '--file'?"},
      {{"--list-alowed"},
       "unknown option '--list-alowed'; did you mean '--list-allowed'?"},
      {{"--zzzzzzzzzz"}, "unknown option '--zzzzzzzzzz'"},
      {{"-xq"}, "unknown option '-q'"},
      {{"--exec=yes"}, "option '--exec' takes no value"},
      {{"--model"}, "option '--model' needs a value: SPEC"},
      {{"-f"}, "option '--file' needs a value: PATH"},
      {{"one", "two"}, "more than one prompt: 'two'; put the prompt in quotes"},
  };
  for (const MisuseCase& c : cases) {
    auto parsed = Parse(c.words);
    ASSERT_TRUE(std::holds_alternative<base::Failure>(parsed)) << c.message;
    const auto& failure = std::get<base::Failure>(parsed);
    EXPECT_EQ(failure.code, base::FailureCode::kUsageError);
    EXPECT_THAT(failure.lines, ElementsAre(c.message, "try 'aii --help'"));
  }
}

TEST(ParseFlags, RefusesManagementFlagsTogetherWithAnythingElse) {
  for (const std::vector<absl::string_view>& words :
       std::vector<std::vector<absl::string_view>>{
           {"--list-allowed", "hi"},
           {"--reset-allowed", "-x"},
           {"--list-allowed", "--reset-allowed"},
           {"--list-allowed", "-f", "x"}}) {
    auto parsed = Parse(words);
    ASSERT_TRUE(std::holds_alternative<base::Failure>(parsed)) << words[1];
    EXPECT_EQ(std::get<base::Failure>(parsed).code,
              base::FailureCode::kConflictingInput);
  }
}

TEST(ParseFlags, KnowsThatErrorsAreWantedAsJsonEvenWhenItFails) {
  bool json = false;
  ParseFlags(std::vector<absl::string_view>{"--nope", "-xj"}, json);
  EXPECT_TRUE(json);
  ParseFlags(std::vector<absl::string_view>{"--nope", "--", "-j"}, json);
  EXPECT_FALSE(json);
}

TEST(Flags, HasEachNameAndLetterOnce) {
  for (const Flag& flag : Flags()) {
    for (const Flag& other : Flags()) {
      if (&flag == &other) continue;
      EXPECT_NE(flag.name, other.name);
      if (flag.letter != '\0') {
        EXPECT_NE(flag.letter, other.letter);
      }
    }
    EXPECT_NE(flag.set == nullptr, flag.value == nullptr) << flag.name;
    EXPECT_EQ(flag.value == nullptr, flag.argument.empty()) << flag.name;
  }
}

}  // namespace
}  // namespace aii::cli
