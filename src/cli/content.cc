#include "cli/content.h"

#include <sys/stat.h>
#include <unistd.h>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "base/utf8.h"
#include "os/read_file.h"

namespace aii::cli {
namespace {

base::Failure ReadFailure(const absl::Status& status,
                          const std::optional<std::string>& file) {
  if (status.code() == absl::StatusCode::kOutOfRange) {
    return {.code = base::FailureCode::kUsageError,
            .lines = {absl::StrCat("the content is larger than ",
                                   kMaxContentBytes >> 20, " MiB"),
                      "give the model a part of it"}};
  }
  if (file.has_value()) {
    return {.code = base::FailureCode::kFileNotFound,
            .lines = {absl::StrCat("Cannot read file: ", *file)},
            .detail = std::string(status.message())};
  }
  return {.code = base::FailureCode::kInternalError,
          .lines = {
              absl::StrCat("cannot read standard input: ", status.message())}};
}

constexpr absl::string_view kContent = "content";

}  // namespace

std::string DecodeText(std::string bytes, absl::string_view what,
                       base::EventSink& events) {
  if (base::IsValidUtf8(bytes)) return bytes;
  events.Warning(absl::StrCat("the ", what,
                              " is not all UTF-8; other bytes were replaced"));
  return base::DecodeLenient(bytes);
}

bool HasContent(int fd) {
  struct stat info = {};
  if (::fstat(fd, &info) != 0) return false;
  if (!S_ISCHR(info.st_mode)) return true;
  if (::isatty(fd) != 0) return false;
  struct stat null_device = {};
  return ::stat("/dev/null", &null_device) != 0 ||
         info.st_rdev != null_device.st_rdev;
}

std::variant<std::string, ContentCancelled, base::Failure> ReadContent(
    const Options& options, int stdin_fd, base::EventSink& events,
    const base::Cancel& cancel) {
  absl::StatusOr<std::string> piped = std::string();
  if (!options.no_stdin && HasContent(stdin_fd)) {
    piped = os::ReadAll(stdin_fd, kMaxContentBytes, cancel);
  }
  if (cancel.cancelled()) return ContentCancelled{};
  if (!piped.ok()) return ReadFailure(piped.status(), std::nullopt);
  if (!options.file.has_value())
    return DecodeText(*std::move(piped), kContent, events);

  if (!piped->empty()) {
    return base::Failure{
        .code = base::FailureCode::kConflictingInput,
        .lines = {"Cannot use both --file and piped stdin. Use one or the "
                  "other"}};
  }
  absl::StatusOr<std::string> file =
      os::ReadFile(*options.file, kMaxContentBytes);
  if (!file.ok()) return ReadFailure(file.status(), options.file);
  return DecodeText(*std::move(file), kContent, events);
}

}  // namespace aii::cli
