// Is draining a pipe as fast as a plain loop of read(2) into 64 KiB? Both read
// what a thread writes, in turn.

#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <string>
#include <thread>

#include "os/drain.h"

namespace {

constexpr std::size_t kTotalBytes = std::size_t{1} << 30;

// A pipe into which a thread writes kTotalBytes.
class Writer {
 public:
  Writer() {
    std::array<int, 2> ends;
    if (::pipe(ends.data()) != 0) return;
    read_end_ = ends[0];
    ::fcntl(read_end_, F_SETFL, O_NONBLOCK);
    thread_ = std::thread([fd = ends[1]] {
      const std::string piece(65536, 'x');
      for (std::size_t sent = 0; sent < kTotalBytes; sent += piece.size()) {
        if (::write(fd, piece.data(), piece.size()) < 0) break;
      }
      ::close(fd);
    });
  }
  ~Writer() {
    thread_.join();
    ::close(read_end_);
  }
  int read_end() const { return read_end_; }
  void Wait() const {
    struct pollfd wait = {read_end_, POLLIN, 0};
    (void)::poll(&wait, 1, -1);
  }

 private:
  int read_end_ = -1;
  std::thread thread_;
};

void BM_PlainReadLoop(benchmark::State& state) {
  for (auto _ : state) {
    const Writer writer;
    std::array<char, 65536> piece;
    std::size_t total = 0;
    for (;;) {
      const ssize_t got = ::read(writer.read_end(), piece.data(), piece.size());
      if (got == 0) break;
      if (got < 0) {
        writer.Wait();
        continue;
      }
      total += static_cast<std::size_t>(got);
      benchmark::DoNotOptimize(piece);
    }
    if (total != kTotalBytes) state.SkipWithError("bytes are missing");
  }
  state.SetBytesProcessed(state.iterations() *
                          static_cast<std::int64_t>(kTotalBytes));
}
BENCHMARK(BM_PlainReadLoop)->UseRealTime()->Unit(benchmark::kMillisecond);

void BM_Drain(benchmark::State& state) {
  for (auto _ : state) {
    const Writer writer;
    aii::os::OutputHead head;
    while (aii::os::DrainAvailable(writer.read_end(), std::size_t{1} << 20,
                                   head) != aii::os::DrainState::kClosed) {
      writer.Wait();
    }
    if (head.total_bytes() != kTotalBytes) {
      state.SkipWithError("bytes are missing");
    }
  }
  state.SetBytesProcessed(state.iterations() *
                          static_cast<std::int64_t>(kTotalBytes));
}
BENCHMARK(BM_Drain)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
