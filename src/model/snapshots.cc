#include "model/snapshots.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"

namespace aii::model {
namespace {

constexpr absl::string_view kReplacement = "\uFFFD";

}  // namespace

std::string Snapshots::Advance(absl::string_view snapshot) {
  std::string fresh;
  if (!absl::StartsWith(snapshot, told_)) {
    fresh = std::exchange(held_, "");
    told_.clear();
  }
  absl::string_view more = snapshot.substr(told_.size());
  while (absl::ConsumeSuffix(&more, kReplacement)) {
  }
  held_ = std::string(snapshot.substr(told_.size() + more.size()));
  told_.append(more);
  return fresh.append(more);
}

std::string Snapshots::Finish() {
  told_.append(held_);
  return std::exchange(held_, "");
}

}  // namespace aii::model
