#include "policy/guard_options.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace aii::policy {
namespace {

struct NamedTable {
  const char* program;
  const OptionTable& table;
};

const NamedTable kTables[] = {
    {"date", kDateOptions}, {"file", kFileOptions}, {"tail", kTailOptions},
    {"wc", kWcOptions},     {"du", kDuOptions},
};

// The value that the short option `id` takes, found by hand.
OptionValue ValueOfShort(const OptionTable& table, char id) {
  const std::size_t at = table.short_options.find(id);
  const absl::string_view rest = table.short_options.substr(at + 1);
  if (!rest.starts_with(":")) return OptionValue::kNone;
  return rest.starts_with("::") ? OptionValue::kOptional
                                : OptionValue::kRequired;
}

TEST(GuardOptions, NameEachLongOptionOnce) {
  for (const NamedTable& named : kTables) {
    SCOPED_TRACE(named.program);
    EXPECT_TRUE(std::ranges::is_sorted(named.table.long_options, {},
                                       &LongOption::name));
    EXPECT_EQ(std::ranges::adjacent_find(named.table.long_options, {},
                                         &LongOption::name),
              named.table.long_options.end());
  }
}

TEST(GuardOptions, NameEachShortOptionOnce) {
  for (const NamedTable& named : kTables) {
    SCOPED_TRACE(named.program);
    std::string letters(named.table.short_options);
    std::erase(letters, ':');
    std::ranges::sort(letters);
    EXPECT_EQ(std::ranges::adjacent_find(letters), letters.end());
  }
}

TEST(GuardOptions, KeepALongOptionAndItsShortFormTogether) {
  for (const NamedTable& named : kTables) {
    SCOPED_TRACE(named.program);
    for (const LongOption& option : named.table.long_options) {
      if (option.id >= kFiles0From) continue;
      const char letter = static_cast<char>(option.id);
      SCOPED_TRACE(std::string(option.name));
      ASSERT_NE(named.table.short_options.find(letter),
                absl::string_view::npos);
      // tail -f takes no value, tail --follow an optional one.
      if (option.name == "follow") continue;
      EXPECT_EQ(ValueOfShort(named.table, letter), option.value);
    }
  }
}

}  // namespace
}  // namespace aii::policy
