// What does judging a call cost, in a stream of calls to --explain?
//
// Against a loop over the same file that only parses each line, calls stat(2)
// on the program and prints as many bytes. Both alternate in one run, so that a
// busy machine slows both.
//
// usage: explain_batch [LINES]
//
// Prints one line; ends with 1 where the limit is passed in each of three
// tries.

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/unique_fd.h"
#include "cli/explain_lines.h"
#include "os/line_reader.h"
#include "os/resolve.h"
#include "policy/trusted_dirs.h"
#include "store/allow_file.h"

namespace {

using aii::base::UniqueFd;

constexpr double kLimit = 2.0;
constexpr int kTries = 3;
constexpr int kRounds = 15;
constexpr const char* kSearchPath = "/usr/bin:/bin";

[[noreturn]] void Fail(absl::string_view why) {
  std::fprintf(stderr, "explain_batch: %s\n", std::string(why).c_str());
  std::exit(2);
}

// Everyday calls: what would run, what would ask, by name and by path.
std::string Calls(int lines) {
  constexpr absl::string_view kCalls[] = {
      R"(["ls","-l","/usr/share"])",
      R"(["df","-h"])",
      R"(["touch","notes from today.txt"])",
      R"(["/usr/bin/sort","-k2","names.csv"])",
      R"(["cat","/etc/hostname"])",
      R"(["grep","-rn","needle","src"])",
  };
  std::string text;
  for (int i = 0; i < lines; ++i) {
    absl::StrAppend(
        &text, kCalls[static_cast<std::size_t>(i) % std::size(kCalls)], "\n");
  }
  return text;
}

UniqueFd MemoryFile(const std::string& text) {
  UniqueFd fd(::memfd_create("calls", MFD_CLOEXEC));
  if (!fd.valid() || ::write(fd.get(), text.data(), text.size()) !=
                         static_cast<ssize_t>(text.size())) {
    Fail("cannot make the input");
  }
  return fd;
}

class Batch {
 public:
  explicit Batch(int lines)
      : input_(MemoryFile(Calls(lines))),
        null_(::open("/dev/null", O_WRONLY | O_CLOEXEC)) {
    Explain();  // counts the bytes of the answers
    bytes_a_line_ = printed_ / static_cast<std::size_t>(lines);
  }

  absl::Duration Explain() {
    const auto begun = Begin();
    const absl::Status status = aii::cli::ExplainLines(
        context_, Find, input_.get(),
        [this](const std::string& text) { return Print(text); });
    if (!status.ok()) Fail(status.message());
    return aii::base::MonotonicClock().Now() - begun;
  }

  absl::Duration Loop() {
    const auto begun = Begin();
    aii::os::LineReader reader(input_.get(), aii::cli::kMaxExplainLineBytes);
    std::string answers;
    for (;;) {
      const auto line = reader.Next(aii::base::Cancel());
      if (!line.ok() || !line->has_value()) break;
      const auto json = aii::base::ParseJson(**line);
      if (!json.ok()) Fail("a line is no JSON");
      const std::string& name = *json->as_array()->front().as_string();
      struct stat info = {};
      const std::string path =
          name[0] == '/' ? name : absl::StrCat("/usr/bin/", name);
      if (::stat(path.c_str(), &info) != 0) Fail(path);
      answers.append(bytes_a_line_, 'x');
      if (answers.size() < (std::size_t{64} << 10)) continue;
      (void)Print(answers);
      answers.clear();
    }
    (void)Print(answers);
    return aii::base::MonotonicClock().Now() - begun;
  }

 private:
  aii::base::Instant Begin() {
    ::lseek(input_.get(), 0, SEEK_SET);
    printed_ = 0;
    return aii::base::MonotonicClock().Now();
  }

  static std::optional<aii::base::ResolvedProgram> Find(
      absl::string_view name) {
    return aii::os::Resolve(name, kSearchPath);
  }

  absl::Status Print(const std::string& text) {
    printed_ += text.size();
    (void)!::write(null_.get(), text.data(), text.size());
    return absl::OkStatus();
  }

  UniqueFd input_;
  UniqueFd null_;
  std::size_t printed_ = 0;
  std::size_t bytes_a_line_ = 0;
  aii::store::LoadedRules loaded_ = aii::store::LoadAllowFile("");
  aii::policy::TrustedDirs trusted_ = aii::policy::TrustedDirs::BuiltIn();
  aii::cli::ExplainContext context_ = {
      .loaded = loaded_, .trusted = trusted_, .allow_path = ""};
};

double MedianUs(std::vector<absl::Duration> times, int lines) {
  std::sort(times.begin(), times.end());
  return absl::ToDoubleMicroseconds(times[times.size() / 2]) / lines;
}

}  // namespace

int main(int argc, char** argv) {
  int lines = 6000;
  if (argc > 2 ||
      (argc == 2 && (!absl::SimpleAtoi(argv[1], &lines) || lines < 1))) {
    Fail("usage: explain_batch [LINES]");
  }
  Batch batch(lines);
  for (int i = 0; i < kTries; ++i) {
    std::vector<absl::Duration> ours;
    std::vector<absl::Duration> plain;
    for (int round = 0; round < kRounds; ++round) {
      ours.push_back(batch.Explain());
      plain.push_back(batch.Loop());
    }
    const double one = MedianUs(ours, lines);
    const double other = MedianUs(plain, lines);
    std::printf(
        "explain_batch: %.2f us a call, parse + stat + print %.2f us, ratio "
        "%.2f (limit %.1f), %d rounds of %d\n",
        one, other, one / other, kLimit, kRounds, lines);
    if (one / other <= kLimit) return 0;
  }
  return 1;
}
