#include "model/snapshots.h"

#include "absl/strings/match.h"

namespace aii::model {

absl::string_view Snapshots::Advance(absl::string_view snapshot) {
  if (!absl::StartsWith(snapshot, last_)) last_.clear();
  const absl::string_view fresh = snapshot.substr(last_.size());
  last_.append(fresh);
  return fresh;
}

}  // namespace aii::model
