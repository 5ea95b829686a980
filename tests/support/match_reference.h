// A naive reference for command matching, to compare the real one against.
//
// Written from the specification's text (SPEC-EXEC 5.2, 5.3 and
// docs/decisions.md 5) by someone who had not read src/policy. It must stay
// so: do not "fix" it by looking at the implementation, do not include
// anything of src/policy, and do not let the two share code. If they differ,
// go back to the text to see which one is wrong.
//
// It works on bytes alone and never looks at the file system: resolving a
// command to a path (5.2) has happened before. In the arguments, the program's
// own name (argv[0]) is not included.

#ifndef AII_TESTS_SUPPORT_MATCH_REFERENCE_H_
#define AII_TESTS_SUPPORT_MATCH_REFERENCE_H_

#include <cstddef>
#include <string>
#include <vector>

namespace aii::testing {

// 5.2: "The program name is the last path component of the resolved path. So
// /bin/ls and ls both have program name ls."
inline std::string ProgramName(const std::string& resolved_path) {
  std::string name;
  for (const char byte : resolved_path) {
    if (byte == '/') {
      name = "";
    } else {
      name += byte;
    }
  }
  return name;
}

// 5.3: "1. Rule's first token equals the program name."
inline bool FirstTokenEqualsProgramName(const std::vector<std::string>& rule,
                                        const std::string& resolved_path) {
  return rule[0] == ProgramName(resolved_path);
}

// Decision 5: "A path that is relative [...] never is trusted."
inline bool IsRelative(const std::string& resolved_path) {
  if (resolved_path.empty()) {
    return true;
  }
  return resolved_path[0] != '/';
}

// Decision 5: "A path [...] that has a '.', '..' or empty component, never is
// trusted."
//
// The components are what the slashes of an absolute path separate, the first
// slash being the root: "/a/b" has "a" and "b", "/a/" has "a" and "".
inline bool HasDotDotDotOrEmptyComponent(const std::string& absolute_path) {
  std::vector<std::string> components;
  std::string component;
  for (std::size_t i = 1; i < absolute_path.size(); ++i) {
    if (absolute_path[i] == '/') {
      components.push_back(component);
      component = "";
    } else {
      component += absolute_path[i];
    }
  }
  components.push_back(component);

  for (const std::string& each : components) {
    if (each == "." || each == ".." || each == "") {
      return true;
    }
  }
  return false;
}

// Decision 5: "the parent directory": all that is before the last slash.
inline std::string ParentDirectory(const std::string& absolute_path) {
  std::size_t last_slash = 0;
  for (std::size_t i = 0; i < absolute_path.size(); ++i) {
    if (absolute_path[i] == '/') {
      last_slash = i;
    }
  }
  return absolute_path.substr(0, last_slash);
}

// 5.3: "2. The resolved path is inside a trusted directory: /bin, /usr/bin,
// /sbin, /usr/sbin, /usr/local/bin, /opt/homebrew/bin."
//
// Decision 5: "'Inside a trusted directory' means the parent directory equals
// one of the list, byte for byte."
//
// 5.2: "Do not follow symlinks for the trusted-directory check."
//
// 5.3: "An executable outside trusted directories (e.g. ./script.sh, ~/bin/x)
// never matches: it always prompts."
inline bool InTrustedDirectory(const std::string& resolved_path) {
  if (IsRelative(resolved_path)) {
    return false;
  }
  if (HasDotDotDotOrEmptyComponent(resolved_path)) {
    return false;
  }
  const std::string parent = ParentDirectory(resolved_path);
  if (parent == "/bin") return true;
  if (parent == "/usr/bin") return true;
  if (parent == "/sbin") return true;
  if (parent == "/usr/sbin") return true;
  if (parent == "/usr/local/bin") return true;
  if (parent == "/opt/homebrew/bin") return true;
  return false;
}

// 5.3: "3. The rest of the rule is a prefix of the command's arguments."
//
// Word by word: each word of the rest equals the whole argument at its place.
inline bool RestIsPrefixOfArguments(const std::vector<std::string>& rule,
                                    const std::vector<std::string>& arguments) {
  std::vector<std::string> rest;
  for (std::size_t i = 1; i < rule.size(); ++i) {
    rest.push_back(rule[i]);
  }

  if (rest.size() > arguments.size()) {
    return false;
  }
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (rest[i] != arguments[i]) {
      return false;
    }
  }
  return true;
}

// Decision 5: "Rules with a slash in the first word can never match."
inline bool HasSlashInFirstWord(const std::vector<std::string>& rule) {
  for (const char byte : rule[0]) {
    if (byte == '/') {
      return true;
    }
  }
  return false;
}

// 5.3: "A command matches a rule when all hold". A rule of no words has no
// first token, and matches nothing.
inline bool Matches(const std::vector<std::string>& rule,
                    const std::string& resolved_path,
                    const std::vector<std::string>& arguments) {
  if (rule.empty()) {
    return false;
  }
  if (HasSlashInFirstWord(rule)) {
    return false;
  }
  if (!FirstTokenEqualsProgramName(rule, resolved_path)) {
    return false;
  }
  if (!InTrustedDirectory(resolved_path)) {
    return false;
  }
  if (!RestIsPrefixOfArguments(rule, arguments)) {
    return false;
  }
  return true;
}

// Decision 5: "Where several rules match, the one with most words is reported."
//
// Returns how many words that rule has, its first one counted; 0 when no rule
// matches.
inline std::size_t LongestMatch(
    const std::vector<std::vector<std::string>>& rules,
    const std::string& resolved_path,
    const std::vector<std::string>& arguments) {
  std::size_t most_words = 0;
  for (const std::vector<std::string>& rule : rules) {
    if (Matches(rule, resolved_path, arguments)) {
      if (rule.size() > most_words) {
        most_words = rule.size();
      }
    }
  }
  return most_words;
}

}  // namespace aii::testing

#endif  // AII_TESTS_SUPPORT_MATCH_REFERENCE_H_
