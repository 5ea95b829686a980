#include "os/line_editor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <future>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "os/signals.h"
#include "tests/support/pseudo_terminal.h"

// libtinfo remembers the last four terminals and loses a string of older ones.
// Here there is one an editor, in the program one in all.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:_nc_trim_sgr0";
}

namespace aii::os {
namespace {

using testing::PseudoTerminal;

class LineEditorTest : public ::testing::Test {
 protected:
  LineEditorTest()
      : source_(std::move(base::CancelSource::Create()).value()),
        editor_(OpenEditor()) {}

  std::unique_ptr<LineEditor> OpenEditor() {
    return std::move(LineEditor::Open(source_->token(), terminal_.path()))
        .value();
  }

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

bool SameModes(const termios& a, const termios& b) {
  return a.c_iflag == b.c_iflag && a.c_oflag == b.c_oflag &&
         a.c_lflag == b.c_lflag &&
         std::equal(std::begin(a.c_cc), std::end(a.c_cc), std::begin(b.c_cc));
}

// spec C10
TEST_F(LineEditorTest, LeavesTheModesAsTheyWere) {
  editor_.reset();
  termios found = terminal_.Modes();
  // Modes that the library would not choose.
  found.c_lflag &= ~static_cast<tcflag_t>(ECHO);
  found.c_iflag |= static_cast<tcflag_t>(IXANY);
  found.c_cc[VERASE] = 0x08;
  ASSERT_EQ(::tcsetattr(terminal_.slave(), TCSANOW, &found), 0);
  editor_ = OpenEditor();
  EXPECT_TRUE(SameModes(terminal_.Modes(), found));
  auto answer = std::async(std::launch::async, [this] {
    return editor_->Read("> ", source_->token());
  });
  ASSERT_TRUE(terminal_.WaitForText("> "));
  EXPECT_FALSE(SameModes(terminal_.Modes(), found));
  terminal_.Type("x\r");
  EXPECT_EQ(Word(answer.get()), "line x");
  EXPECT_TRUE(SameModes(terminal_.Modes(), found));
  editor_.reset();
  EXPECT_TRUE(SameModes(terminal_.Modes(), found));
}

// Whoever changes them between two lines has the word.
TEST_F(LineEditorTest, EndsWithTheModesOfItsLastLine) {
  EXPECT_EQ(Typed("x\r"), "line x");
  termios changed = terminal_.Modes();
  changed.c_lflag ^= static_cast<tcflag_t>(ECHO);
  ASSERT_EQ(::tcsetattr(terminal_.slave(), TCSANOW, &changed), 0);
  editor_.reset();
  EXPECT_TRUE(SameModes(terminal_.Modes(), changed));
}

TEST_F(LineEditorTest, IsNotStoppedByCtrlS) {
  EXPECT_EQ(Typed("\x13hello\r"), "line hello");
}

// A job that edits a line; how that ended.
int EditAsAJob(const PseudoTerminal& terminal) {
  while (::tcgetpgrp(terminal.slave()) != ::getpgrp()) ::usleep(1'000);
  const auto source = std::move(base::CancelSource::Create()).value();
  const SignalWatch watch(*source);
  const auto editor = LineEditor::Open(source->token());
  if (!editor.ok()) return 1;
  const EditorAnswer answer = (*editor)->Read("> ", source->token());
  if (std::holds_alternative<EditorCancelled>(answer)) return 2;
  const auto* line = std::get_if<EditedLine>(&answer);
  return line != nullptr && line->text == "half and whole" ? 0 : 3;
}

// A shell that starts EditAsAJob, takes the terminal when it stops and makes it
// raw, and lets `then` deal with it. Returns what the job did.
int RunShell(const PseudoTerminal& terminal,
             const std::function<void(pid_t job)>& then) {
  const pid_t job = testing::StartJob([&] { return EditAsAJob(terminal); });
  testing::SetForeground(terminal.slave(), job);
  if (testing::WaitForChild(job, WUNTRACED) != 2000 + SIGTSTP) return 100;
  if (!terminal.InLineMode()) return 101;
  testing::SetForeground(terminal.slave(), ::getpgrp());
  terminal.SetRaw();
  then(job);
  return testing::WaitForChild(job, WUNTRACED) % 256;
}

TEST(LineEditorRead, LeavesTheShellItsModesWhereItEndsInTheBackground) {
  PseudoTerminal terminal;
  const pid_t session = testing::StartSession(&terminal, [&] {
    return RunShell(terminal, [](pid_t job) {
      ::kill(-job, SIGTERM);
      ::kill(-job, SIGCONT);
    });
  });
  ASSERT_TRUE(terminal.WaitForText("> "));
  terminal.Type("\x1A");
  EXPECT_EQ(testing::WaitForChild(session), 2);
  termios raw = terminal.Modes();
  ::cfmakeraw(&raw);
  EXPECT_TRUE(SameModes(terminal.Modes(), raw));
}

TEST(LineEditorRead, GoesOnWhenItIsBroughtBack) {
  PseudoTerminal terminal;
  const pid_t session = testing::StartSession(&terminal, [&] {
    return RunShell(terminal, [&](pid_t job) {
      testing::SetForeground(terminal.slave(), job);
      ::kill(-job, SIGCONT);
    });
  });
  ASSERT_TRUE(terminal.WaitForText("> "));
  terminal.Type("half");
  ASSERT_TRUE(terminal.WaitForText("half"));
  terminal.ClearScreen();
  terminal.Type("\x1A");
  ASSERT_TRUE(terminal.WaitForText("> half"));
  terminal.Type(" and whole\r");
  EXPECT_EQ(testing::WaitForChild(session), 0);
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

struct ResizeCase {
  const char* says;  // reads after "LineEditor"
  unsigned short before;
  unsigned short after;
  const char* key;
  const char* drawn;  // from where the old drawing began
};

// The line is 2 + 30 cells.
TEST_F(LineEditorTest, DrawsTheLineAnewWhenTheTerminalChangedItsWidth) {
  const std::string text = "abcdefghijklmnopqrstuvwxyz0123";
  const std::vector<ResizeCase> cases = {
      {"starts on the same row", 80, 40, "!", "\r\033[J> abcdef"},
      {"goes up by its own rows", 20, 10, "!", "\r\033[1A\033[J> abcdef"},
      {"never goes up further", 80, 20, "!", "\r\033[J> abcdef"},
      {"never goes up further", 20, 80, "!", "\r\033[J> abcdef"},
      {"counts to the cursor only", 20, 10, "\x01!", "\r\033[1A\033[J> abc"},
  };
  for (const ResizeCase& c : cases) {
    SCOPED_TRACE(c.says);
    terminal_.SetColumns(c.before);
    terminal_.ClearScreen();
    auto answer = std::async(std::launch::async, [this] {
      return editor_->Read("> ", source_->token());
    });
    ASSERT_TRUE(terminal_.WaitForText("> "));
    terminal_.Type(text);
    ASSERT_TRUE(terminal_.WaitForText("123"));
    terminal_.SetColumns(c.after);
    terminal_.ClearScreen();
    terminal_.Type(c.key);
    EXPECT_TRUE(terminal_.WaitForText(c.drawn)) << terminal_.screen();
    EXPECT_TRUE(terminal_.WaitForText("!"));
    terminal_.Type("\r");
    EXPECT_EQ(Word(answer.get()),
              absl::StrCat("line ", c.key[0] == '!' ? text + "!" : "!" + text));
  }
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
  EXPECT_TRUE(editor_->Write("aii \u2014 header\n", source_->token()).ok());
  EXPECT_TRUE(terminal_.WaitForText("aii \u2014 header"));
}

TEST(LineEditorOpen, SaysThatAFileIsNoTerminal) {
  EXPECT_EQ(LineEditor::Open({}, "/dev/null").status().message(),
            "'/dev/null' is not a terminal");
  EXPECT_FALSE(LineEditor::Open({}, "/nonexistent").ok());
}

}  // namespace
}  // namespace aii::os
