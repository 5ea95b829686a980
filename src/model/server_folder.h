// Where private servers live: a folder a model, in one that is this user's.
//
// Layer: model.
// Spec:  docs/spec.md, "Private servers"; docs/adr/0010.

#ifndef AII_MODEL_SERVER_FOLDER_H_
#define AII_MODEL_SERVER_FOLDER_H_

#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "base/unique_fd.h"

namespace aii::model {

// The files of one server. Nothing else is ever in its folder.
struct ServerPaths {
  std::string root;     // holds the folders of all models
  std::string folder;   // root/KEY
  std::string control;  // a socket: the supervisor listens
  std::string socket;   // a socket: the server listens
  std::string log;      // what the server wrote
};

// The folder of all private servers: `runtime_dir`/aii where that is a folder
// of this user's, else aii-UID in `temporary_dir`, else in /tmp. A folder that
// others could exchange something in (writable and not sticky) is passed over,
// and so is one in which a socket's path would be too long. Makes nothing.
std::string ServerRoot(const std::string& runtime_dir,
                       const std::string& temporary_dir);

// A name for what `files` are now: 16 hexadecimal digits of their real paths,
// devices, numbers and times of change.
// Errors: from realpath(3) and stat(2), "cannot open '<file>': …".
absl::StatusOr<std::string> ServerKey(std::span<const std::string> files);

ServerPaths PathsOf(const std::string& root, absl::string_view key);

// The keys of the folders that are there, sorted.
std::vector<std::string> KeysIn(const std::string& root);

// Whether `folder` is a folder, this user's, and closed to everybody else.
// Errors: kNotFound: it is not there. kPermissionDenied: it is something else;
//         the message says what. Others: from open(2).
absl::Status CheckPrivate(const std::string& folder);

// Makes `folder` with mode 0700, or checks the one that is there.
// Errors: from mkdir(2), and as of CheckPrivate().
absl::Status MakePrivate(const std::string& folder);

// The right to make and to remove what is in a root, held by one process at a
// time: a lock (flock(2)) on the folder itself, so that no file is left behind.
// The kernel releases it when its holder ends.
class [[nodiscard]] RootLock {
 public:
  // Makes the root where it is missing and waits for the lock.
  // Errors: as of MakePrivate(). kUnavailable: held by another process for
  //         longer than `limit`.
  static absl::StatusOr<RootLock> Take(const std::string& root,
                                       absl::Duration limit);

 private:
  explicit RootLock(base::UniqueFd folder) : folder_(std::move(folder)) {}
  base::UniqueFd folder_;
};

// For the holder of the lock. ClearFolder removes the files of a server;
// RemoveFolder also its folder, and the root where that is empty then.
void ClearFolder(const ServerPaths& paths);
void RemoveFolder(const ServerPaths& paths);

}  // namespace aii::model

#endif  // AII_MODEL_SERVER_FOLDER_H_
