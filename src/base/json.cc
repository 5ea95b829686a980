#include "base/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/utf8.h"

namespace aii::base {
namespace {

// Pointers, not copies: names can be long.
bool HasRepeatedName(const JsonObject& object) {
  std::vector<absl::string_view> names;
  names.reserve(object.size());
  for (const auto& [name, value] : object) names.push_back(name);
  std::sort(names.begin(), names.end());
  return std::adjacent_find(names.begin(), names.end()) != names.end();
}

// Builds a Json from the events of nlohmann's parser, which keeps no stack of
// its own but a bit a level. A method that returns false ends the parse.
class TreeBuilder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit TreeBuilder(std::size_t max_depth) : max_depth_(max_depth) {}

  bool null() override { return Add(Json()); }
  bool boolean(bool value) override { return Add(Json(value)); }
  bool number_integer(std::int64_t value) override { return Add(Json(value)); }
  bool number_unsigned(std::uint64_t value) override {
    constexpr std::uint64_t kMax = std::numeric_limits<std::int64_t>::max();
    if (value > kMax) return Add(Json(static_cast<double>(value)));
    return Add(Json(static_cast<std::int64_t>(value)));
  }
  bool number_float(double value, const std::string& /*text*/) override {
    return Add(Json(value));
  }
  bool string(std::string& value) override {
    return Add(Json(std::move(value)));
  }
  bool binary(binary_t& /*value*/) override { return false; }

  bool start_object(std::size_t /*elements*/) override {
    return Open(JsonObject());
  }
  bool start_array(std::size_t /*elements*/) override {
    return Open(JsonArray());
  }
  bool key(std::string& name) override {
    open_.back().name = std::move(name);
    return true;
  }
  bool end_object() override {
    if (HasRepeatedName(std::get<JsonObject>(open_.back().container))) {
      return Refuse(absl::InvalidArgumentError("JSON repeats a member name"));
    }
    return Close();
  }
  bool end_array() override { return Close(); }

  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::json::exception& error) override {
    constexpr int kNumberOverflow = 406;
    return Refuse(absl::InvalidArgumentError(
        error.id == kNumberOverflow
            ? absl::StrCat("JSON number out of range at byte ", position)
            : absl::StrCat("not JSON at byte ", position)));
  }

  absl::StatusOr<Json> Take() {
    if (!status_.ok()) return status_;
    return std::move(root_);
  }

 private:
  struct Level {
    std::variant<JsonArray, JsonObject> container;
    std::string name;  // of the member whose value comes next
  };

  bool Refuse(absl::Status status) {
    status_ = std::move(status);
    return false;
  }

  bool Open(std::variant<JsonArray, JsonObject> container) {
    if (open_.size() >= max_depth_) {
      return Refuse(absl::OutOfRangeError(
          absl::StrCat("JSON deeper than ", max_depth_, " levels")));
    }
    open_.push_back({std::move(container), {}});
    return true;
  }

  bool Close() {
    Json value =
        std::visit([](auto& container) { return Json(std::move(container)); },
                   open_.back().container);
    open_.pop_back();
    return Add(std::move(value));
  }

  bool Add(Json value) {
    if (open_.empty()) {
      root_ = std::move(value);
    } else if (auto* array = std::get_if<JsonArray>(&open_.back().container)) {
      array->push_back(std::move(value));
    } else {
      std::get<JsonObject>(open_.back().container)
          .emplace_back(std::move(open_.back().name), std::move(value));
    }
    return true;
  }

  const std::size_t max_depth_;
  std::vector<Level> open_;
  Json root_;
  absl::Status status_;
};

// nlohmann takes a NUL for the end of the text and skips a byte order mark; RFC
// 8259 knows neither.
std::optional<std::size_t> FindWhatTheParserOverlooks(absl::string_view text) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") return 0;
  const std::size_t nul = text.find('\0');
  if (nul != absl::string_view::npos) return nul;
  return std::nullopt;
}

// How many bytes at the start stand for themselves in a JSON string: most texts
// are nothing else, and go over in one piece.
std::size_t PlainPrefix(absl::string_view text) {
  std::size_t size = 0;
  while (size < text.size()) {
    const char byte = text[size];
    if (byte < ' ' || byte > '~' || byte == '"' || byte == '\\') break;
    ++size;
  }
  return size;
}

class Writer {
 public:
  void Write(const Json& json) {
    if (const bool* flag = json.as_bool()) {
      out_ += *flag ? "true" : "false";
    } else if (const std::int64_t* integer = json.as_int()) {
      absl::StrAppend(&out_, *integer);
    } else if (const double* number = json.as_double()) {
      WriteDouble(*number);
    } else if (const std::string* text = json.as_string()) {
      WriteString(*text);
    } else if (const JsonArray* array = json.as_array()) {
      WriteArray(*array);
    } else if (const JsonObject* object = json.as_object()) {
      WriteObject(*object);
    } else {
      out_ += "null";
    }
  }

  std::string Take() { return std::move(out_); }

 private:
  // The shortest text that reads back as the same double, and as no integer.
  void WriteDouble(double number) {
    if (!std::isfinite(number)) {
      out_ += "null";
      return;
    }
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    const absl::string_view text(digits,
                                 static_cast<std::size_t>(end - digits));
    out_ += text;
    if (text.find_first_of(".e") == absl::string_view::npos) out_ += ".0";
  }

  void WriteArray(const JsonArray& array) {
    out_ += '[';
    for (const Json& value : array) {
      if (&value != &array.front()) out_ += ',';
      Write(value);
    }
    out_ += ']';
  }

  void WriteObject(const JsonObject& object) {
    out_ += '{';
    for (const auto& member : object) {
      if (&member != &object.front()) out_ += ',';
      WriteString(member.first);
      out_ += ':';
      Write(member.second);
    }
    out_ += '}';
  }

  void WriteString(absl::string_view text) {
    out_ += '"';
    while (!text.empty()) {
      const std::size_t plain = PlainPrefix(text);
      out_ += text.substr(0, plain);
      text.remove_prefix(plain);
      if (text.empty()) break;
      const DecodedChar decoded = DecodeChar(text);
      WriteChar(decoded.code_point);
      text.remove_prefix(decoded.size_bytes);
    }
    out_ += '"';
  }

  void WriteChar(char32_t c) {
    if (c == U'"' || c == U'\\') {
      out_ += '\\';
      out_ += static_cast<char>(c);
    } else if (c == U'\n') {
      out_ += "\\n";
    } else if (c == U'\t') {
      out_ += "\\t";
    } else if (IsUnsafeToShow(c)) {
      WriteEscape(c);
    } else {
      AppendUtf8(c, out_);
    }
  }

  void WriteEscape(char32_t c) {
    if (c < 0x10000) {
      absl::StrAppendFormat(&out_, "\\u%04X", static_cast<unsigned>(c));
      return;
    }
    const unsigned offset = static_cast<unsigned>(c) - 0x10000;
    absl::StrAppendFormat(&out_, "\\u%04X\\u%04X", 0xD800 + (offset >> 10),
                          0xDC00 + (offset & 0x3FF));
  }

  std::string out_;
};

}  // namespace

const Json* Json::Find(absl::string_view name) const {
  const JsonObject* object = as_object();
  if (object == nullptr) return nullptr;
  for (const auto& [member, value] : *object) {
    if (member == name) return &value;
  }
  return nullptr;
}

absl::StatusOr<Json> ParseJson(absl::string_view text,
                               const JsonLimits& limits) {
  if (text.size() > limits.max_bytes) {
    return absl::OutOfRangeError(
        absl::StrCat("JSON larger than ", limits.max_bytes, " bytes"));
  }
  if (const auto at = FindWhatTheParserOverlooks(text)) {
    return absl::InvalidArgumentError(
        absl::StrCat("not JSON at byte ", *at + 1));
  }
  TreeBuilder builder(limits.max_depth);
  (void)nlohmann::json::sax_parse(text, &builder);  // the builder knows why
  return builder.Take();
}

std::string WriteJson(const Json& value) {
  Writer writer;
  writer.Write(value);
  return writer.Take();
}

}  // namespace aii::base
