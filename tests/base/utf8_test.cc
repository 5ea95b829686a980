#include "base/utf8.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace aii::base {
namespace {

using namespace std::string_literals;  // for NUL inside a literal

struct DecodeCase {
  const char* says;  // reads after "DecodeChar"
  std::string text;
  char32_t code_point;
  std::size_t size_bytes;
  bool valid = true;
};

TEST(DecodeChar, FollowsTable37OfUnicode) {
  const std::vector<DecodeCase> cases = {
      {"reads ASCII", "ab", U'a', 1},
      {"reads NUL as a character", "\0x"s, 0, 1},
      {"reads the first of two bytes", "\xC2\x80", 0x80, 2},
      {"reads the last of two bytes", "\xDF\xBF", 0x7FF, 2},
      {"reads the first of three bytes", "\xE0\xA0\x80", 0x800, 3},
      {"reads the last before surrogates", "\xED\x9F\xBF", 0xD7FF, 3},
      {"reads the first after surrogates", "\xEE\x80\x80", 0xE000, 3},
      {"reads the first of four bytes", "\xF0\x90\x80\x80", 0x10000, 4},
      {"reads the last code point", "\xF4\x8F\xBF\xBF", 0x10FFFF, 4},
      {"reads no further than one", "\xC3\xA9\xC3\xA9", 0xE9, 2},
  };
  for (const DecodeCase& c : cases) {
    SCOPED_TRACE(c.says);
    const DecodedChar decoded = DecodeChar(c.text);
    EXPECT_TRUE(decoded.valid);
    EXPECT_EQ(decoded.code_point, c.code_point);
    EXPECT_EQ(decoded.size_bytes, c.size_bytes);
  }
}

TEST(DecodeChar, ConsumesTheMaximalSubpartOfWhatIsInvalid) {
  struct InvalidCase {
    const char* says;
    std::string text;
    std::size_t size_bytes;
  };
  const std::vector<InvalidCase> cases = {
      {"a stray continuation byte", "\x9B", 1},
      {"an overlong slash", "\xC0\xAF", 1},
      {"an overlong form of three bytes", "\xE0\x9F\xBF", 1},
      {"an overlong form of four bytes", "\xF0\x8F\xBF\xBF", 1},
      {"a surrogate", "\xED\xA0\x80", 1},
      {"the first above U+10FFFF", "\xF4\x90\x80\x80", 1},
      {"a byte that never occurs", "\xFF", 1},
      {"a lead of five bytes", "\xF8\x88\x80\x80\x80", 1},
      {"a cut after one of two", "\xC3", 1},
      {"a cut after two of three", "\xE2\x82", 2},
      {"a cut after three of four", "\xF0\x9F\x98", 3},
      {"ASCII inside a sequence", "\xE2\x82z", 2},
      {"a lead inside a sequence", "\xF0\x9F\xC3\xA9", 2},
  };
  for (const InvalidCase& c : cases) {
    SCOPED_TRACE(c.says);
    const DecodedChar decoded = DecodeChar(c.text);
    EXPECT_FALSE(decoded.valid);
    EXPECT_EQ(decoded.code_point, char32_t{0xFFFD});
    EXPECT_EQ(decoded.size_bytes, c.size_bytes);
    EXPECT_FALSE(IsValidUtf8(c.text));
  }
}

TEST(AppendUtf8, IsTheInverseOfDecodeCharForEveryScalarValue) {
  std::string text;
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    text.clear();
    AppendUtf8(c, text);
    const DecodedChar decoded = DecodeChar(text);
    ASSERT_TRUE(decoded.valid) << std::hex << static_cast<unsigned>(c);
    ASSERT_EQ(decoded.code_point, c);
    ASSERT_EQ(decoded.size_bytes, text.size());
  }
}

TEST(IsValidUtf8, LooksAtTheWholeText) {
  EXPECT_TRUE(IsValidUtf8(""));
  EXPECT_TRUE(IsValidUtf8("a\0b"s));
  EXPECT_TRUE(IsValidUtf8("r\xC3\xA9sum\xC3\xA9"));
  EXPECT_FALSE(IsValidUtf8("r\xC3\xA9sum\xC3"));
}

TEST(DecodeLenient, ReplacesEachInvalidSequenceOnce) {
  struct LenientCase {
    const char* says;
    std::string text;
    std::string decoded;
  };
  const std::vector<LenientCase> cases = {
      {"keeps an empty text", "", ""},
      {"keeps valid text with NUL", "a\0\xE6\x97\xA5"s, "a\0\xE6\x97\xA5"s},
      {"shows a cut as one U+FFFD", "x\xF0\x9F\x98", "x\xEF\xBF\xBD"},
      {"shows each byte of a surrogate", "\xED\xA0\x80",
       "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
      // The example of the Unicode Standard, table 3-8.
      {"agrees with Unicode's example", "\x61\xF1\x80\x80\xE1\x80\xC2\x62\x80",
       "a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"
       "b\xEF\xBF\xBD"},
  };
  for (const LenientCase& c : cases) {
    SCOPED_TRACE(c.says);
    EXPECT_EQ(DecodeLenient(c.text), c.decoded);
  }
}

TEST(IsUnsafeToShow, HoldsForWhatHidesMovesOrFakesText) {
  const std::vector<char32_t> unsafe = {
      0x00,     '\t',       '\n',    '\r',     0x1B,   0x1F,
      0x7F,     0x80,       0x85,    0x9B,     0x9F,  // Cc
      0xAD,     0x61C,      0x200B,  0x200D,   0x202E, 0x2066,
      0xFEFF,   0xE0001,    0xE0072,            // Cf
      0x2028,   0x2029,                         // Zl, Zp
      0xD800,   0xDFFF,                         // Cs
      0xE000,   0xF8FF,     0xF0000, 0x10FFFD,  // Co
      0x378,    0xFDD0,     0xFFFE,  0x10FFFF,  // Cn
      0x34F,    0x115F,     0x1160,  0x17B4,   0x180B, 0x3164,
      0xFE0F,   0xFFA0,     0xE0100,  // default-ignorable
      0xA0,     0x1680,     0x2002,  0x202F,   0x205F, 0x3000,  // Zs
      0x2800,   0x16FE4,    0x1D159,                            // blank symbols
      0x110000, 0xFFFFFFFF,  // no code points
  };
  for (const char32_t c : unsafe) {
    EXPECT_TRUE(IsUnsafeToShow(c)) << std::hex << static_cast<unsigned>(c);
  }
}

TEST(IsUnsafeToShow, LeavesLettersOfEveryScriptReadable) {
  const std::u32string safe =
      U" azAZ09~!'\"\\\u00A1\u00E9\u0301\u0430\u05D0\u0628\u0915\u65E5\uAC00"
      U"\u20AC\uFFFD\U0001F469";
  for (const char32_t c : safe) {
    EXPECT_FALSE(IsUnsafeToShow(c)) << std::hex << static_cast<unsigned>(c);
  }
}

struct CutCase {
  const char* says;
  const char* text;
  bool cut;
};

TEST(DecodeChar, TellsACutCharacterFromAWrongOne) {
  const std::vector<CutCase> cases = {
      {"two of three bytes", "\xE6\x97", true},
      {"one of four", "\xF0", true},
      {"a whole one", "\xE6\x97\xA5", false},
      {"a stray byte", "\x97", false},
      {"a byte that starts nothing", "\xFF", false},
      {"an overlong form", "\xE0\x80", false},
      {"one that something else follows", "\xE6\x97z", false},
  };
  for (const CutCase& c : cases) {
    SCOPED_TRACE(c.says);
    EXPECT_EQ(DecodeChar(c.text).cut, c.cut);
  }
}

TEST(CellsOf, CountsTheCellsOfATerminal) {
  EXPECT_EQ(CellsOf(U'a'), 1);
  EXPECT_EQ(CellsOf(U'\u00e9'), 1);
  EXPECT_EQ(CellsOf(U'\u0301'), 0);
  EXPECT_EQ(CellsOf(U'\u65e5'), 2);
  EXPECT_EQ(CellsOf(U'\uff52'), 2);
  EXPECT_EQ(CellsOf(0x110000), 1);
}

TEST(IsRightToLeft, KnowsHebrewAndArabic) {
  EXPECT_TRUE(IsRightToLeft(U'\u05d0'));
  EXPECT_TRUE(IsRightToLeft(U'\u0627'));
  EXPECT_FALSE(IsRightToLeft(U'a'));
  EXPECT_FALSE(IsRightToLeft(U'\u0430'));
  EXPECT_FALSE(IsRightToLeft(0x110000));
}

TEST(AsciiVariantOf, FollowsTheCompatibilityDecomposition) {
  EXPECT_EQ(AsciiVariantOf(U'\uff0d'), '-');
  EXPECT_EQ(AsciiVariantOf(U'\u212a'), 'K');
  EXPECT_EQ(AsciiVariantOf(U'\u00e9'), '\0');  // two characters
  EXPECT_EQ(AsciiVariantOf(U'\ufb01'), '\0');
  EXPECT_EQ(AsciiVariantOf(U'a'), '\0');
  EXPECT_EQ(AsciiVariantOf(0x110000), '\0');
}

}  // namespace
}  // namespace aii::base
