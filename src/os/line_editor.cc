#include "os/line_editor.h"

#include <fcntl.h>
#include <histedit.h>
#include <locale.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/errno_status.h"
#include "base/utf8.h"
#include "os/job_control.h"
#include "os/modes_guard.h"
#include "os/tty_poll.h"

namespace aii::os {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

struct EndEditor {
  void operator()(EditLine* editor) const { ::el_end(editor); }
};
struct EndHistory {
  void operator()(History* history) const { ::history_end(history); }
};

// The editor counts in wide characters; the text is UTF-8 whatever the
// environment says. Nothing else here depends on the locale.
void UseUtf8() {
  if (::setlocale(LC_CTYPE, "C.UTF-8") == nullptr) {
    ::setlocale(LC_CTYPE, "en_US.UTF-8");
  }
}

int CellsOfText(absl::string_view text) {
  int cells = 0;
  while (!text.empty()) {
    const base::DecodedChar decoded = base::DecodeChar(text);
    cells += base::CellsOf(decoded.code_point);
    text.remove_prefix(decoded.size_bytes);
  }
  return cells;
}

// Opened anew, so that its flags are nobody else's.
File OpenFile(const std::string& path, int flags, const char* mode) {
  const int fd = ::open(path.c_str(), flags | O_NOCTTY | O_CLOEXEC);
  return File(fd < 0 ? nullptr : ::fdopen(fd, mode));
}

}  // namespace

struct LineEditor::State {
  File in;  // not blocking; also for notices
  File out;
  std::unique_ptr<History, EndHistory> history;
  std::unique_ptr<EditLine, EndEditor> editor;
  int edits = 1;  // 0 where the terminal can do nothing but lines
  std::string prompt;
  int columns = 0;      // of the terminal when the line was last drawn
  base::Cancel cancel;  // of the Read() under way
  std::string partial;  // read, but no whole character yet

  // The library sets modes at its end that nobody asked for.
  ~State() {
    if (editor != nullptr) LeaveModesAlone();
  }

  int fd() const { return ::fileno(in.get()); }

  bool Begin() {
    history.reset(::history_init());
    editor.reset(::el_init("aii", in.get(), out.get(), out.get()));
    if (history == nullptr || editor == nullptr) return false;
    HistEvent event;
    ::history(history.get(), &event, H_SETSIZE, kHistoryLines);
    ::history(history.get(), &event, H_SETUNIQUE, 1);
    ::el_set(editor.get(), EL_EDITOR, "emacs");
    // What ctrl-S stops would keep the editor from ending.
    ::el_set(editor.get(), EL_SETTY, "-d", "-ixon", nullptr);
    ::el_set(editor.get(), EL_HIST, ::history, history.get());
    ::el_set(editor.get(), EL_CLIENTDATA, this);
    ::el_set(editor.get(), EL_PROMPT, &State::Prompt);
    ::el_set(editor.get(), EL_GETCFN, &State::GetChar);
    ::el_get(editor.get(), EL_EDITMODE, &edits);
    return true;
  }

  // Without editing the library leaves the modes as they are.
  void LeaveModesAlone() { ::el_set(editor.get(), EL_EDITMODE, 0); }

  // The modes are set anew, whatever the library takes them for.
  void SetModes() {
    ::el_set(editor.get(), EL_EDITMODE, edits);
    ::el_set(editor.get(), EL_PREP_TERM, 0);
    ::el_set(editor.get(), EL_PREP_TERM, 1);
  }

  // Tells the library how wide the terminal is now.
  void MeasureTerminal() {
    columns = TerminalColumns(fd());
    ::el_resize(editor.get());
  }

  // Draws the line anew where the terminal has another width than when it was
  // drawn. Terminals differ in whether they wrap the old rows anew: the cursor
  // goes up by no more than is the line's own in either case, so that nothing
  // else is overwritten; a row of the old drawing may stay above.
  void FollowResize() {
    const int before = columns;
    if (edits == 0 || TerminalColumns(fd()) == before) return;
    MeasureTerminal();
    const LineInfo* const line = ::el_line(editor.get());
    const absl::string_view up_to_cursor(
        line->buffer, static_cast<std::size_t>(line->cursor - line->buffer));
    const int cells = CellsOfText(prompt) + CellsOfText(up_to_cursor);
    const int rows_up =
        before > 0 && columns > 0 ? cells / std::max(before, columns) : 0;
    const std::string to_its_start =
        rows_up > 0 ? absl::StrCat("\r\033[", rows_up, "A\033[J") : "\r\033[J";
    // A failure is found by the next read of the terminal.
    WriteToTerminal(fd(), to_its_start, cancel).IgnoreError();
    ::el_set(editor.get(), EL_REFRESH);
  }

  static State* Of(EditLine* editor) {
    void* data = nullptr;
    ::el_get(editor, EL_CLIENTDATA, &data);
    return static_cast<State*>(data);
  }
  static char* Prompt(EditLine* editor) { return Of(editor)->prompt.data(); }
  static int GetChar(EditLine* editor, wchar_t* character) {
    return Of(editor)->NextChar(character);
  }

  // For the editor: 1 and a character, 0 at the end, -1 where it is to give up.
  int NextChar(wchar_t* character) {
    while (!TakeCharacter(character)) {
      const TerminalWake wake =
          WaitForTerminal(fd(), POLLIN, cancel, cancel.resume_fd());
      if (wake == TerminalWake::kResumed && AwaitForeground(fd(), cancel)) {
        SetModes();
        ::el_set(editor.get(), EL_REFRESH);
        continue;
      }
      if (wake != TerminalWake::kReady) return GiveUp();
      char byte = 0;
      const ssize_t got = ::read(fd(), &byte, 1);
      if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (got <= 0) return static_cast<int>(got);
      partial += byte;
    }
    FollowResize();
    return 1;
  }

  // In the background the modes are the shell's.
  int GiveUp() {
    if (InBackground(fd())) LeaveModesAlone();
    return -1;
  }

  // The first character of what was read; what is none becomes U+FFFD. False
  // where more bytes are needed.
  bool TakeCharacter(wchar_t* character) {
    if (partial.empty()) return false;
    const base::DecodedChar decoded = base::DecodeChar(partial);
    if (decoded.cut) return false;
    *character = static_cast<wchar_t>(decoded.code_point);
    partial.erase(0, decoded.size_bytes);
    return true;
  }
};

LineEditor::LineEditor(std::unique_ptr<State> state)
    : state_(std::move(state)) {}
LineEditor::~LineEditor() = default;

absl::StatusOr<std::unique_ptr<LineEditor>> LineEditor::Open(
    const base::Cancel& cancel, const std::string& path) {
  auto state = std::make_unique<State>();
  state->in = OpenFile(path, O_RDWR | O_NONBLOCK, "r");
  if (state->in == nullptr)
    return base::ErrnoStatus(errno, "cannot open", path);
  struct termios found = {};
  if (::tcgetattr(state->fd(), &found) != 0) {
    return absl::FailedPreconditionError(
        absl::StrCat("'", path, "' is not a terminal"));
  }
  if (!AwaitForeground(state->fd(), cancel)) {
    if (cancel.cancelled()) return absl::CancelledError("cancelled");
    return absl::FailedPreconditionError(
        absl::StrCat("this process is in the background of '", path, "'"));
  }
  UseUtf8();
  state->out = OpenFile(path, O_WRONLY, "w");
  if (state->out == nullptr || !state->Begin()) {
    return absl::ResourceExhaustedError("cannot start the line editor");
  }
  SetTerminalModes(state->fd(), found);
  return std::unique_ptr<LineEditor>(new LineEditor(std::move(state)));
}

EditorAnswer LineEditor::Read(const std::string& prompt,
                              const base::Cancel& cancel) {
  State& state = *state_;
  const auto ended = [&]() -> EditorAnswer {
    if (cancel.cancelled()) return EditorCancelled{};
    return EditorClosed{};
  };
  if (!AwaitForeground(state.fd(), cancel)) return ended();
  struct termios found = {};
  if (::tcgetattr(state.fd(), &found) != 0) return ended();
  state.prompt = prompt;
  state.cancel = cancel;
  state.partial.clear();

  const JobControlHeld held;
  const ModesGuard guard(state.fd(), found);
  state.SetModes();
  state.MeasureTerminal();
  int count = 0;
  const char* const line = ::el_gets(state.editor.get(), &count);
  // The library puts back modes of its own choice.
  if (!InBackground(state.fd())) SetTerminalModes(state.fd(), found);
  state.cancel = base::Cancel();
  if (cancel.cancelled() || line == nullptr || count <= 0) return ended();
  const absl::string_view text(line, static_cast<std::size_t>(count));
  return EditedLine{std::string(absl::StripSuffix(text, "\n"))};
}

void LineEditor::Remember(const std::string& line) {
  HistEvent event;
  ::history(state_->history.get(), &event, H_ENTER, line.c_str());
}

absl::Status LineEditor::Write(absl::string_view text,
                               const base::Cancel& cancel) {
  return WriteToTerminal(state_->fd(), text, cancel);
}

}  // namespace aii::os
