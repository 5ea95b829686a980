// How SplitWords and JoinWords scale with the line, for words with and without
// quotes, and how far they are from what the memory allows: the same words
// copied with memcpy by somebody who knows where they end, and the same bytes
// copied one by one.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

#include "argv/words.h"

namespace aii::argv {
namespace {

std::string MakeLine(const std::string& word, std::int64_t size) {
  std::string line = word;
  while (line.size() + 1 + word.size() <= static_cast<std::size_t>(size)) {
    line += ' ';
    line += word;
  }
  return line;
}

void SetBytes(benchmark::State& state, const std::string& line) {
  state.SetBytesProcessed(state.iterations() *
                          static_cast<std::int64_t>(line.size()));
}

void BM_SplitWords(benchmark::State& state, const std::string& word) {
  const std::string line = MakeLine(word, state.range(0));
  for (auto _ : state) {
    auto words = SplitWords(line);
    benchmark::DoNotOptimize(words);
  }
  SetBytes(state, line);
}

// The words of a line without quotes, each copied once.
void BM_CopyKnownWords(benchmark::State& state, const std::string& word) {
  const std::string line = MakeLine(word, state.range(0));
  for (auto _ : state) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at < line.size(); at += word.size() + 1) {
      words.emplace_back(line.data() + at, word.size());
    }
    benchmark::DoNotOptimize(words);
  }
  SetBytes(state, line);
}

void BM_JoinWords(benchmark::State& state, const std::string& word) {
  const std::string line = MakeLine(word, state.range(0));
  const std::vector<std::string> words = *SplitWords(line);
  for (auto _ : state) {
    std::string joined = JoinWords(words);
    benchmark::DoNotOptimize(joined);
  }
  SetBytes(state, line);
}

// One load and one store a byte, as a pass that looks at each must do.
void BM_CopyByByte(benchmark::State& state) {
  const std::string line = MakeLine("status", state.range(0));
  std::string copy(line.size(), ' ');
  for (auto _ : state) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      copy[i] = line[i];
      benchmark::ClobberMemory();
    }
  }
  SetBytes(state, line);
}

BENCHMARK_CAPTURE(BM_SplitWords, Plain, "status")->Range(8, 2048);
BENCHMARK_CAPTURE(BM_CopyKnownWords, Plain, "status")->Range(8, 2048);
BENCHMARK_CAPTURE(BM_SplitWords, LongPlain, std::string(255, 'a'))
    ->Range(512, 4096);
BENCHMARK_CAPTURE(BM_CopyKnownWords, LongPlain, std::string(255, 'a'))
    ->Range(512, 4096);
BENCHMARK(BM_CopyByByte)->Range(512, 4096);
BENCHMARK_CAPTURE(BM_SplitWords, SingleQuoted, "'a b'")->Range(8, 2048);
BENCHMARK_CAPTURE(BM_SplitWords, DoubleQuoted, "\"a \\\" b\"")->Range(8, 2048);
BENCHMARK_CAPTURE(BM_SplitWords, Escaped, "a\\ b")->Range(8, 2048);
BENCHMARK_CAPTURE(BM_JoinWords, Plain, "status")->Range(8, 2048);
BENCHMARK_CAPTURE(BM_JoinWords, Quoted, "'it'\\''s'")->Range(8, 2048);

}  // namespace
}  // namespace aii::argv
