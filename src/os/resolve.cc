#include "os/resolve.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace aii::os {
namespace {

std::int64_t Nanoseconds(const struct timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

base::FileIdentity IdentityFrom(const struct stat& info) {
  return {.device = info.st_dev,
          .inode = info.st_ino,
          .size_bytes = static_cast<std::uint64_t>(info.st_size),
          .mtime_ns = Nanoseconds(info.st_mtim),
          .ctime_ns = Nanoseconds(info.st_ctim),
          .mode = info.st_mode};
}

std::string LastComponent(absl::string_view path) {
  return std::string(path.substr(path.rfind('/') + 1));
}

struct Free {
  void operator()(char* text) const { ::free(text); }
};

// The name of what links finally lead to.
std::string FinalName(const std::string& path, const std::string& name) {
  const std::optional<std::string> real = RealPath(path);
  return real.has_value() ? LastComponent(*real) : name;
}

// `path` as a program, where it is an executable regular file.
std::optional<base::ResolvedProgram> Accept(std::string path) {
  struct stat info = {};
  if (::lstat(path.c_str(), &info) != 0) return std::nullopt;
  const bool is_link = S_ISLNK(info.st_mode);
  if (is_link && ::stat(path.c_str(), &info) != 0) return std::nullopt;
  if (!S_ISREG(info.st_mode) ||
      ::faccessat(AT_FDCWD, path.c_str(), X_OK, AT_EACCESS) != 0) {
    return std::nullopt;
  }
  base::ResolvedProgram program;
  program.name = LastComponent(path);
  program.final_name = is_link ? FinalName(path, program.name) : program.name;
  program.path = std::move(path);
  program.identity = IdentityFrom(info);
  return program;
}

std::optional<base::ResolvedProgram> ResolvePath(absl::string_view path) {
  if (absl::StartsWith(path, "/")) return Accept(std::string(path));
  // "x/" and "x/." name a directory; JoinPath would lose that.
  const absl::string_view last = path.substr(path.rfind('/') + 1);
  if (last.empty() || last == ".") return std::nullopt;
  const std::string directory = WorkingDirectory();
  // "(unreachable)/…" is what the kernel says of a directory outside the root.
  if (!absl::StartsWith(directory, "/")) return std::nullopt;
  auto program = Accept(JoinPath(directory, path));
  if (program.has_value()) program->given_relative = true;
  return program;
}

}  // namespace

std::string WorkingDirectory() {
  const std::unique_ptr<char, Free> path(::getcwd(nullptr, 0));
  return path == nullptr ? "" : path.get();
}

std::optional<std::string> RealPath(const std::string& path) {
  const std::unique_ptr<char, Free> real(::realpath(path.c_str(), nullptr));
  if (real == nullptr) return std::nullopt;
  return real.get();
}

std::vector<absl::string_view> SearchDirectories(
    absl::string_view search_path) {
  std::vector<absl::string_view> directories;
  for (absl::string_view entry : absl::StrSplit(search_path, ':')) {
    if (!absl::StartsWith(entry, "/")) continue;
    while (absl::ConsumeSuffix(&entry, "/")) {
    }
    directories.push_back(entry);
  }
  return directories;
}

std::string JoinPath(absl::string_view directory, absl::string_view path) {
  while (absl::ConsumeSuffix(&directory, "/")) {
  }
  std::string joined(directory);
  for (const absl::string_view component :
       absl::StrSplit(path, '/', absl::SkipEmpty())) {
    if (component != ".") absl::StrAppend(&joined, "/", component);
  }
  return joined;
}

std::optional<base::ResolvedProgram> Resolve(absl::string_view executable,
                                             absl::string_view search_path) {
  // The kernel would see the part before it only.
  if (executable.find('\0') != absl::string_view::npos) return std::nullopt;
  if (executable.find('/') != absl::string_view::npos) {
    return ResolvePath(executable);
  }
  for (const absl::string_view directory : SearchDirectories(search_path)) {
    auto program = Accept(absl::StrCat(directory, "/", executable));
    if (program.has_value()) return program;
  }
  return std::nullopt;
}

std::optional<base::FileIdentity> IdentityOf(const std::string& path) {
  struct stat info = {};
  if (::stat(path.c_str(), &info) != 0) return std::nullopt;
  return IdentityFrom(info);
}

}  // namespace aii::os
