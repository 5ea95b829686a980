#include "os/line_editor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/pseudo_terminal.h"

namespace aii::os {
namespace {

using testing::PseudoTerminal;

class LineEditorTest : public ::testing::Test {
 protected:
  LineEditorTest()
      : source_(std::move(base::CancelSource::Create()).value()),
        editor_(std::move(LineEditor::Open(terminal_.path())).value()) {}

  // Reads a line while a person types; what it was, in words.
  std::string Typed(const std::string& keys, const std::string& shown = "> ") {
    terminal_.ClearScreen();
    auto answer = std::async(std::launch::async, [this] {
      return editor_->Read("> ", source_->token());
    });
    EXPECT_TRUE(terminal_.WaitForText(shown));
    terminal_.Type(keys);
    return Word(answer.get());
  }

  static std::string Word(const EditorAnswer& answer) {
    if (const auto* line = std::get_if<EditedLine>(&answer)) {
      return "line " + line->text;
    }
    return std::holds_alternative<EditorClosed>(answer) ? "closed"
                                                        : "cancelled";
  }

  PseudoTerminal terminal_;
  std::unique_ptr<base::CancelSource> source_;
  std::unique_ptr<LineEditor> editor_;
};

struct KeysCase {
  const char* says;  // reads after "LineEditor"
  const char* keys;
  const char* answer;
};

TEST_F(LineEditorTest, ReadsWhatAPersonTypes) {
  const std::vector<KeysCase> cases = {
      {"gives a line", "hello\r", "line hello"},
      {"gives an empty line", "\r", "line "},
      {"takes back a character", "hellp\x7Fo\r", "line hello"},
      {"goes to the start", "ello\x01h\r", "line hello"},
      {"takes back a line", "hello\x15go\r", "line go"},
      {"goes left", "hllo\033[D\033[D\033[De\r", "line hello"},
      {"takes any letters", "h\u00e9 \u65e5\u672c \U0001F600\r",
       "line h\u00e9 \u65e5\u672c \U0001F600"},
      {"takes back a wide letter", "\u65e5\u672c\x7F\r", "line \u65e5"},
      {"shows what is no letter as U+FFFD", "a\xFF z\r", "line a\uFFFD z"},
      {"ends at ctrl-D", "\x04", "closed"},
  };
  for (const KeysCase& c : cases) {
    SCOPED_TRACE(c.says);
    EXPECT_EQ(Typed(c.keys), c.answer);
  }
}

TEST_F(LineEditorTest, RemembersLinesForTheArrowKeys) {
  editor_->Remember("first");
  editor_->Remember("second");
  EXPECT_EQ(Typed("\033[A\r"), "line second");
  EXPECT_EQ(Typed("\033[A\033[A\r"), "line first");
}

TEST_F(LineEditorTest, EndsWhenItIsCancelledAndGoesOnAfterwards) {
  auto answer = std::async(std::launch::async, [this] {
    return editor_->Read("> ", source_->token());
  });
  ASSERT_TRUE(terminal_.WaitForText("> "));
  terminal_.Type("half a li");
  ASSERT_TRUE(terminal_.WaitForText("half a li"));
  source_->Trigger(base::CancelReason::kInterrupt);
  EXPECT_EQ(Word(answer.get()), "cancelled");
  source_->Reset();
  EXPECT_EQ(Typed("whole\r"), "line whole");
}

// spec C10
TEST_F(LineEditorTest, LeavesTheModesAsTheyWere) {
  const termios before = terminal_.Modes();
  auto answer = std::async(std::launch::async, [this] {
    return editor_->Read("> ", source_->token());
  });
  ASSERT_TRUE(terminal_.WaitForText("> "));
  EXPECT_FALSE(terminal_.InLineMode());
  terminal_.Type("x\r");
  EXPECT_EQ(Word(answer.get()), "line x");
  const termios after = terminal_.Modes();
  EXPECT_EQ(before.c_lflag, after.c_lflag);
  EXPECT_EQ(before.c_iflag, after.c_iflag);
  EXPECT_EQ(before.c_oflag, after.c_oflag);
}

TEST_F(LineEditorTest, ShowsTheLineAgainAfterAStop) {
  auto answer = std::async(std::launch::async, [this] {
    return editor_->Read("> ", source_->token());
  });
  ASSERT_TRUE(terminal_.WaitForText("> "));
  terminal_.Type("half");
  ASSERT_TRUE(terminal_.WaitForText("half"));
  terminal_.ClearScreen();
  source_->NoteResume();
  EXPECT_TRUE(terminal_.WaitForText("> half"));
  terminal_.Type("\r");
  EXPECT_EQ(Word(answer.get()), "line half");
}

TEST_F(LineEditorTest, EndsWhenTheTerminalIsGone) {
  auto answer = std::async(std::launch::async, [this] {
    return editor_->Read("> ", source_->token());
  });
  ASSERT_TRUE(terminal_.WaitForText("> "));
  terminal_.HangUp();
  EXPECT_EQ(Word(answer.get()), "closed");
}

TEST_F(LineEditorTest, WritesToTheTerminal) {
  EXPECT_TRUE(editor_->Write("aii \u2014 header\n").ok());
  EXPECT_TRUE(terminal_.WaitForText("aii \u2014 header"));
}

TEST(LineEditorOpen, SaysThatAFileIsNoTerminal) {
  EXPECT_EQ(LineEditor::Open("/dev/null").status().message(),
            "'/dev/null' is not a terminal");
  EXPECT_FALSE(LineEditor::Open("/nonexistent").ok());
}

}  // namespace
}  // namespace aii::os
