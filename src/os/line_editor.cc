#include "os/line_editor.h"

#include <fcntl.h>
#include <histedit.h>
#include <locale.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/errno_status.h"
#include "base/unique_fd.h"
#include "base/utf8.h"
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

// Of the character that starts with `lead`.
std::size_t BytesOf(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  if (byte < 0xC2 || byte > 0xF4) return 1;
  return byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
}

enum class Wake { kKey, kCancelled, kResumed, kFailed };

Wake WaitForKey(int fd, const base::Cancel& cancel) {
  std::array<pollfd, 3> waits = {{{fd, POLLIN, 0},
                                  {cancel.fd(), POLLIN, 0},
                                  {cancel.resume_fd(), POLLIN, 0}}};
  for (;;) {
    if (cancel.cancelled()) return Wake::kCancelled;
    const int ready = PollTerminal(waits, /*wait=*/true);
    if (ready < 0 && errno != EINTR) return Wake::kFailed;
    if (ready <= 0 || waits[1].revents != 0) continue;
    return waits[2].revents != 0 ? Wake::kResumed : Wake::kKey;
  }
}

}  // namespace

struct LineEditor::State {
  File in;
  File out;
  std::unique_ptr<History, EndHistory> history;
  std::unique_ptr<EditLine, EndEditor> editor;
  std::string prompt;
  base::Cancel cancel;  // of the Read() under way
  std::string partial;  // read, but no whole character yet

  int fd() const { return ::fileno(in.get()); }

  bool Begin() {
    history.reset(::history_init());
    editor.reset(::el_init("aii", in.get(), out.get(), out.get()));
    if (history == nullptr || editor == nullptr) return false;
    HistEvent event;
    ::history(history.get(), &event, H_SETSIZE, kHistoryLines);
    ::history(history.get(), &event, H_SETUNIQUE, 1);
    ::el_set(editor.get(), EL_EDITOR, "emacs");
    ::el_set(editor.get(), EL_HIST, ::history, history.get());
    ::el_set(editor.get(), EL_CLIENTDATA, this);
    ::el_set(editor.get(), EL_PROMPT, &State::Prompt);
    ::el_set(editor.get(), EL_GETCFN, &State::GetChar);
    return true;
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

  // The terminal was the shell's meanwhile: its modes are set anew.
  void ShowAgain() {
    cancel.ClearResumes();
    ::el_set(editor.get(), EL_PREP_TERM, 0);
    ::el_set(editor.get(), EL_PREP_TERM, 1);
    ::el_set(editor.get(), EL_REFRESH);
  }

  // For the editor: 1 and a character, 0 at the end, -1 where it is to give up.
  int NextChar(wchar_t* character) {
    while (!TakeCharacter(character)) {
      switch (WaitForKey(fd(), cancel)) {
        case Wake::kCancelled:
        case Wake::kFailed:
          return -1;
        case Wake::kResumed:
          ShowAgain();
          continue;
        case Wake::kKey:
          break;
      }
      char byte = 0;
      const ssize_t got = ::read(fd(), &byte, 1);
      if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (got <= 0) return static_cast<int>(got);
      partial += byte;
    }
    return 1;
  }

  // The first character of what was read; what is none becomes U+FFFD. False
  // where more bytes are needed.
  bool TakeCharacter(wchar_t* character) {
    if (partial.empty()) return false;
    const base::DecodedChar decoded = base::DecodeChar(partial);
    const bool cut = !decoded.valid && decoded.size_bytes == partial.size() &&
                     partial.size() < BytesOf(partial[0]);
    if (cut) return false;
    *character = static_cast<wchar_t>(decoded.code_point);
    partial.erase(0, decoded.size_bytes);
    return true;
  }
};

LineEditor::LineEditor(std::unique_ptr<State> state)
    : state_(std::move(state)) {}
LineEditor::~LineEditor() = default;

absl::StatusOr<std::unique_ptr<LineEditor>> LineEditor::Open(
    const std::string& path) {
  base::UniqueFd fd(::open(path.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!fd.valid()) return base::ErrnoStatus(errno, "cannot open", path);
  struct termios modes = {};
  if (::tcgetattr(fd.get(), &modes) != 0) {
    return absl::FailedPreconditionError(
        absl::StrCat("'", path, "' is not a terminal"));
  }
  UseUtf8();
  auto state = std::make_unique<State>();
  state->out.reset(::fdopen(::fcntl(fd.get(), F_DUPFD_CLOEXEC, 3), "w"));
  state->in.reset(::fdopen(fd.Release(), "r"));
  if (state->in == nullptr || state->out == nullptr || !state->Begin()) {
    return absl::ResourceExhaustedError("cannot start the line editor");
  }
  return std::unique_ptr<LineEditor>(new LineEditor(std::move(state)));
}

EditorAnswer LineEditor::Read(const std::string& prompt,
                              const base::Cancel& cancel) {
  State& state = *state_;
  state.prompt = prompt;
  state.cancel = cancel;
  state.partial.clear();
  cancel.ClearResumes();
  struct termios found = {};
  const bool known = ::tcgetattr(state.fd(), &found) == 0;

  ::el_resize(state.editor.get());
  // The editor would show the prompt first: what is typed at its sight would
  // still be edited, and echoed, by the kernel.
  ::el_set(state.editor.get(), EL_PREP_TERM, 1);
  int count = 0;
  const char* const line = ::el_gets(state.editor.get(), &count);
  // The editor puts back modes of its own choice.
  if (known) ::tcsetattr(state.fd(), TCSADRAIN, &found);
  state.cancel = base::Cancel();
  if (cancel.cancelled()) return EditorCancelled{};
  if (line == nullptr || count <= 0) return EditorClosed{};
  const absl::string_view text(line, static_cast<std::size_t>(count));
  return EditedLine{std::string(absl::StripSuffix(text, "\n"))};
}

void LineEditor::Remember(const std::string& line) {
  HistEvent event;
  ::history(state_->history.get(), &event, H_ENTER, line.c_str());
}

absl::Status LineEditor::Write(absl::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(state_->fd(), text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return base::ErrnoStatus(errno, "cannot write to the terminal");
    }
  }
  return absl::OkStatus();
}

}  // namespace aii::os
