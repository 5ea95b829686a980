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

// spec F1
TEST(ParseFlags, CombinesShortFlags) {
  const Options options = Parsed({"-xjv", "hello"});
  EXPECT_TRUE(options.exec);
  EXPECT_TRUE(options.json);
  EXPECT_TRUE(options.verbose);
  EXPECT_EQ(options.prompt, "hello");
}

// spec F2
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

// spec F2
TEST(ParseFlags, EndsOptionsAtTwoDashes) {
  EXPECT_EQ(Parsed({"-x", "--", "--help"}).prompt, "--help");
  EXPECT_EQ(Parsed({"-"}).prompt, "-");
  EXPECT_EQ(Parsed({""}).prompt, "");
}

// spec F2
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
      {{"--list"}, "unknown option '--list'; did you mean '--list-allowed'?"},
      {{"--list-alowed"},
       "unknown option '--list-alowed'; did you mean '--list-allowed'?"},
      {{"--zzzzzzzzzz"}, "unknown option '--zzzzzzzzzz'"},
      {{"--="}, "unknown option '--'"},
      {{"-xq"}, "unknown option '-q'"},
      {{"-version"}, "unknown option '-e'; did you mean '--version'?"},
      {{"--nope", "-q"}, "unknown option '--nope'"},
      {{"--explain", "df"}, "put '--' before the program to explain: 'df'"},
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

struct ConflictCase {
  std::vector<absl::string_view> words;
  const char* message;
};

// spec F6, E4
TEST(ParseFlags, RefusesWhatCannotBeCombined) {
  const char kManagement[] =
      "--list-allowed and --reset-allowed cannot be combined with a prompt, "
      "-i, -x, -f, or each other";
  const char kModelInfo[] =
      "--model-info cannot be combined with a prompt, -i, -x, -f, "
      "--list-allowed or --reset-allowed";
  const char kExplain[] =
      "--explain takes a program after '--' and cannot be combined with a "
      "prompt, -i, -x, -f, -m, --list-allowed or --reset-allowed";
  const char kStopServer[] =
      "--stop-server cannot be combined with a prompt, -i, -x, -f, -m, "
      "--explain, --list-allowed or --reset-allowed";
  const std::vector<ConflictCase> cases = {
      {{"--list-allowed", "hi"}, kManagement},
      {{"--list-allowed", "-f", "x"}, kManagement},
      {{"--list-allowed", "--reset-allowed"}, kManagement},
      {{"--list-allowed", ""}, kManagement},
      {{"--reset-allowed", "-x"}, kManagement},
      {{"--reset-allowed", "--", "-m"}, kManagement},
      {{"-m", "hi"}, kModelInfo},
      {{"-xm"}, kModelInfo},
      {{"-m", "-f", "x"}, kModelInfo},
      {{"-m", "--list-allowed"}, kModelInfo},
      {{"--explain", "-x", "--", "df"}, kExplain},
      {{"hi", "--explain", "--", "df"}, kExplain},
      {{"--explain", "-m", "--", "df"}, kExplain},
      {{"--explain", "--reset-allowed"}, kExplain},
      {{"-i", "--list-allowed"}, kManagement},
      {{"-im"}, kModelInfo},
      {{"-i", "--explain", "--", "df"}, kExplain},
      {{"-i", "-f", "x"}, "--interactive and --file cannot be combined"},
      {{"-in"},
       "--interactive reads standard input and cannot be combined with "
       "--no-stdin"},
      {{"--stop-server", "hi"}, kStopServer},
      {{"--stop-server", "-i"}, kStopServer},
      {{"-m", "--stop-server"}, kStopServer},
      {{"--stop-server", "--list-allowed"}, kStopServer},
      {{"--stop-server", "--explain"}, kStopServer},
  };
  for (const ConflictCase& c : cases) {
    SCOPED_TRACE(::testing::PrintToString(c.words));
    auto parsed = Parse(c.words);
    ASSERT_TRUE(std::holds_alternative<base::Failure>(parsed));
    const auto& failure = std::get<base::Failure>(parsed);
    EXPECT_EQ(failure.code, base::FailureCode::kConflictingInput);
    EXPECT_THAT(failure.lines, ElementsAre(c.message));
  }
}

TEST(ParseFlags, TakesWhatDoesNoHarmBesideAManagementFlag) {
  EXPECT_TRUE(Parsed({"-jnv", "--list-allowed", "--model", "x"}).list_allowed);
  EXPECT_TRUE(Parsed({"-jnvm", "--model", "x"}).model_info);
  EXPECT_TRUE(Parsed({"-jnv", "--stop-server"}).stop_server);
}

// spec F5
TEST(ParseFlags, GivesHelpAndVersionBesideAnything) {
  EXPECT_TRUE(Parsed({"--list-allowed", "hi", "-h"}).help);
  EXPECT_TRUE(Parsed({"-mx", "--version"}).version);
}

// spec F3
TEST(ParseFlags, TakesTheLastOfTwoValues) {
  EXPECT_EQ(Parsed({"-fa", "--file=b"}).file, "b");
}

TEST(ParseFlags, TakesTheWordsAfterTwoHyphensAsTheCommandToExplain) {
  const Options options = Parsed({"--explain", "-j", "--", "ls", "-x", "--"});
  EXPECT_TRUE(options.json);
  EXPECT_FALSE(options.exec);
  EXPECT_THAT(options.command, ElementsAre("ls", "-x", "--"));
}

TEST(ParseFlags, KnowsThatErrorsAreWantedAsJsonEvenWhenItFails) {
  bool json = false;
  for (const std::vector<absl::string_view>& words :
       std::vector<std::vector<absl::string_view>>{{"--nope", "-xj"},
                                                   {"--json", "-q"},
                                                   {"-qj"},
                                                   {"a", "b", "-j"},
                                                   {"-fx", "-j", "--model"},
                                                   {"-jm", "hi"}}) {
    json = false;
    (void)ParseFlags(words, json);
    EXPECT_TRUE(json) << ::testing::PrintToString(words);
  }
  for (const std::vector<absl::string_view>& words :
       std::vector<std::vector<absl::string_view>>{
           {"--nope", "--", "-j"}, {"--nope", "-fj"}, {"-q", "--file", "-j"}}) {
    json = true;
    (void)ParseFlags(words, json);
    EXPECT_FALSE(json) << ::testing::PrintToString(words);
  }
}

}  // namespace
}  // namespace aii::cli
