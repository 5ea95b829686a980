// What goes wrong with a model server, as failures of the contract.
//
// Layer: model (pure).
// Spec:  docs/spec.md, "Errors".

#ifndef AII_MODEL_SERVER_ERROR_H_
#define AII_MODEL_SERVER_ERROR_H_

#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "base/failure.h"
#include "base/json.h"

namespace aii::model {

// How much of a server's own message is shown, in bytes.
inline constexpr std::size_t kMaxServerMessageBytes = 500;

// The failure behind a reply whose status is not 200.
//
// http_status: of the reply.
// body:        JSON of one of the usual shapes ({"error": {"message": …}},
//              {"error": "…"}, {"message": …}, {"detail": …}), or any bytes.
// Returns: kRateLimited for 429, kUnavailableDownloading for 503,
//          kContextExceeded where the prompt is too long, whatever the status;
//          else kInternalError with the server's message as second line and as
//          detail.
base::Failure ServerFailure(int http_status, absl::string_view body);

// The same for an error in the middle of a stream: the member "error" of an
// event, an object or a string.
base::Failure StreamedFailure(const base::Json& error);

// kUnavailableNotSupported: nobody listens at `display_name`.
base::Failure NoServer(absl::string_view display_name,
                       absl::string_view detail);

// kContextExceeded: the model had no room left to go on.
base::Failure CutShort();

// kAssetsUnavailable: the server went away, or fell silent.
base::Failure ConnectionLost(absl::string_view detail);

// Of os/http_stream, beside the two above: kUnavailableNotSupported where the
// server at `display_name` is another user's, kInternalError where the reply is
// too large or this machine has no pipe, thread or socket for it.
base::Failure TransportFailure(const absl::Status& status,
                               absl::string_view display_name);

// kInternalError: what came is not a chat server's reply, or too much of it.
base::Failure MalformedReply(absl::string_view detail);
base::Failure ReplyTooLarge();

}  // namespace aii::model

#endif  // AII_MODEL_SERVER_ERROR_H_
