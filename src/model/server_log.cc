#include "model/server_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "base/errno_status.h"

namespace aii::model {
namespace {

constexpr std::size_t kTailBytes = 4096;

}  // namespace

std::vector<std::string> LastLines(absl::string_view text, std::size_t count) {
  std::vector<std::string> lines;
  for (absl::string_view line : absl::StrSplit(text, absl::ByAnyChar("\r\n"))) {
    line = absl::StripAsciiWhitespace(line);
    if (line.empty()) continue;
    lines.emplace_back(line.substr(0, kMaxQuotedBytes));
  }
  const std::size_t extra = lines.size() - std::min(count, lines.size());
  lines.erase(lines.begin(),
              lines.begin() + static_cast<std::ptrdiff_t>(extra));
  return lines;
}

absl::StatusOr<ServerLog> ServerLog::Create(const std::string& path) {
  base::UniqueFd file(
      ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file.valid()) return base::ErrnoStatus(errno, "cannot make", path);
  return ServerLog(std::move(file));
}

void ServerLog::Append(absl::string_view bytes) {
  if (size_bytes_ + bytes.size() > kMaxLogBytes) {
    const std::string kept = ReadEnd(kMaxLogBytes / 2);
    if (::ftruncate(file_.get(), 0) == 0) {
      size_bytes_ = 0;
      Write(kept);
    }
    bytes.remove_prefix(bytes.size() -
                        std::min(bytes.size(), kMaxLogBytes / 2));
  }
  Write(bytes);
}

std::string ServerLog::Tail() const { return ReadEnd(kTailBytes); }

std::string ServerLog::ReadEnd(std::size_t most) const {
  std::string end(std::min(size_bytes_, most), '\0');
  const ssize_t got = ::pread(file_.get(), end.data(), end.size(),
                              static_cast<off_t>(size_bytes_ - end.size()));
  end.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  return end;
}

void ServerLog::Write(absl::string_view bytes) {
  const ssize_t written = ::pwrite(file_.get(), bytes.data(), bytes.size(),
                                   static_cast<off_t>(size_bytes_));
  if (written > 0) size_bytes_ += static_cast<std::size_t>(written);
}

}  // namespace aii::model
