#include "argv/lookalike.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace aii::argv {
namespace {

struct NoteCase {
  const char* says;
  const char* text;
  const char* note;
};

// spec Q7
TEST(ReaderNote, NamesWhatMayDeceive) {
  const std::vector<NoteCase> cases = {
      {"nothing about ASCII", "rm -rf 'a b' $'c\\n'", ""},
      {"nothing about other letters", "touch r\u00e9sum\u00e9.txt \u65e5\u672c",
       ""},
      {"a Cyrillic letter", "c\u0430t x",
       "\u0430 is U+0430, which only looks like a"},
      {"the first of them only", "\u0441\u0430t",
       "\u0441 is U+0441, which only looks like c"},
      {"a dash that is no hyphen", "rm \u2013rf",
       "\u2013 is U+2013, which only looks like -"},
      {"a fullwidth letter", "\uff52m",
       "\uff52 is U+FF52, which only looks like r"},
      {"a mathematical letter", "\U0001d42bm",
       "\U0001d42b is U+1D42B, which only looks like r"},
      {"letters from right to left", "touch \u05d0\u05d1",
       "some of it reads from right to left"},
      {"both", "\u0441 \u0627",
       "some of it reads from right to left; \u0441 is U+0441, which only "
       "looks "
       "like c"},
  };
  for (const NoteCase& c : cases) {
    SCOPED_TRACE(c.says);
    EXPECT_EQ(ReaderNote(c.text), c.note);
  }
}

TEST(LooksLike, NeverNamesAsciiOrItself) {
  for (char32_t c = 0; c < 0x80; ++c) EXPECT_EQ(LooksLike(c), '\0');
  for (char32_t c = 0x80; c <= 0x10FFFF; ++c) {
    const char ascii = LooksLike(c);
    if (ascii != '\0') {
      ASSERT_TRUE(ascii > 0x20 && ascii < 0x7F) << static_cast<unsigned>(c);
    }
  }
}

}  // namespace
}  // namespace aii::argv
