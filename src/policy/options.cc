#include "policy/options.h"

#include <cstddef>

namespace aii::policy {
namespace {

class Reader {
 public:
  Reader(const OptionTable& table, std::span<const std::string> arguments)
      : table_(table), arguments_(arguments) {}

  GivenWords Read() {
    while (next_ < arguments_.size()) {
      const absl::string_view word = arguments_[next_++];
      if (word == "--") break;
      if (word.starts_with("--")) {
        ReadLong(word.substr(2));
      } else if (word.size() > 1 && word.front() == '-') {
        ReadCluster(word.substr(1));
      } else {
        given_.operands.push_back(word);
      }
    }
    given_.operands.insert(
        given_.operands.end(),
        arguments_.begin() + static_cast<std::ptrdiff_t>(next_),
        arguments_.end());
    return std::move(given_);
  }

 private:
  void ReadLong(absl::string_view text) {
    const std::size_t equals = text.find('=');
    const LongOption* const option = FindLong(text.substr(0, equals));
    if (option == nullptr) return AddBad();
    if (equals == absl::string_view::npos) {
      return AddDetached(option->id, option->value);
    }
    if (option->value == OptionValue::kNone) return AddBad();
    Add(option->id, text.substr(equals + 1));
  }

  void ReadCluster(absl::string_view cluster) {
    while (!cluster.empty()) {
      const std::optional<OptionValue> value = FindShort(cluster.front());
      const int id = static_cast<unsigned char>(cluster.front());
      cluster.remove_prefix(1);
      if (!value) {
        AddBad();
      } else if (*value == OptionValue::kNone) {
        Add(id, std::nullopt);
      } else if (cluster.empty()) {
        return AddDetached(id, *value);
      } else {
        return Add(id, cluster);
      }
    }
  }

  // The value of an option that has none attached is the next word, even where
  // that is `--`.
  void AddDetached(int id, OptionValue value) {
    if (value != OptionValue::kRequired) return Add(id, std::nullopt);
    if (next_ == arguments_.size()) return AddBad();
    Add(id, arguments_[next_++]);
  }

  void Add(int id, std::optional<absl::string_view> value) {
    given_.options.push_back({.id = id, .value = value});
  }

  void AddBad() { Add(kBadOption, std::nullopt); }

  // An exact name wins; else the prefix of one option, or of several that
  // differ in nothing but the name.
  const LongOption* FindLong(absl::string_view name) const {
    const LongOption* found = nullptr;
    bool ambiguous = false;
    for (const LongOption& option : table_.long_options) {
      if (!option.name.starts_with(name)) continue;
      if (option.name.size() == name.size()) return &option;
      if (found == nullptr) {
        found = &option;
      } else if (found->id != option.id || found->value != option.value) {
        ambiguous = true;
      }
    }
    return ambiguous ? nullptr : found;
  }

  std::optional<OptionValue> FindShort(char name) const {
    if (name == ':' || name == ';') return std::nullopt;
    const std::size_t at = table_.short_options.find(name);
    if (at == absl::string_view::npos) return std::nullopt;
    const absl::string_view rest = table_.short_options.substr(at + 1);
    if (rest.starts_with("::")) return OptionValue::kOptional;
    if (rest.starts_with(":")) return OptionValue::kRequired;
    return OptionValue::kNone;
  }

  const OptionTable& table_;
  std::span<const std::string> arguments_;
  std::size_t next_ = 0;  // the first word that is not read yet
  GivenWords given_;
};

}  // namespace

GivenWords ReadOptions(const OptionTable& table,
                       std::span<const std::string> arguments) {
  return Reader(table, arguments).Read();
}

}  // namespace aii::policy
