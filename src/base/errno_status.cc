#include "base/errno_status.h"

#include <string>
#include <system_error>

#include "absl/strings/str_cat.h"

namespace aii::base {

std::string ErrnoText(int error) {
  return std::generic_category().message(error);
}

absl::Status ErrnoStatus(int error, absl::string_view what,
                         absl::string_view subject) {
  const std::string text = ErrnoText(error);
  const std::string message =
      subject.empty() ? absl::StrCat(what, ": ", text)
                      : absl::StrCat(what, " '", subject, "': ", text);
  const absl::StatusCode code =
      error == 0 ? absl::StatusCode::kUnknown : absl::ErrnoToStatusCode(error);
  return absl::Status(code, message);
}

}  // namespace aii::base
