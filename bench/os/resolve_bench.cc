// What finding a program costs, against the one stat(2) that any answer needs.

#include <benchmark/benchmark.h>
#include <sys/stat.h>

#include <string>

#include "os/resolve.h"

namespace {

using aii::os::Resolve;

void BM_OneStat(benchmark::State& state) {
  struct stat info = {};
  for (auto _ : state) {
    benchmark::DoNotOptimize(::stat("/bin/sh", &info));
  }
}
BENCHMARK(BM_OneStat);

// The program is in the last of `range` directories.
void BM_ResolveInTheLastDirectory(benchmark::State& state) {
  std::string path;
  for (int i = 1; i < state.range(0); ++i) {
    path += "/nowhere" + std::to_string(i) + ":";
  }
  path += "/bin";
  for (auto _ : state) {
    auto found = Resolve("true", path);
    benchmark::DoNotOptimize(found);
  }
}
BENCHMARK(BM_ResolveInTheLastDirectory)->Arg(1)->Arg(8)->Arg(64);

void BM_ResolveAbsolutePath(benchmark::State& state) {
  for (auto _ : state) {
    auto found = Resolve("/bin/true", "");
    benchmark::DoNotOptimize(found);
  }
}
BENCHMARK(BM_ResolveAbsolutePath);

}  // namespace
