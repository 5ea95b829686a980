// A second reading of POSIX 2.2, "Quoting", for tests and fuzzers: a state
// machine over single bytes, written from the standard and not from the code.

#ifndef AII_TESTS_SUPPORT_SPLIT_BY_STATES_H_
#define AII_TESTS_SUPPORT_SPLIT_BY_STATES_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace aii::testing {

// nullopt is a malformed line.
inline std::optional<std::vector<std::string>> SplitByStates(
    absl::string_view line) {
  enum class State {
    kBetween,
    kBare,
    kEscape,
    kSingle,
    kDouble,
    kDoubleEscape
  };
  std::vector<std::string> words;
  State state = State::kBetween;
  for (const char c : line) {
    if (c == '\n' || c == '\0') return std::nullopt;
    if (state == State::kBetween) {
      if (c == ' ' || c == '\t') continue;
      words.emplace_back();
      state = State::kBare;
    }
    switch (state) {
      case State::kBetween:
        break;
      case State::kBare:
        if (c == ' ' || c == '\t') {
          state = State::kBetween;
        } else if (c == '\'') {
          state = State::kSingle;
        } else if (c == '"') {
          state = State::kDouble;
        } else if (c == '\\') {
          state = State::kEscape;
        } else {
          words.back() += c;
        }
        break;
      case State::kEscape:
        words.back() += c;
        state = State::kBare;
        break;
      case State::kSingle:
        if (c == '\'') {
          state = State::kBare;
        } else {
          words.back() += c;
        }
        break;
      case State::kDouble:
        if (c == '"') {
          state = State::kBare;
        } else if (c == '\\') {
          state = State::kDoubleEscape;
        } else {
          words.back() += c;
        }
        break;
      case State::kDoubleEscape:
        if (c != '"' && c != '\\' && c != '$' && c != '`') words.back() += '\\';
        words.back() += c;
        state = State::kDouble;
        break;
    }
  }
  if (state != State::kBetween && state != State::kBare) return std::nullopt;
  return words;
}

}  // namespace aii::testing

#endif  // AII_TESTS_SUPPORT_SPLIT_BY_STATES_H_
