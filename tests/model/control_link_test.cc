#include "model/control_link.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <thread>

#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace aii::model {
namespace {

TEST(KeepSecondsIn, ReadsNothingButItsOwnLine) {
  EXPECT_EQ(KeepSecondsIn("keep 0"), 0);
  EXPECT_EQ(KeepSecondsIn("keep 300"), 300);
  EXPECT_EQ(KeepSecondsIn("keep 604800"), kMaxKeepSeconds);
  for (const char* line :
       {"", "keep", "keep ", "keep -1", "keep +1", "keep  1", "keep 604801",
        "keep 99999999999999999999", "keep 1x", "stop", "keeper 1"}) {
    EXPECT_EQ(KeepSecondsIn(line), std::nullopt) << line;
  }
}

class ControlLinkTest : public ::testing::Test {
 protected:
  ControlLinkTest() {
    int ends[2] = {-1, -1};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    link_.emplace(base::UniqueFd(ends[0]));
    other_.emplace(base::UniqueFd(ends[1]));
  }
  std::optional<ControlLink> link_;
  std::optional<ControlLink> other_;
};

TEST_F(ControlLinkTest, GivesLinesAndThenTheRest) {
  other_->Send("ok\nfirst\nsecond");
  EXPECT_EQ(*link_->ReadLine(absl::Minutes(1), {}), "ok");
  EXPECT_EQ(link_->Line(), "first");
  EXPECT_EQ(link_->Line(), std::nullopt);
  other_.reset();
  EXPECT_EQ(link_->ReadRest(absl::Minutes(1), {}), "second");
  EXPECT_TRUE(link_->closed());
}

TEST_F(ControlLinkTest, TellsAnEndFromSilence) {
  EXPECT_EQ(link_->ReadLine(absl::Milliseconds(5), {}).status().code(),
            absl::StatusCode::kDeadlineExceeded);
  other_->Finish();
  EXPECT_EQ(link_->ReadLine(absl::Minutes(1), {}).status().code(),
            absl::StatusCode::kUnavailable);
  // Only one direction is finished.
  link_->Send("still heard\n");
  EXPECT_EQ(*other_->ReadLine(absl::Minutes(1), {}), "still heard");
}

TEST_F(ControlLinkTest, IsNotHeldUpWhenCancelled) {
  auto source = base::CancelSource::Create();
  ASSERT_TRUE(source.ok());
  std::thread trigger([&] {
    absl::SleepFor(absl::Milliseconds(5));
    (*source)->Trigger(base::CancelReason::kInterrupt);
  });
  EXPECT_EQ(link_->ReadLine(absl::InfiniteDuration(), (*source)->token())
                .status()
                .code(),
            absl::StatusCode::kCancelled);
  trigger.join();
  EXPECT_EQ(link_->ReadRest(absl::InfiniteDuration(), (*source)->token()), "");
}

TEST_F(ControlLinkTest, HoldsNoMoreThanItsLimit) {
  for (int i = 0; i < 64; ++i) other_->Send(std::string(1024, 'x'));
  EXPECT_EQ(link_->ReadLine(absl::Minutes(1), {}).status().code(),
            absl::StatusCode::kUnavailable);
  EXPECT_LE(link_->ReadRest(absl::Minutes(1), {}).size(), kMaxLinkBytes);
}

TEST_F(ControlLinkTest, SurvivesTheOtherSidesEnd) {
  other_.reset();
  link_->Send("to nobody\n");
  link_->Take();
  EXPECT_TRUE(link_->closed());
}

}  // namespace
}  // namespace aii::model
