#include "base/terminal_lease.h"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

namespace aii::base {
namespace {

static_assert(!std::is_copy_constructible_v<TerminalLease>);
static_assert(!std::is_move_constructible_v<TerminalLease>);

class Owner final : public TerminalOwner {
 public:
  void Acquire() override { events += "acquire "; }
  void Release() override { events += "release "; }
  std::string events;
};

TEST(TerminalLease, HoldsTheTerminalForItsLife) {
  Owner owner;
  {
    const TerminalLease lease(owner);
    EXPECT_EQ(owner.events, "acquire ");
  }
  EXPECT_EQ(owner.events, "acquire release ");
  {
    const TerminalLease lease(owner);
  }
  EXPECT_EQ(owner.events, "acquire release acquire release ");
}

}  // namespace
}  // namespace aii::base
