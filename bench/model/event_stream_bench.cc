// How fast EventStreamParser takes a stream, for events of a token each, for
// large events, and for pieces that cut every line. memcpy is the limit.

#include <cstdint>
#include <cstring>
#include <string>

#include "absl/strings/str_cat.h"
#include "benchmark/benchmark.h"
#include "model/event_stream.h"

namespace aii::model {
namespace {

std::string MakeStream(std::size_t event_bytes) {
  std::string stream;
  while (stream.size() < (1u << 20)) {
    absl::StrAppend(&stream, "data: ", std::string(event_bytes, 'x'), "\n\n");
  }
  return stream;
}

void BM_Append(benchmark::State& state, std::size_t event_bytes,
               std::size_t piece_bytes) {
  const std::string stream = MakeStream(event_bytes);
  for (auto _ : state) {
    EventStreamParser parser;
    for (absl::string_view rest = stream; !rest.empty();) {
      const absl::string_view piece = rest.substr(0, piece_bytes);
      auto events = parser.Append(piece);
      benchmark::DoNotOptimize(events);
      rest.remove_prefix(piece.size());
    }
  }
  state.SetBytesProcessed(state.iterations() *
                          static_cast<std::int64_t>(stream.size()));
}
BENCHMARK_CAPTURE(BM_Append, TokenEventsInLargePieces, 250, 16384);
BENCHMARK_CAPTURE(BM_Append, TokenEventsInPiecesOfTheirSize, 250, 258);
BENCHMARK_CAPTURE(BM_Append, TokenEventsCutOften, 250, 17);
BENCHMARK_CAPTURE(BM_Append, LargeEvents, 100'000, 16384);

void BM_Copy(benchmark::State& state) {
  const std::string stream = MakeStream(250);
  std::string copy(stream.size(), '\0');
  for (auto _ : state) {
    std::memcpy(copy.data(), stream.data(), stream.size());
    benchmark::DoNotOptimize(copy.data());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() *
                          static_cast<std::int64_t>(stream.size()));
}
BENCHMARK(BM_Copy);

}  // namespace
}  // namespace aii::model
