#include "tool/result_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "base/utf8.h"

namespace aii::tool {
namespace {

using namespace std::string_literals;  // for NUL inside a literal
using ::testing::EndsWith;

constexpr std::size_t kCapBytes = 2048;

// SPEC-EXEC 4, word for word.
// spec T4
TEST(ResultText, IsTheContractWordForWord) {
  EXPECT_EQ(FinishedText(0, "hello", 5), "exit 0\nhello");
  EXPECT_EQ(TimedOutText("par", 3),
            "Terminated: the command exceeded the 30-second time limit.\npar");
  EXPECT_EQ(DeclinedText(),
            "Denied: the user declined to run this command. Do not retry it.");
  EXPECT_EQ(NoTerminalText(),
            "Denied: this command is not on the allowlist and there is no "
            "terminal to ask the user for approval. Do not retry it.");
  EXPECT_EQ(NotFoundText("gti"), "Error: executable not found: gti");
  EXPECT_EQ(LaunchFailedText("x", "Permission denied"),
            "Error: could not launch x: Permission denied");
  EXPECT_EQ(InvalidExecutableText(), "Error: invalid executable");
  EXPECT_EQ(InvalidArgumentsText(), "Error: invalid arguments");
}

// spec T4
TEST(ResultText, OfOurOwnIsStable) {
  EXPECT_EQ(InterruptedText(),
            "Terminated: the user interrupted the command. Do not retry it.");
  EXPECT_EQ(TooManyCallsText(),
            "Denied: too many commands in one turn. Answer with what you "
            "have.");
  EXPECT_EQ(WrittenCallText(),
            "Error: a call that is written as text does not run. Call the tool "
            "run_command, or answer in words.");
}

struct FinishedCase {
  const char* says;  // reads after "FinishedText"
  int status;
  std::string output;
  std::uint64_t total_bytes;
  std::string text;
};

TEST(FinishedText, ShowsStatusAndOutput) {
  const std::string full(kCapBytes, 'x');
  const FinishedCase cases[] = {
      {"drain-001: below the cap", 0, "hello", 5, "exit 0\nhello"},
      {"ends with the newline of the status where nothing was said: drain-015",
       7, "", 0, "exit 7\n"},
      {"shows a signal as 128+n", 137, "", 0, "exit 137\n"},
      {"drain-003: exactly the cap is not truncated", 0, full, kCapBytes,
       "exit 0\n" + full},
      {"drain-005: counts what was not kept", 0, full, 100'000'000,
       "exit 0\n" + full +
           "\n[output truncated: 100000000 bytes, showing first 2048]"},
      {"counts in 64 bits", 0, full, 10'737'418'240,
       "exit 0\n" + full +
           "\n[output truncated: 10737418240 bytes, showing first 2048]"},
      {"drain-010: keeps NUL", 0, "a\0b"s, 3, "exit 0\na\0b"s},
      {"drain-011: leaves escape sequences to the model", 0,
       "\x1B]0;x\x07\x1B[2J", 10, "exit 0\n\x1B]0;x\x07\x1B[2J"},
      {"replaces what is not UTF-8", 1, "\xFFok\x9B", 4,
       "exit 1\n\xEF\xBF\xBDok\xEF\xBF\xBD"},
  };
  for (const FinishedCase& c : cases) {
    SCOPED_TRACE(c.says);
    EXPECT_EQ(FinishedText(c.status, c.output, c.total_bytes), c.text);
  }
}

// drain-008: 2048 raw bytes end in half a character.
// spec T7
TEST(FinishedText, ShowsOneReplacementForACutCharacter) {
  std::string output = "x";
  while (output.size() <= kCapBytes) output += "\xC3\xA9";
  output.resize(kCapBytes);
  const std::string text = FinishedText(0, output, 2049);
  EXPECT_TRUE(base::IsValidUtf8(text));
  EXPECT_THAT(text,
              EndsWith("\xC3\xA9\xEF\xBF\xBD\n[output truncated: 2049 bytes, "
                       "showing first 2048]"));
}

// timeout-001, timeout-003: the limit is named as the spec does, whatever was
// injected.
TEST(TimedOutText, KeepsPartialOutputAndItsNote) {
  constexpr absl::string_view kSays =
      "Terminated: the command exceeded the 30-second time limit.\n";
  EXPECT_EQ(TimedOutText("", 0), kSays);
  EXPECT_EQ(TimedOutText("bye\n", 4), absl::StrCat(kSays, "bye\n"));
  EXPECT_EQ(
      TimedOutText("ab", 9),
      absl::StrCat(kSays, "ab\n[output truncated: 9 bytes, showing first 2]"));
}

TEST(ErrorTexts, AreUtf8WhateverTheName) {
  EXPECT_EQ(NotFoundText("a\x9B"),
            "Error: executable not found: a\xEF\xBF\xBD");
  EXPECT_EQ(LaunchFailedText("\xFF", "\xFE"),
            "Error: could not launch \xEF\xBF\xBD: \xEF\xBF\xBD");
}

}  // namespace
}  // namespace aii::tool
