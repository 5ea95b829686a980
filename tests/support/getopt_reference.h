// What the C library's getopt_long(3) makes of a command, in the types of
// policy/options: the reference for its test and its fuzz target.

#ifndef AII_TESTS_SUPPORT_GETOPT_REFERENCE_H_
#define AII_TESTS_SUPPORT_GETOPT_REFERENCE_H_

#include <getopt.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "policy/options.h"

namespace aii::testing {

inline std::vector<option> ToGetopt(std::span<const policy::LongOption> options,
                                    std::vector<std::string>& names) {
  for (const policy::LongOption& from : options) names.emplace_back(from.name);
  std::vector<option> result;
  for (std::size_t i = 0; i < options.size(); ++i) {
    // no_argument, required_argument and optional_argument are 0, 1 and 2.
    result.push_back({names[i].c_str(), static_cast<int>(options[i].value),
                      nullptr, options[i].id});
  }
  result.push_back({});
  return result;
}

// The views of the result are into `arguments`, which must hold no NUL.
inline policy::GivenWords ReadByGetopt(const policy::OptionTable& table,
                                       std::vector<std::string>& arguments) {
  std::vector<std::string> names;
  names.reserve(table.long_options.size());
  const std::vector<option> long_options = ToGetopt(table.long_options, names);
  const std::string short_options(table.short_options);

  std::string program = "program";
  std::vector<char*> argv = {program.data()};
  for (std::string& word : arguments) argv.push_back(word.data());
  const int argc = static_cast<int>(argv.size());
  argv.push_back(nullptr);

  policy::GivenWords given;
  opterr = 0;
  optind = 0;  // glibc: start afresh
  while (true) {
    const int id = getopt_long(argc, argv.data(), short_options.c_str(),
                               long_options.data(), nullptr);
    if (id == -1) break;
    policy::GivenOption one = {.id = id};
    if (id != policy::kBadOption && optarg != nullptr) one.value = optarg;
    given.options.push_back(one);
  }
  for (int i = optind; i < argc; ++i) {
    given.operands.emplace_back(argv[static_cast<std::size_t>(i)]);
  }
  return given;
}

}  // namespace aii::testing

#endif  // AII_TESTS_SUPPORT_GETOPT_REFERENCE_H_
