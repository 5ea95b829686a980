// Texts that must not change unnoticed: tests/golden/.

#ifndef AII_TESTS_SUPPORT_GOLDEN_H_
#define AII_TESTS_SUPPORT_GOLDEN_H_

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace aii::testing {

inline std::string ReadText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.is_open()) << "cannot read " << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

// Compares with tests/golden/`name`. With AII_TEST_ACCEPT=1 it is written anew,
// and the test is skipped.
inline void ExpectGolden(const std::string& name, const std::string& text) {
  const std::string path = AII_SOURCE_DIR "/tests/golden/" + name;
  const char* accept = std::getenv("AII_TEST_ACCEPT");
  if (accept != nullptr && std::string(accept) == "1") {
    std::ofstream(path, std::ios::binary) << text;
    GTEST_SKIP() << "wrote tests/golden/" << name;
  }
  EXPECT_EQ(ReadText(path), text)
      << "AII_TEST_ACCEPT=1 writes it anew; read the difference";
}

}  // namespace aii::testing

#endif  // AII_TESTS_SUPPORT_GOLDEN_H_
