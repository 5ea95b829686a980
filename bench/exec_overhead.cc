// What does the whole gate add to a command?
//
// One turn by a scripted model that calls `true` once: validate, resolve,
// match, log, run in a session of its own, drain, sweep, word the result.
// Against posix_spawn(3) and waitpid(2) of the same program and one write of
// the same log line to the same place. Both alternate in one run, so that a
// busy machine slows both.
//
// usage: exec_overhead [--runs N] [--heap MIB] [--server]
//
//   --runs N    pairs of runs; default 2000
//   --heap MIB  of touched memory that a fork would copy
//   --server    a child of this process is alive, as a model's server is
//
// Prints one line; ends with 1 where a limit is passed in each of three tries.

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "approve/approver.h"
#include "base/clock.h"
#include "base/unique_fd.h"
#include "chat/turn.h"
#include "cli/console.h"
#include "cli/reporter.h"
#include "exec/host.h"
#include "model/scripted.h"
#include "os/resolve.h"

namespace {

constexpr int kTries = 3;
constexpr int kWarmUp = 50;
constexpr const char* kSearchPath = "/usr/bin:/bin";

struct Options {
  int runs = 2000;
  int heap_mib = 0;
  bool server = false;
};

struct Limits {
  double median;
  double p99;
};

// The limits hold for the plain run; where memory or a server are in play, for
// the median.
Limits LimitsFor(const Options& options) {
  const bool plain = options.heap_mib == 0 && !options.server;
  return plain ? Limits{1.10, 1.20} : Limits{1.15, 0};
}

[[noreturn]] void Fail(const std::string& why) {
  std::fprintf(stderr, "exec_overhead: %s\n", why.c_str());
  std::exit(2);
}

int Number(const char* text) {
  int number = 0;
  if (!absl::SimpleAtoi(text, &number) || number < 1) {
    Fail(absl::StrCat("'", text, "' is no positive number"));
  }
  return number;
}

Options ReadOptions(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--server") {
      options.server = true;
    } else if (word == "--runs" && i + 1 < argc) {
      options.runs = Number(argv[++i]);
    } else if (word == "--heap" && i + 1 < argc) {
      options.heap_mib = Number(argv[++i]);
    } else {
      Fail(absl::StrCat("unknown option '", word, "'"));
    }
  }
  return options;
}

// A child in a session of its own that lives as long as this does.
class Server {
 public:
  Server() : pid_(::fork()) {
    if (pid_ != 0) return;
    ::setsid();
    for (;;) ::pause();
  }
  ~Server() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

 private:
  pid_t pid_;
};

class Nobody final : public aii::approve::Approver {
 public:
  aii::approve::Answer Ask(const aii::approve::Question&,
                           const aii::base::Cancel&) override {
    Fail("a question was asked");
  }
};

class Sink final : public aii::chat::AnswerSink {
 public:
  absl::Status Write(absl::string_view) override { return absl::OkStatus(); }
  absl::Status EndResponse() override { return absl::OkStatus(); }
};

class Overhead {
 public:
  explicit Overhead(int turns)
      : null_(::open("/dev/null", O_WRONLY | O_CLOEXEC)),
        console_({.out = null_.get(), .err = null_.get()}),
        reporter_(console_, {}),
        path_(aii::os::Resolve("true", kSearchPath).value().path) {
    rules_.Add({.words = {"true"}});
    std::string script;
    for (int i = 0; i < turns; ++i) {
      script += "{\"call\":{\"executable\":\"true\"}}\n{\"end\":true}\n";
    }
    auto backend = aii::model::ParseScript(script);
    if (!backend.ok()) Fail(std::string(backend.status().message()));
    backend_ = *std::move(backend);
  }

  // Each in nanoseconds.
  double Gate() {
    const auto begun = aii::base::MonotonicClock().Now();
    aii::exec::Host host({.rules = rules_,
                          .trusted = trusted_,
                          .approver = nobody_,
                          .events = reporter_,
                          .clock = aii::base::MonotonicClock(),
                          .search_path = kSearchPath,
                          .limits = {},
                          .save_rule = {},
                          .allow_path = ""});
    const auto result =
        aii::chat::RunTurn(*backend_, "go", &host, sink_, aii::base::Cancel());
    const double elapsed = Since(begun);
    if (!std::holds_alternative<aii::chat::TurnDone>(result)) {
      Fail("the turn failed");
    }
    return elapsed;
  }

  double Bare() {
    const auto begun = aii::base::MonotonicClock().Now();
    constexpr absl::string_view kLog = "aii: $ true\n";
    (void)!::write(null_.get(), kLog.data(), kLog.size());
    std::string name = "true";
    std::array<char*, 2> argv = {name.data(), nullptr};
    pid_t pid = 0;
    if (::posix_spawn(&pid, path_.c_str(), nullptr, nullptr, argv.data(),
                      environ) != 0) {
      Fail("posix_spawn failed");
    }
    int status = 0;
    ::waitpid(pid, &status, 0);
    const double elapsed = Since(begun);
    if (status != 0) Fail("true failed");
    return elapsed;
  }

 private:
  static double Since(aii::base::Instant begun) {
    return absl::ToDoubleNanoseconds(aii::base::MonotonicClock().Now() - begun);
  }

  aii::base::UniqueFd null_;
  aii::cli::Console console_;
  aii::cli::Reporter reporter_;
  std::string path_;
  aii::policy::RuleSet rules_;
  aii::policy::TrustedDirs trusted_ = aii::policy::TrustedDirs::BuiltIn();
  Nobody nobody_;
  Sink sink_;
  std::unique_ptr<aii::model::Backend> backend_;
};

double Quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(q *
                                         static_cast<double>(values.size()))];
}

bool IsWithin(const Options& options) {
  Overhead overhead(options.runs + kWarmUp);
  std::vector<double> gate;
  std::vector<double> bare;
  for (int i = 0; i < options.runs + kWarmUp; ++i) {
    const double one = overhead.Gate();
    const double other = overhead.Bare();
    if (i < kWarmUp) continue;
    gate.push_back(one);
    bare.push_back(other);
  }
  const Limits limits = LimitsFor(options);
  const double median = Quantile(gate, 0.5) / Quantile(bare, 0.5);
  const double p99 = Quantile(gate, 0.99) / Quantile(bare, 0.99);
  std::printf(
      "exec_overhead:%s%s gate %.0f us, posix_spawn %.0f us, ratio %.2f (limit "
      "%.2f), p99 %.2f (%s), %d pairs\n",
      options.heap_mib == 0
          ? ""
          : absl::StrCat(" heap ", options.heap_mib, " MiB,").c_str(),
      options.server ? " server alive," : "", Quantile(gate, 0.5) / 1000,
      Quantile(bare, 0.5) / 1000, median, limits.median, p99,
      limits.p99 == 0 ? "no limit" : absl::StrCat("limit ", limits.p99).c_str(),
      options.runs);
  return median <= limits.median && (limits.p99 == 0 || p99 <= limits.p99);
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = ReadOptions(argc, argv);
  const std::vector<char> heap(static_cast<std::size_t>(options.heap_mib) << 20,
                               1);
  std::unique_ptr<Server> server;
  if (options.server) server = std::make_unique<Server>();
  for (int i = 0; i < kTries; ++i) {
    if (IsWithin(options)) return 0;
  }
  return 1;
}
