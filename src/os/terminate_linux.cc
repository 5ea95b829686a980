#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "os/terminate_platform.h"

namespace aii::os {
namespace {

// The whole of a small file of procfs; what could be read of it on an error.
std::string ReadProc(const std::string& path) {
  const base::UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  char piece[4096];
  while (fd.valid() && text.size() < kMaxListedChildren * 11) {
    const ssize_t got = ::read(fd.get(), piece, sizeof piece);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    text.append(piece, static_cast<std::size_t>(got));
  }
  return text;
}

}  // namespace

bool SetSubreaper(bool on) {
  int before = 0;
  ::prctl(PR_GET_CHILD_SUBREAPER, &before, 0, 0, 0);
  ::prctl(PR_SET_CHILD_SUBREAPER, on ? 1 : 0, 0, 0, 0);
  return before != 0;
}

std::vector<pid_t> ListChildren() {
  const pid_t main_thread = ::getpid();
  const std::string text =
      ReadProc(absl::StrCat("/proc/self/task/", main_thread, "/children"));
  std::vector<pid_t> children;
  for (const absl::string_view word :
       absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    pid_t pid = 0;
    if (absl::SimpleAtoi(word, &pid)) children.push_back(pid);
  }
  return children;
}

base::UniqueFd OpenExitFd(pid_t pid) {
  return base::UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
}

std::uint64_t BootTicks() {
  struct timespec now = {};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  const auto per_second = static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK));
  return static_cast<std::uint64_t>(now.tv_sec) * per_second +
         static_cast<std::uint64_t>(now.tv_nsec) * per_second / 1'000'000'000;
}

std::uint64_t StartTicks(pid_t pid) {
  return StartTicksIn(ReadProc(absl::StrCat("/proc/", pid, "/stat")));
}

std::uint64_t StartTicksIn(absl::string_view stat) {
  // Field 22 of proc(5); the name, which is field 2, ends at the last ')'.
  constexpr std::size_t kFieldsAfterName = 22 - 3;
  const std::size_t name_end = stat.rfind(')');
  if (name_end == absl::string_view::npos) return 0;
  const std::vector<absl::string_view> fields =
      absl::StrSplit(stat.substr(name_end + 1), ' ', absl::SkipEmpty());
  std::uint64_t ticks = 0;
  if (fields.size() <= kFieldsAfterName ||
      !absl::SimpleAtoi(fields[kFieldsAfterName], &ticks)) {
    return 0;
  }
  return ticks;
}

std::string ProcessName(pid_t pid) {
  const std::string text = ReadProc(absl::StrCat("/proc/", pid, "/comm"));
  const absl::string_view name = absl::StripSuffix(text, "\n");
  return name.empty() ? "?" : std::string(name);
}

}  // namespace aii::os
