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
#include "base/unique_fd.h"
#include "base/utf8.h"
#include "os/read_file.h"
#include "policy/defaults.h"

namespace aii::store {
namespace {

constexpr absl::string_view kByteOrderMark = "\xEF\xBB\xBF";

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

bool IsPrivate(const struct stat& info) {
  return S_ISREG(info.st_mode) && info.st_uid == ::geteuid() &&
         (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

OpenedAllowFile Untrusted(const std::string& path) {
  return {AllowSource::kUntrusted, base::UniqueFd(),
          absl::FailedPreconditionError(
              absl::StrCat("'", path, "' is not private"))};
}

OpenedAllowFile NotOpened(int error, const std::string& path) {
  return {error == ENOENT ? AllowSource::kNoFile : AllowSource::kUnreadable,
          base::UniqueFd(), base::ErrnoStatus(error, "cannot open", path)};
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

}  // namespace

std::string AllowFilePath(absl::string_view home) {
  if (!absl::StartsWith(home, "/")) return "";
  while (absl::ConsumeSuffix(&home, "/")) {
  }
  return absl::StrCat(home, "/.config/aii/allow");
}

// Looks before it opens, since opening a device can do something; judges by
// what was opened, since a path can change in between.
OpenedAllowFile OpenAllowFile(const std::string& path, AllowAccess access) {
  struct stat info = {};
  if (::stat(path.c_str(), &info) != 0) return NotOpened(errno, path);
  if (!IsPrivate(info)) return Untrusted(path);

  const int flags =
      access == AllowAccess::kAppend ? O_RDWR | O_APPEND : O_RDONLY;
  base::UniqueFd fd(
      ::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!fd.valid()) return NotOpened(errno, path);
  if (::fstat(fd.get(), &info) != 0) return NotOpened(errno, path);
  if (!IsPrivate(info)) return Untrusted(path);
  return {AllowSource::kFile, std::move(fd), absl::OkStatus()};
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
  const OpenedAllowFile file = OpenAllowFile(path, AllowAccess::kRead);
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

}  // namespace aii::store
