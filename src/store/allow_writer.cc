#include "store/allow_writer.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "argv/words.h"
#include "base/cancel.h"
#include "base/errno_status.h"
#include "base/status_macros.h"
#include "os/append_line.h"
#include "os/atomic_file.h"
#include "os/file_lock.h"
#include "os/read_file.h"
#include "policy/defaults.h"
#include "store/allow_file.h"

namespace aii::store {
namespace {

constexpr absl::string_view kNeverInALine("\n\0", 2);
constexpr int kSaveAttempts = 2;

std::string LockPath(const std::string& path) {
  return absl::StrCat(path, ".lock");
}

// The line that stores `words`, if reading it gives exactly them.
absl::StatusOr<std::string> LineFor(std::span<const std::string> words) {
  const absl::Status refusal =
      absl::InvalidArgumentError("it cannot be written as one line");
  for (const std::string& word : words) {
    if (word.find_first_of(kNeverInALine) != std::string::npos) return refusal;
  }
  std::string line = argv::JoinWords(words);
  const LoadedRules read = ParseAllowText(absl::StrCat(line, "\n"), "");
  if (read.rules.rules().size() != 1 || !read.rules.Contains(words)) {
    return refusal;
  }
  return line;
}

absl::Status Seed(const std::string& path, const std::string& line,
                  std::span<const std::string> words) {
  std::string text = "# seeded from aii " AII_VERSION
                     " built-in defaults\n"
                     "# one rule per line: an argv prefix\n";
  for (const absl::string_view program : policy::DefaultPrograms()) {
    absl::StrAppend(&text, program, "\n");
  }
  if (!policy::DefaultRules().Contains(words)) {
    absl::StrAppend(&text, line, "\n");
  }
  AII_RETURN_IF_ERROR(os::RemoveUnfinished(path));
  return os::CreateFileAtomically(path, text);
}

// What the file holds now counts, not what was loaded at the start: the person
// may have edited it, another process may have saved the same rule.
absl::Status Append(int fd, const std::string& path, const std::string& line,
                    std::span<const std::string> words) {
  AII_ASSIGN_OR_RETURN(const std::string text,
                       os::ReadAll(fd, kMaxAllowFileBytes, base::Cancel()));
  if (ParseAllowText(text, path).rules.Contains(words)) {
    return absl::OkStatus();
  }
  // A larger file would not be read, and the defaults be back.
  if (text.size() + line.size() + 2 > kMaxAllowFileBytes) {
    return absl::ResourceExhaustedError(absl::StrCat("'", path, "' is full"));
  }
  return os::AppendLine(fd, path, line, kComment);
}

}  // namespace

absl::Status SaveRule(const std::string& path,
                      std::span<const std::string> words) {
  AII_ASSIGN_OR_RETURN(const std::string line, LineFor(words));
  AII_RETURN_IF_ERROR(
      os::MakePrivateDirectories(path.substr(0, path.find_last_of('/'))));
  AII_ASSIGN_OR_RETURN(const os::FileLock lock,
                       os::FileLock::Acquire(LockPath(path)));

  // Twice: a person may put a file there between the look and the seeding.
  absl::Status status;
  for (int i = 0; i < kSaveAttempts; ++i) {
    const OpenedAllowFile file = OpenAllowFile(path, AllowAccess::kAppend);
    if (file.source == AllowSource::kFile) {
      return Append(file.fd.get(), path, line, words);
    }
    if (file.source != AllowSource::kNoFile) return file.reason;
    status = Seed(path, line, words);
    if (!absl::IsAlreadyExists(status)) return status;
  }
  return status;
}

absl::StatusOr<bool> RemoveAllowFile(const std::string& path) {
  struct stat info = {};
  // No directory and no lock are made for a file that is not there.
  if (path.empty()) return false;
  if (::lstat(path.c_str(), &info) != 0 &&
      (errno == ENOENT || errno == ENOTDIR)) {
    return false;
  }
  AII_ASSIGN_OR_RETURN(const os::FileLock lock,
                       os::FileLock::Acquire(LockPath(path)));
  if (::unlink(path.c_str()) == 0) return true;
  if (errno == ENOENT) return false;
  return base::ErrnoStatus(errno, "cannot remove", path);
}

}  // namespace aii::store
