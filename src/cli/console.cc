#include "cli/console.h"

#include <unistd.h>

#include <cerrno>

#include "absl/strings/str_cat.h"
#include "argv/render.h"
#include "base/errno_status.h"
#include "base/utf8.h"

namespace aii::cli {
namespace {

// The errno of the write that failed, else 0. EINTR: tried again; the handlers
// only set the cancel token.
int WriteAll(int fd, absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

// How many bytes at the end of `text` are the start of a longer character.
std::size_t PartialCharBytes(absl::string_view text) {
  const std::size_t most = text.size() < 3 ? text.size() : 3;
  for (std::size_t back = 1; back <= most; ++back) {
    if (base::DecodeChar(text.substr(text.size() - back)).cut) return back;
  }
  return 0;
}

}  // namespace

absl::Status Console::Write(absl::string_view text) {
  if (!status_.ok() || text.empty()) return status_;
  if (!streams_.out_is_terminal) {
    Buffer(text);
    return status_;
  }
  const std::string whole = absl::StrCat(partial_char_, text);
  const std::size_t partial = PartialCharBytes(whole);
  partial_char_ = whole.substr(whole.size() - partial);
  Buffer(argv::EscapeUnsafe(
      absl::string_view(whole).substr(0, whole.size() - partial),
      /*keep_layout=*/true));
  return status_;
}

void Console::Buffer(absl::string_view text) {
  const std::size_t last = text.find_last_not_of('\n');
  const std::size_t body = last == absl::string_view::npos ? 0 : last + 1;
  if (body > 0) {
    buffer_.append(held_newlines_, '\n');
    held_newlines_ = 0;
    absl::StrAppend(&buffer_, text.substr(0, body));
    wrote_text_ = true;
  }
  held_newlines_ += text.size() - body;
  const bool line_ended = held_newlines_ > 0 || text.find('\n') < body;
  if (line_ended || buffer_.size() >= kAnswerBufferBytes) Flush();
}

void Console::Flush() {
  if (buffer_.empty() || !status_.ok()) return;
  mid_line_ = buffer_.back() != '\n';
  status_ = WriteOut(buffer_);
  buffer_.clear();
}

absl::Status Console::EndResponse() {
  if (!partial_char_.empty()) {
    Buffer(argv::EscapeUnsafe(partial_char_, /*keep_layout=*/true));
    partial_char_.clear();
  }
  if (wrote_text_ && (mid_line_ || !buffer_.empty())) buffer_ += '\n';
  held_newlines_ = 0;
  wrote_text_ = false;
  Flush();
  return status_;
}

void Console::Acquire() {
  Flush();
  if (!AtLineStart()) {
    buffer_ = "\n";
    if (held_newlines_ > 0) --held_newlines_;
    Flush();
  }
  status_line_.Pause();
}

void Console::ErrorLine(absl::string_view line) {
  const base::TerminalLease lease(*this);
  // Nobody could be told of a failure here.
  (void)WriteAll(streams_.err, absl::StrCat(line, "\n"));
}

absl::Status Console::WriteOut(absl::string_view bytes) {
  status_line_.Pause();
  const int error = WriteAll(streams_.out, bytes);
  status_line_.Resume(AtLineStart());
  if (error == 0) return absl::OkStatus();
  reader_gone_ = error == EPIPE;
  return base::ErrnoStatus(error, "cannot write the answer");
}

absl::Status Console::Print(absl::string_view text) {
  if (!streams_.out_is_terminal) return WriteOut(text);
  return WriteOut(argv::EscapeUnsafe(text, /*keep_layout=*/true));
}

}  // namespace aii::cli
