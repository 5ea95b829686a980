#include "store/allow_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "argv/words.h"
#include "base/cancel.h"
#include "base/errno_status.h"
#include "base/status_macros.h"
#include "base/unique_fd.h"
#include "base/utf8.h"
#include "os/atomic_file.h"
#include "os/read_file.h"
#include "policy/defaults.h"

namespace aii::store {
namespace {

constexpr absl::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr absl::string_view kNeverInALine("\n\0", 2);
constexpr char kComment = '#';  // where a line begins with it
constexpr int kSaveAttempts = 2;

// ---- Reading lines

// The words of one line; none for a blank line or a comment.
absl::StatusOr<std::vector<std::string>> ParseLine(absl::string_view line) {
  if (!line.empty() && line.front() == kComment)
    return std::vector<std::string>();
  if (!base::IsValidUtf8(line)) return absl::InvalidArgumentError("not UTF-8");
  auto words = argv::SplitWords(line);
  if (words.ok() && !words->empty() && words->front().empty()) {
    return absl::InvalidArgumentError("no program name");
  }
  return words;
}

std::string LineWarning(absl::string_view path, int line) {
  return absl::StrCat(path, ": skipping malformed line ", line);
}

// ---- Opening

struct OpenedFile {
  AllowSource source = AllowSource::kNoFile;
  base::UniqueFd fd;    // with kFile
  absl::Status reason;  // without
};

bool IsPrivate(const struct stat& info) {
  return S_ISREG(info.st_mode) && info.st_uid == ::geteuid() &&
         (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

OpenedFile Untrusted(const std::string& path) {
  return {AllowSource::kUntrusted, base::UniqueFd(),
          absl::FailedPreconditionError(
              absl::StrCat("'", path, "' is not private"))};
}

OpenedFile NotOpened(int error, const std::string& path) {
  return {error == ENOENT ? AllowSource::kNoFile : AllowSource::kUnreadable,
          base::UniqueFd(), base::ErrnoStatus(error, "cannot open", path)};
}

// Looks before it opens, since opening a device can do something; judges by
// what was opened, since a path can change in between.
OpenedFile OpenPrivate(const std::string& path, int flags) {
  struct stat info = {};
  if (::stat(path.c_str(), &info) != 0) return NotOpened(errno, path);
  if (!IsPrivate(info)) return Untrusted(path);

  base::UniqueFd fd(
      ::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!fd.valid()) return NotOpened(errno, path);
  if (::fstat(fd.get(), &info) != 0) return NotOpened(errno, path);
  if (!IsPrivate(info)) return Untrusted(path);
  return {AllowSource::kFile, std::move(fd), absl::OkStatus()};
}

LoadedRules Defaults(AllowSource source) {
  LoadedRules loaded;
  loaded.rules = policy::DefaultRules();
  loaded.source = source;
  return loaded;
}

LoadedRules Unreadable(const std::string& path) {
  LoadedRules loaded = Defaults(AllowSource::kUnreadable);
  loaded.warnings.push_back(
      absl::StrCat("cannot read ", path, "; using built-in defaults"));
  return loaded;
}

// ---- Saving

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

std::string AllowFilePath(absl::string_view home) {
  if (!absl::StartsWith(home, "/")) return "";
  while (absl::ConsumeSuffix(&home, "/")) {
  }
  return absl::StrCat(home, "/.config/aii/allow");
}

LoadedRules ParseAllowText(absl::string_view text, absl::string_view path) {
  LoadedRules loaded;
  loaded.source = AllowSource::kFile;
  absl::ConsumePrefix(&text, kByteOrderMark);
  int malformed = 0;
  for (int number = 1; !text.empty(); ++number) {
    absl::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    absl::ConsumeSuffix(&line, "\r");
    auto words = ParseLine(line);
    if (!words.ok()) {
      if (++malformed <= kMaxLineWarnings) {
        loaded.warnings.push_back(LineWarning(path, number));
      }
    } else if (!words->empty()) {
      loaded.rules.Add({*std::move(words), policy::RuleOrigin::kFile, number});
    }
  }
  if (malformed > kMaxLineWarnings) {
    loaded.warnings.push_back(absl::StrCat(path, ": skipping ",
                                           malformed - kMaxLineWarnings,
                                           " more malformed lines"));
  }
  return loaded;
}

LoadedRules LoadAllowFile(const std::string& path) {
  if (path.empty()) return Defaults(AllowSource::kNoFile);
  const OpenedFile file = OpenPrivate(path, O_RDONLY);
  switch (file.source) {
    case AllowSource::kNoFile:
      return Defaults(AllowSource::kNoFile);
    case AllowSource::kUnreadable:
      return Unreadable(path);
    case AllowSource::kUntrusted: {
      LoadedRules loaded;
      loaded.source = AllowSource::kUntrusted;
      loaded.warnings.push_back(
          absl::StrCat(path,
                       " is not private (chmod go-w it); asking about "
                       "every command"));
      return loaded;
    }
    case AllowSource::kFile:
      break;
  }
  const auto text =
      os::ReadAll(file.fd.get(), kMaxAllowFileBytes, base::Cancel());
  return text.ok() ? ParseAllowText(*text, path) : Unreadable(path);
}

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
    const OpenedFile file = OpenPrivate(path, O_RDWR | O_APPEND);
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
