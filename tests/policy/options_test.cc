#include "policy/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/getopt_reference.h"

namespace aii::policy {

void PrintTo(const GivenOption& option, std::ostream* out) {
  *out << option.id << "=" << (option.value ? *option.value : "(none)");
}

namespace {

using ::testing::ElementsAreArray;

using Words = std::vector<std::string>;

constexpr LongOption kLong[] = {
    {"all", OptionValue::kNone, 'a'},
    {"also-all", OptionValue::kNone, 'a'},
    {"before", OptionValue::kRequired, 'b'},
    {"color", OptionValue::kOptional, 'c'},
    {"color-map", OptionValue::kRequired, 300},
    {"-hidden", OptionValue::kNone, 301},
};
constexpr OptionTable kTable = {"ab:c::", kLong};

GivenOption Bad() { return {}; }

struct ReadCase {
  const char* says;  // reads after "ReadOptions"
  Words arguments;
  std::vector<GivenOption> options;
  std::vector<absl::string_view> operands;
};

void ExpectRead(const std::vector<ReadCase>& cases) {
  for (const ReadCase& c : cases) {
    SCOPED_TRACE(c.says);
    const GivenWords given = ReadOptions(kTable, c.arguments);
    EXPECT_THAT(given.options, ElementsAreArray(c.options));
    EXPECT_THAT(given.operands, ElementsAreArray(c.operands));
  }
}

TEST(ReadOptions, ReadsShortOptions) {
  ExpectRead({
      {"gives nothing for nothing", {}, {}, {}},
      {"takes a flag", {"-a"}, {{'a', {}}}, {}},
      {"takes a cluster", {"-aa"}, {{'a', {}}, {'a', {}}}, {}},
      {"takes an attached value", {"-bx"}, {{'b', "x"}}, {}},
      {"takes a value from the next word", {"-b", "x"}, {{'b', "x"}}, {}},
      {"takes a value at the end of a cluster",
       {"-abx"},
       {{'a', {}}, {'b', "x"}},
       {}},
      {"takes `--` as a value",
       {"-b", "--", "-a"},
       {{'b', "--"}, {'a', {}}},
       {}},
      {"takes an option as a value", {"-b", "-a"}, {{'b', "-a"}}, {}},
      {"takes an empty word as a value", {"-b", ""}, {{'b', ""}}, {}},
      {"keeps an equals sign in a short value", {"-b=x"}, {{'b', "=x"}}, {}},
      {"takes an attached optional value", {"-cx"}, {{'c', "x"}}, {}},
      {"takes no detached optional value", {"-c", "x"}, {{'c', {}}}, {"x"}},
      {"goes on after an unknown letter", {"-za"}, {Bad(), {'a', {}}}, {}},
      {"has no option named by a colon", {"-:"}, {Bad()}, {}},
      {"misses a value at the end", {"-b"}, {Bad()}, {}},
  });
}

TEST(ReadOptions, ReadsLongOptions) {
  ExpectRead({
      {"takes a whole name", {"--all"}, {{'a', {}}}, {}},
      {"takes a value after an equals sign", {"--before=x"}, {{'b', "x"}}, {}},
      {"takes an empty value", {"--before="}, {{'b', ""}}, {}},
      {"takes a value from the next word", {"--before", "x"}, {{'b', "x"}}, {}},
      {"takes an optional value", {"--color=x"}, {{'c', "x"}}, {}},
      {"takes no detached optional value",
       {"--color", "x"},
       {{'c', {}}},
       {"x"}},
      {"takes an abbreviation", {"--bef=x"}, {{'b', "x"}}, {}},
      {"takes an abbreviation of options that mean the same",
       {"--al"},
       {{'a', {}}},
       {}},
      {"refuses an ambiguous abbreviation", {"--col"}, {Bad()}, {}},
      {"prefers an exact name", {"--color"}, {{'c', {}}}, {}},
      {"refuses an unknown name", {"--nothing"}, {Bad()}, {}},
      {"refuses a longer name", {"--allx"}, {Bad()}, {}},
      {"refuses a value that is not taken", {"--all=x"}, {Bad()}, {}},
      {"misses a value at the end", {"--before"}, {Bad()}, {}},
      {"refuses an empty name", {"--=x"}, {Bad()}, {}},
      {"takes a name that starts with a hyphen", {"---hid"}, {{301, {}}}, {}},
      {"minds letter case", {"--ALL"}, {Bad()}, {}},
  });
}

TEST(ReadOptions, TellsOptionsFromOperands) {
  ExpectRead({
      {"takes options after operands", {"x", "-a"}, {{'a', {}}}, {"x"}},
      {"ends options at `--`", {"--", "-a", "--"}, {}, {"-a", "--"}},
      {"takes a lone hyphen as an operand", {"-", "-a"}, {{'a', {}}}, {"-"}},
      {"takes an empty word as an operand", {"", "-a"}, {{'a', {}}}, {""}},
      {"keeps operands in order",
       {"x", "-a", "y", "--", "z"},
       {{'a', {}}},
       {"x", "y", "z"}},
  });
}

// Every list of up to three of these words reads as the C library reads it.
TEST(ReadOptions, AgreesWithGetoptLongOnAllShortLists) {
#ifndef __GLIBC__
  GTEST_SKIP() << "the reference is the GNU C library's";
#endif
  const Words alphabet = {
      "-",     "--",      "-a",       "-b",         "-c",         "-ab",
      "-ba",   "-ca",     "-z",       "-a-",        "-:",         "--a",
      "--all", "--all=x", "--before", "--before=x", "--be",       "--color",
      "--col", "--co=x",  "--color-", "--color=",   "--color-m=", "---",
      "--=",   "--=x",    "---h",     "x",          "",           "--z",
  };
  const std::size_t size = alphabet.size();
  for (std::size_t code = 0; code < size * size * size; ++code) {
    Words words = {alphabet[code % size], alphabet[code / size % size],
                   alphabet[code / size / size]};
    const Words original = words;
    const GivenWords expected = testing::ReadByGetopt(kTable, words);
    const GivenWords given = ReadOptions(kTable, original);
    ASSERT_EQ(given.options, expected.options)
        << ::testing::PrintToString(original);
    ASSERT_EQ(given.operands, expected.operands)
        << ::testing::PrintToString(original);
  }
}

}  // namespace
}  // namespace aii::policy
