#include "argv/lookalike.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/utf8.h"

namespace aii::argv {
namespace {

struct Shape {
  char32_t code_point;
  char ascii;
};

// In the order of code points.
constexpr Shape kShapes[] = {
    {0x0131, 'i'},  {0x017F, 'f'},  {0x01C0, '|'},  {0x01C3, '!'},
    {0x0251, 'a'},  {0x0261, 'g'},  {0x0269, 'i'},  {0x028F, 'y'},
    {0x02B9, '\''}, {0x02BC, '\''}, {0x02D0, ':'},  {0x02D7, '-'},
    {0x02DC, '~'},  {0x037E, ';'},  {0x0391, 'A'},  {0x0392, 'B'},
    {0x0395, 'E'},  {0x0396, 'Z'},  {0x0397, 'H'},  {0x0399, 'I'},
    {0x039A, 'K'},  {0x039C, 'M'},  {0x039D, 'N'},  {0x039F, 'O'},
    {0x03A1, 'P'},  {0x03A4, 'T'},  {0x03A5, 'Y'},  {0x03A7, 'X'},
    {0x03B1, 'a'},  {0x03B3, 'y'},  {0x03B9, 'i'},  {0x03BA, 'k'},
    {0x03BD, 'v'},  {0x03BF, 'o'},  {0x03C1, 'p'},  {0x03C5, 'u'},
    {0x03D2, 'Y'},  {0x03F2, 'c'},  {0x03F3, 'j'},  {0x03F9, 'C'},
    {0x0405, 'S'},  {0x0406, 'I'},  {0x0408, 'J'},  {0x0410, 'A'},
    {0x0412, 'B'},  {0x0415, 'E'},  {0x0417, '3'},  {0x041A, 'K'},
    {0x041C, 'M'},  {0x041D, 'H'},  {0x041E, 'O'},  {0x0420, 'P'},
    {0x0421, 'C'},  {0x0422, 'T'},  {0x0423, 'Y'},  {0x0425, 'X'},
    {0x0430, 'a'},  {0x0435, 'e'},  {0x043E, 'o'},  {0x0440, 'p'},
    {0x0441, 'c'},  {0x0443, 'y'},  {0x0445, 'x'},  {0x0455, 's'},
    {0x0456, 'i'},  {0x0458, 'j'},  {0x0475, 'v'},  {0x04AE, 'Y'},
    {0x04AF, 'y'},  {0x04BB, 'h'},  {0x04C0, 'I'},  {0x04CF, 'l'},
    {0x0501, 'd'},  {0x050C, 'G'},  {0x051A, 'Q'},  {0x051B, 'q'},
    {0x051C, 'W'},  {0x051D, 'w'},  {0x053C, 'L'},  {0x054D, 'U'},
    {0x0555, 'O'},  {0x0563, 'g'},  {0x0570, 'h'},  {0x0578, 'n'},
    {0x057D, 'u'},  {0x0581, 'q'},  {0x0584, 'p'},  {0x0585, 'o'},
    {0x0589, ':'},  {0x05C3, ':'},  {0x0660, '.'},  {0x066B, ','},
    {0x066D, '*'},  {0x06D4, '-'},  {0x13AA, 'G'},  {0x13D2, 'R'},
    {0x13DA, 'S'},  {0x13E6, 'K'},  {0x1D00, 'A'},  {0x1D04, 'C'},
    {0x1D0F, 'O'},  {0x1D20, 'V'},  {0x1D21, 'W'},  {0x1D22, 'Z'},
    {0x2010, '-'},  {0x2011, '-'},  {0x2012, '-'},  {0x2013, '-'},
    {0x2014, '-'},  {0x2015, '-'},  {0x2018, '\''}, {0x2019, '\''},
    {0x201A, ','},  {0x201B, '\''}, {0x201C, '"'},  {0x201D, '"'},
    {0x2024, '.'},  {0x2032, '\''}, {0x2033, '"'},  {0x2039, '<'},
    {0x203A, '>'},  {0x2043, '-'},  {0x2044, '/'},  {0x204E, '*'},
    {0x2053, '~'},  {0x2212, '-'},  {0x2215, '/'},  {0x2216, '\\'},
    {0x2217, '*'},  {0x2223, '|'},  {0x2236, ':'},  {0x223C, '~'},
    {0x23D0, '|'},  {0x2571, '/'},  {0x2758, '|'},  {0x276E, '<'},
    {0x276F, '>'},  {0x2796, '-'},  {0x29F5, '\\'}, {0x29F8, '/'},
    {0x29F9, '\\'}, {0x3033, '/'},  {0xA789, ':'}};

static_assert(std::is_sorted(std::begin(kShapes), std::end(kShapes),
                             [](const Shape& a, const Shape& b) {
                               return a.code_point < b.code_point;
                             }));

}  // namespace

char LooksLike(char32_t code_point) {
  if (code_point < 0x80) return '\0';
  const Shape* const found =
      std::lower_bound(std::begin(kShapes), std::end(kShapes), code_point,
                       [](const Shape& shape, char32_t wanted) {
                         return shape.code_point < wanted;
                       });
  if (found != std::end(kShapes) && found->code_point == code_point) {
    return found->ascii;
  }
  return base::AsciiVariantOf(code_point);
}

std::string ReaderNote(absl::string_view text) {
  std::string alike;
  bool right_to_left = false;
  while (!text.empty()) {
    const base::DecodedChar decoded = base::DecodeChar(text);
    const char ascii = decoded.valid ? LooksLike(decoded.code_point) : '\0';
    if (ascii != '\0' && alike.empty()) {
      alike = absl::StrFormat("%s is U+%04X, which only looks like %c",
                              text.substr(0, decoded.size_bytes),
                              static_cast<unsigned>(decoded.code_point), ascii);
    }
    right_to_left = right_to_left || base::IsRightToLeft(decoded.code_point);
    text.remove_prefix(decoded.size_bytes);
  }
  if (!right_to_left) return alike;
  return absl::StrCat("some of it reads from right to left",
                      alike.empty() ? "" : "; ", alike);
}

}  // namespace aii::argv
