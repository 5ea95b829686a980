#include "model/callers.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "os/local_socket.h"
#include "tests/support/temp_dir.h"

namespace aii::model {
namespace {

class FakeClock final : public base::Clock {
 public:
  base::Instant Now() const override { return now; }
  base::Instant now;
};

class CallersTest : public ::testing::Test {
 protected:
  CallersTest() {
    int ends[2] = {-1, -1};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    first_.emplace(base::UniqueFd(ends[0]));
    auto listener = os::ListenUnix(folder_.File("control"));
    EXPECT_TRUE(listener.ok()) << listener.status();
    callers_.emplace(*std::move(listener), ControlLink(base::UniqueFd(ends[1])),
                     clock_);
  }

  ControlLink Connect() const {
    auto socket = os::ConnectLocal(os::UnixEndpoint{folder_.File("control")},
                                   -1, absl::Minutes(1));
    EXPECT_TRUE(socket.ok()) << socket.status();
    return ControlLink(*std::move(socket));
  }

  static std::string Answer(ControlLink& link) {
    link.Take();
    return link.Line().value_or("");
  }

  bool IsOverAfter(absl::Duration pause) {
    clock_.now = clock_.now + pause;
    callers_->Attend();
    return callers_->IsOver();
  }

  const ::aii::testing::TempDir folder_;
  FakeClock clock_;
  std::optional<ControlLink> first_;
  std::optional<Callers> callers_;
};

TEST_F(CallersTest, AnswerWhoeverSaysHowLongToKeep) {
  first_->Send("keep 300\n");
  ControlLink second = Connect();
  second.Send("keep 0\n");
  EXPECT_FALSE(IsOverAfter(absl::ZeroDuration()));
  EXPECT_EQ(Answer(*first_), "ok");
  EXPECT_EQ(Answer(second), "ok");
  EXPECT_EQ(callers_->TimeoutMs(), -1);
}

TEST_F(CallersTest, AreOverAfterTheKeepTimeOfTheOneThatWentLast) {
  first_->Send("keep 300\n");
  std::optional<ControlLink> second = Connect();
  second->Send("keep 10\n");
  EXPECT_FALSE(IsOverAfter(absl::ZeroDuration()));
  first_.reset();
  EXPECT_FALSE(IsOverAfter(absl::Hours(1))) << "the second uses it";
  second.reset();
  EXPECT_FALSE(IsOverAfter(absl::ZeroDuration()));
  EXPECT_EQ(callers_->TimeoutMs(), 10'000);
  EXPECT_FALSE(IsOverAfter(absl::Seconds(9)));
  EXPECT_TRUE(IsOverAfter(absl::Seconds(1)));
}

TEST_F(CallersTest, StartTheKeepTimeAnewWithEachUse) {
  first_->Send("keep 10\n");
  first_.reset();
  EXPECT_FALSE(IsOverAfter(absl::ZeroDuration()));
  clock_.now = clock_.now + absl::Seconds(9);
  std::optional<ControlLink> next = Connect();
  next->Send("keep 10\n");
  EXPECT_FALSE(IsOverAfter(absl::ZeroDuration()));
  next.reset();
  EXPECT_FALSE(IsOverAfter(absl::Seconds(9)));
  EXPECT_FALSE(IsOverAfter(absl::Seconds(9)));
  EXPECT_TRUE(IsOverAfter(absl::Seconds(1)));
}

TEST_F(CallersTest, DoNotCountOneThatWentWithoutAWord) {
  first_->Send("keep 10\n");
  first_.reset();
  EXPECT_FALSE(IsOverAfter(absl::ZeroDuration()));
  for (int second = 0; second < 9; ++second) {
    (void)Connect();
    EXPECT_FALSE(IsOverAfter(absl::Seconds(1)));
  }
  (void)Connect();
  EXPECT_TRUE(IsOverAfter(absl::Seconds(1)));
}

TEST_F(CallersTest, AreOverWithAFirstOneThatWasKilled) {
  first_.reset();
  EXPECT_TRUE(IsOverAfter(absl::ZeroDuration()));
}

TEST_F(CallersTest, HoldTheConnectionOfOneThatWaitsForTheEnd) {
  first_->Send("keep 0\n");
  EXPECT_FALSE(IsOverAfter(absl::ZeroDuration()));
  EXPECT_EQ(Answer(*first_), "ok");
  first_->Finish();
  EXPECT_TRUE(IsOverAfter(absl::ZeroDuration()));
  first_->Take();
  EXPECT_FALSE(first_->closed());
  callers_.reset();
  first_->Take();
  EXPECT_TRUE(first_->closed());
}

TEST_F(CallersTest, AreOverWhenOneSaysStop) {
  first_->Send("keep 300\n");
  ControlLink second = Connect();
  second.Send("stop\n");
  EXPECT_TRUE(IsOverAfter(absl::ZeroDuration()));
  callers_->Tell("it was told to end");
  callers_.reset();
  EXPECT_EQ(Answer(*first_), "ok");
  EXPECT_EQ(first_->ReadRest(absl::Minutes(1), {}), "it was told to end");
}

TEST_F(CallersTest, TakeNoNoticeOfAnythingElse) {
  first_->Send("keep me\nStop\n\n");
  EXPECT_FALSE(IsOverAfter(absl::ZeroDuration()));
  EXPECT_EQ(Answer(*first_), "");
}

TEST_F(CallersTest, LetMoreThanTheirNumberWait) {
  std::vector<ControlLink> many;
  for (std::size_t i = 0; i <= kMaxCallers; ++i) {
    many.push_back(Connect());
    many.back().Send("keep 1\n");
    callers_->Attend();
  }
  EXPECT_FALSE(IsOverAfter(absl::ZeroDuration()));
  std::vector<pollfd> waits;
  callers_->AddTo(waits);
  EXPECT_EQ(waits.size(), kMaxCallers) << "the listener is not waited for";
  EXPECT_EQ(Answer(many[0]), "ok");
  EXPECT_EQ(Answer(many.back()), "");
  many.erase(many.begin(), many.begin() + 2);
  EXPECT_FALSE(IsOverAfter(absl::ZeroDuration()));
  EXPECT_FALSE(IsOverAfter(absl::ZeroDuration()));
  EXPECT_EQ(Answer(many.back()), "ok");
}

}  // namespace
}  // namespace aii::model
