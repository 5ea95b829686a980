// What a child costs, from start to reaped, against plain posix_spawn(3) and
// waitpid(2) of the same program; with a big heap too, which a fork would copy.

#include <benchmark/benchmark.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "os/spawn.h"

namespace {

constexpr std::size_t kHeapBytes = std::size_t{512} << 20;

void BM_PosixSpawn(benchmark::State& state) {
  std::string name = "true";
  std::vector<char*> argv = {name.data(), nullptr};
  const std::vector<char> heap(static_cast<std::size_t>(state.range(0)), 1);
  for (auto _ : state) {
    pid_t pid = 0;
    if (::posix_spawn(&pid, "/bin/true", nullptr, nullptr, argv.data(),
                      environ) != 0) {
      state.SkipWithError("posix_spawn failed");
      break;
    }
    ::waitpid(pid, nullptr, 0);
  }
}
BENCHMARK(BM_PosixSpawn)->Arg(0)->Arg(kHeapBytes)->UseRealTime();

void BM_Spawn(benchmark::State& state) {
  const std::vector<char> heap(static_cast<std::size_t>(state.range(0)), 1);
  for (auto _ : state) {
    auto child = aii::os::Spawn({.path = "/bin/true", .argv = {"true"}});
    if (!child.ok()) {
      state.SkipWithError("Spawn failed");
      break;
    }
    struct pollfd exit = {child->exit_fd(), POLLIN, 0};
    (void)::poll(&exit, 1, -1);
    benchmark::DoNotOptimize(child->Reap());
  }
}
BENCHMARK(BM_Spawn)->Arg(0)->Arg(kHeapBytes)->UseRealTime();

}  // namespace
