#include "policy/grant.h"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <vector>

namespace aii::policy {
namespace {

// Nobody but the friends of Grant can make one: not from nothing, not from its
// parts, not from another one, not by filling its fields.
static_assert(!std::is_default_constructible_v<Grant>);
static_assert(!std::is_constructible_v<Grant, base::ResolvedProgram,
                                       std::vector<std::string>, GrantSource>);
static_assert(!std::is_copy_constructible_v<Grant>);
static_assert(!std::is_copy_assignable_v<Grant>);
static_assert(!std::is_constructible_v<Grant, const Grant&>);
static_assert(!std::is_assignable_v<Grant&, const Grant&>);
static_assert(!std::is_aggregate_v<Grant>);
static_assert(!std::is_trivially_copyable_v<Grant>);

// Whoever runs it consumes it.
static_assert(std::is_nothrow_move_constructible_v<Grant>);
static_assert(std::is_move_assignable_v<Grant>);

// What it says cannot be changed from outside.
static_assert(std::is_same_v<decltype(std::declval<Grant&>().argv()),
                             const std::vector<std::string>&>);
static_assert(std::is_same_v<decltype(std::declval<Grant&>().program()),
                             const base::ResolvedProgram&>);

TEST(Grant, IsCheckedWhenThisFileIsCompiled) { SUCCEED(); }

}  // namespace
}  // namespace aii::policy
