// JSON, strict, with caps on size and depth.
//
// Layer: base (pure). The parser is nlohmann-json, seen by json.cc only: its
// header costs three seconds a translation unit.

#ifndef AII_BASE_JSON_H_
#define AII_BASE_JSON_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace aii::base {

class Json;
using JsonArray = std::vector<Json>;
// In the order of the text. Names are unique: a repeated name is refused.
using JsonObject = std::vector<std::pair<std::string, Json>>;

// One JSON value. Numbers that fit are int64, others double.
class Json {
 public:
  Json() = default;  // null
  Json(std::nullptr_t) {}
  Json(bool value) : value_(value) {}
  Json(std::int64_t value) : value_(value) {}
  Json(int value) : value_(std::int64_t{value}) {}
  Json(double value) : value_(value) {}
  Json(std::string value) : value_(std::move(value)) {}
  Json(absl::string_view value) : value_(std::string(value)) {}
  Json(const char* value) : value_(std::string(value)) {}
  Json(JsonArray value) : value_(std::move(value)) {}
  Json(JsonObject value) : value_(std::move(value)) {}

  bool is_null() const {
    return std::holds_alternative<std::nullptr_t>(value_);
  }

  // The value as one type, or nullptr where it is of another.
  const bool* as_bool() const { return std::get_if<bool>(&value_); }
  const std::int64_t* as_int() const {
    return std::get_if<std::int64_t>(&value_);
  }
  const double* as_double() const { return std::get_if<double>(&value_); }
  const std::string* as_string() const {
    return std::get_if<std::string>(&value_);
  }
  const JsonArray* as_array() const { return std::get_if<JsonArray>(&value_); }
  const JsonObject* as_object() const {
    return std::get_if<JsonObject>(&value_);
  }

  // The member `name` of an object; nullptr where this is no object or has no
  // such member. Cost: O(members).
  const Json* Find(absl::string_view name) const;

  friend bool operator==(const Json&, const Json&) = default;

 private:
  std::variant<std::nullptr_t, bool, std::int64_t, double, std::string,
               JsonArray, JsonObject>
      value_ = nullptr;
};

struct JsonLimits {
  std::size_t max_bytes = 16u << 20;
  std::size_t max_depth = 64;
};

// Parses one JSON text (RFC 8259), the whole of `text`.
//
// Errors: kInvalidArgument, "not JSON at byte <n>" with n counted from 1: also
//         a byte order mark, bytes that are not UTF-8, a lone surrogate (as an
//         escape or encoded). "JSON number out of range at byte <n>", "JSON
//         repeats a member name".
//         kOutOfRange: larger or deeper than `limits`.
//         No message holds bytes of the text.
// Cost:   O(text), and a sort of each object's names. Stack bounded by
//         max_depth.
absl::StatusOr<Json> ParseJson(absl::string_view text,
                               const JsonLimits& limits = {});

// Writes `value` on one line, UTF-8, without spaces. Bytes of strings that are
// not UTF-8 become U+FFFD; what IsUnsafeToShow() is escaped, so that the line
// may go to a terminal. A number that JSON can't hold (NaN, infinity) is null.
// ParseJson gives the same value back where all its strings are UTF-8.
std::string WriteJson(const Json& value);

}  // namespace aii::base

#endif  // AII_BASE_JSON_H_
