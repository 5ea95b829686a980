#include "policy/always.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "argv/render.h"
#include "argv/words.h"

namespace aii::policy {
namespace {

using NameSet = absl::flat_hash_set<absl::string_view>;

// SPEC-EXEC 5.5 and docs/decisions.md 10, by kind.
constexpr absl::string_view kNeverAlways =
    // Shells.
    "sh bash rbash zsh dash ksh csh tcsh fish busybox toybox "
    // Interpreters.
    "python python3 perl ruby node osascript swift php lua luajit deno bun "
    "tclsh expect "
    // Wrappers: they run their operands.
    "env xargs sudo su doas nice nohup time timeout gtimeout stdbuf setsid "
    "ionice chrt flock script watch strace ltrace unshare nsenter chroot "
    "caffeinate arch xcrun sandbox-exec parallel entr command exec eval "
    "builtin runuser pkexec systemd-run ldd "
    // Can run or rewrite arbitrary things.
    "find sed awk gawk mawk nawk original-awk sort tee dd ed ex vi vim nvim "
    "nano emacs less more man "
    // Archivers, builders, package managers.
    "tar zip unzip cpio install ln make gmake bmake remake ninja cmake cargo "
    "gem npm npx yarn pnpm pip uv pipx brew apt apt-get dnf pacman "
    // Network.
    "curl wget nc ssh scp rsync sftp ftp telnet socat "
    // Launchers, schedulers, containers, debuggers, and this program.
    "open launchctl xdg-open gio crontab at batch docker podman kubectl tmux "
    "screen gdb lldb aii "
    // Destructive or system-changing.
    "rm rmdir mv cp chmod chown kill killall defaults diskutil";

const NameSet& NeverAlwaysNames() {
  static const auto* const kNames =
      new NameSet(absl::StrSplit(kNeverAlways, ' '));
  return *kNames;
}

// What is left of "python3.12" or "luajit-2.1" without its version.
absl::string_view Stem(absl::string_view name) {
  name = name.substr(0, name.find('.'));
  while (!name.empty() &&
         (absl::ascii_isdigit(static_cast<unsigned char>(name.back())) ||
          name.back() == '-')) {
    name.remove_suffix(1);
  }
  return name;
}

// A file system that ignores case folds more than ASCII: "ſh" may open sh.
bool IsAscii(absl::string_view name) {
  return absl::c_all_of(name, [](char byte) {
    return absl::ascii_isascii(static_cast<unsigned char>(byte));
  });
}

// Nothing where the names are no obstacle.
std::string ObstacleOfNames(const base::ResolvedProgram& program) {
  if (IsNeverAlways(program.name) || IsNeverAlways(program.final_name)) {
    return "it can do or run too much";
  }
  if (!IsAscii(program.name) || !IsAscii(program.final_name)) {
    return "its name is not plain ASCII";
  }
  return "";
}

AlwaysPrefix PrefixOf(const std::string& name,
                      std::span<const std::string> arguments) {
  const bool whole = !arguments.empty() && arguments.front().starts_with('-');
  const std::size_t kept =
      whole ? arguments.size() : std::min<std::size_t>(arguments.size(), 1);
  AlwaysPrefix prefix = {name};
  prefix.insert(prefix.end(), arguments.begin(),
                arguments.begin() + static_cast<std::ptrdiff_t>(kept));
  return prefix;
}

}  // namespace

bool IsNeverAlways(absl::string_view name) {
  const std::string lower = absl::AsciiStrToLower(name);
  return NeverAlwaysNames().contains(lower) ||
         NeverAlwaysNames().contains(Stem(lower));
}

std::variant<AlwaysPrefix, NotOffered> DeriveAlways(
    const TrustedDirs& trusted, const base::ResolvedProgram& program,
    std::span<const std::string> arguments) {
  if (!trusted.Trusts(program)) return NotOffered{"not in a system directory"};
  if (std::string obstacle = ObstacleOfNames(program); !obstacle.empty()) {
    return NotOffered{std::move(obstacle)};
  }
  AlwaysPrefix prefix = PrefixOf(program.name, arguments);
  if (absl::c_any_of(prefix, argv::NeedsEscape)) {
    return NotOffered{"a word holds characters that need escaping"};
  }
  if (argv::JoinWords(prefix).size() > argv::kMaxLineBytes) {
    return NotOffered{"the rule would be too long for the allow file"};
  }
  return prefix;
}

}  // namespace aii::policy
