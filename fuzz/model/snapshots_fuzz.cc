// Properties of model/snapshots on arbitrary snapshots, one between two NULs:
//   - What is new is the end of its snapshot.
//   - Before what is new stands the snapshot before, or nothing.
//   - A snapshot that grows gives, over all, exactly its text.

#include <cstdint>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "fuzz/fuzz_expect.h"
#include "model/snapshots.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view bytes(reinterpret_cast<const char*>(data), size);
  aii::model::Snapshots snapshots;
  std::string before;
  for (const absl::string_view snapshot :
       absl::StrSplit(bytes, absl::ByChar('\0'))) {
    const absl::string_view fresh = snapshots.Advance(snapshot);
    FUZZ_EXPECT(absl::EndsWith(snapshot, fresh));
    const absl::string_view old =
        snapshot.substr(0, snapshot.size() - fresh.size());
    FUZZ_EXPECT(old.empty() || old == before);
    FUZZ_EXPECT(absl::StartsWith(snapshot, before) == (old == before));
    before = std::string(snapshot);
  }

  aii::model::Snapshots growing;
  std::string text;
  for (std::size_t end = 0; end <= size; end += 1 + end / 2) {
    text += growing.Advance(bytes.substr(0, end));
    FUZZ_EXPECT(text == bytes.substr(0, end));
  }
  return 0;
}
