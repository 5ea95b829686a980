// How Render scales with the argument vector, by what its words need, and how
// far it is from what the memory allows: the same words joined with memcpy, and
// the same bytes copied one by one.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

#include "argv/render.h"

namespace aii::argv {
namespace {

std::vector<std::string> MakeWords(const std::string& word,
                                   std::int64_t total_bytes) {
  const std::size_t count =
      1 + static_cast<std::size_t>(total_bytes) / (word.size() + 1);
  return std::vector<std::string>(count, word);
}

std::size_t SizeOf(const std::vector<std::string>& words) {
  std::size_t size = 0;
  for (const std::string& word : words) size += word.size() + 1;
  return size;
}

void SetBytes(benchmark::State& state, std::size_t bytes) {
  state.SetBytesProcessed(state.iterations() *
                          static_cast<std::int64_t>(bytes));
}

void BM_Render(benchmark::State& state, const std::string& word) {
  const std::vector<std::string> words = MakeWords(word, state.range(0));
  for (auto _ : state) {
    DisplayText text = Render(words);
    benchmark::DoNotOptimize(text);
  }
  SetBytes(state, SizeOf(words));
}

// The same words with a blank between, one allocation, no look at any byte.
void BM_JoinByMemcpy(benchmark::State& state, const std::string& word) {
  const std::vector<std::string> words = MakeWords(word, state.range(0));
  for (auto _ : state) {
    std::string text;
    std::size_t size = 0;
    for (const std::string& w : words) size += w.size() + 1;
    text.reserve(size);
    for (const std::string& w : words) {
      text += ' ';
      text += w;
    }
    benchmark::DoNotOptimize(text);
  }
  SetBytes(state, SizeOf(words));
}

// One load and one store a byte, as a pass that looks at each must do.
void BM_CopyByByte(benchmark::State& state) {
  const std::string text(static_cast<std::size_t>(state.range(0)), 'a');
  std::string copy(text.size(), ' ');
  for (auto _ : state) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      copy[i] = text[i];
      benchmark::ClobberMemory();
    }
  }
  SetBytes(state, text.size());
}

void BM_EscapeUnsafe(benchmark::State& state, const std::string& word) {
  std::string text;
  for (const std::string& w : MakeWords(word, state.range(0))) text += w + "\n";
  for (auto _ : state) {
    std::string escaped = EscapeUnsafe(text, /*keep_layout=*/true);
    benchmark::DoNotOptimize(escaped);
  }
  SetBytes(state, text.size());
}

BENCHMARK_CAPTURE(BM_Render, Plain, "status")->Range(8, 32 << 10);
BENCHMARK_CAPTURE(BM_JoinByMemcpy, Plain, "status")->Range(8, 32 << 10);
BENCHMARK_CAPTURE(BM_Render, LongPlain, std::string(255, 'a'))
    ->Range(512, 2 << 20);
BENCHMARK_CAPTURE(BM_JoinByMemcpy, LongPlain, std::string(255, 'a'))
    ->Range(512, 2 << 20);
BENCHMARK(BM_CopyByByte)->Range(512, 32 << 10);
BENCHMARK_CAPTURE(BM_Render, Quoted, "a b")->Range(8, 32 << 10);
BENCHMARK_CAPTURE(BM_Render, Letters, "r\u00E9sum\u00E9")->Range(8, 32 << 10);
BENCHMARK_CAPTURE(BM_Render, Escaped, "a\x1B[2J")->Range(8, 32 << 10);
BENCHMARK_CAPTURE(BM_Render, Hidden, "a\u202E")->Range(8, 32 << 10);
BENCHMARK_CAPTURE(BM_EscapeUnsafe, Plain, "a word of a model")
    ->Range(8, 32 << 10);
BENCHMARK_CAPTURE(BM_EscapeUnsafe, Letters, "r\u00E9sum\u00E9")
    ->Range(8, 32 << 10);

}  // namespace
}  // namespace aii::argv
