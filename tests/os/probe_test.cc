#include "os/probe.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/unique_fd.h"

namespace aii::os {
namespace {

using base::FileKind;

class ProbeTest : public ::testing::Test {
 protected:
  ProbeTest() {
    std::string name = ::testing::TempDir() + "aii-probe-XXXXXX";
    folder_ = ::mkdtemp(name.data());
  }
  ~ProbeTest() override { std::filesystem::remove_all(folder_); }

  std::string Path(const std::string& name) { return folder_ + "/" + name; }

  std::string folder_;
};

TEST_F(ProbeTest, TellsTheKindsOfFiles) {
  std::ofstream(Path("file")) << "x";
  EXPECT_EQ(Probe(Path("file")), FileKind::kRegular);
  EXPECT_EQ(Probe(folder_), FileKind::kDirectory);
  EXPECT_EQ(Probe(Path("none")), FileKind::kMissing);
  EXPECT_EQ(Probe(""), FileKind::kMissing);
  EXPECT_EQ(Probe("/dev/null"), FileKind::kNullDevice);
  EXPECT_EQ(Probe("/dev/zero"), FileKind::kDevice);
}

TEST_F(ProbeTest, NeitherBlocksOnAFifoNorOpensIt) {
  ASSERT_EQ(::mkfifo(Path("fifo").c_str(), 0600), 0);
  EXPECT_EQ(Probe(Path("fifo")), FileKind::kFifo);
}

TEST_F(ProbeTest, TellsASocket) {
  const base::UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM, 0));
  struct sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  const std::string path = Path("s");
  ASSERT_LT(path.size(), sizeof address.sun_path);
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  ASSERT_EQ(::bind(fd.get(), reinterpret_cast<struct sockaddr*>(&address),
                   sizeof address),
            0);
  EXPECT_EQ(Probe(path), FileKind::kSocket);
}

TEST_F(ProbeTest, LooksAtWhatALinkLeadsTo) {
  std::filesystem::create_symlink("/dev/zero", Path("link"));
  EXPECT_EQ(Probe(Path("link")), FileKind::kDevice);
  std::filesystem::create_symlink(Path("none"), Path("dangling"));
  EXPECT_EQ(Probe(Path("dangling")), FileKind::kMissing);
}

TEST_F(ProbeTest, KnowsProcfsButForItsHarmlessFiles) {
  if (::access("/proc/self/environ", F_OK) != 0) {
    GTEST_SKIP() << "there is no procfs";
  }
  EXPECT_EQ(Probe("/proc/self/environ"), FileKind::kProcfs);
  EXPECT_EQ(Probe("/proc"), FileKind::kProcfs);
  EXPECT_EQ(Probe("/proc/self/maps"), FileKind::kProcfs);
  for (const char* harmless :
       {"/proc/meminfo", "/proc/cpuinfo", "/proc/loadavg", "/proc/version",
        "/proc/uptime"}) {
    EXPECT_EQ(Probe(harmless), FileKind::kRegular) << harmless;
  }
  std::filesystem::create_symlink("/proc/self/environ", Path("innocent"));
  EXPECT_EQ(Probe(Path("innocent")), FileKind::kProcfs);
}

// A guard that takes "missing" for harmless must not be told so of a file that
// could only not be looked at.
TEST_F(ProbeTest, TakesAFileForADeviceWhereItHasNoDescriptorToLook) {
  std::ofstream(Path("file")) << "x";
  const pid_t child = ::fork();
  if (child == 0) {
    const struct rlimit none = {0, 0};
    if (::setrlimit(RLIMIT_NOFILE, &none) != 0) ::_exit(2);
    ::_exit(Probe(Path("file")) == FileKind::kDevice ? 0 : 1);
  }
  int status = -1;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST_F(ProbeTest, TakesWhatIsOutOfReachForMissing) {
  std::ofstream(Path("file")) << "x";
  EXPECT_EQ(Probe(Path("file/below")), FileKind::kMissing);
  EXPECT_EQ(Probe(std::string(5000, 'x')), FileKind::kMissing);
  std::filesystem::create_symlink(Path("loop"), Path("loop"));
  EXPECT_EQ(Probe(Path("loop")), FileKind::kMissing);
}

}  // namespace
}  // namespace aii::os
