#include "base/utf8.h"

#include <utf8proc.h>

#include <algorithm>
#include <iterator>

namespace aii::base {
namespace {

constexpr absl::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// What a lead byte allows: Table 3-7 of the Unicode Standard. The range of the
// second byte is what excludes overlong forms, surrogates and the end of the
// code space.
struct Lead {
  std::size_t size_bytes = 0;  // of the whole sequence; 0: no lead byte
  unsigned char second_min = 0x80;
  unsigned char second_max = 0xBF;
};

Lead LeadOf(unsigned char byte) {
  if (byte < 0x80) return {1};
  if (byte < 0xC2) return {0};
  if (byte < 0xE0) return {2};
  if (byte == 0xE0) return {3, 0xA0, 0xBF};
  if (byte == 0xED) return {3, 0x80, 0x9F};
  if (byte < 0xF0) return {3};
  if (byte == 0xF0) return {4, 0x90, 0xBF};
  if (byte < 0xF4) return {4};
  if (byte == 0xF4) return {4, 0x80, 0x8F};
  return {0};
}

char32_t PayloadOfLead(unsigned char byte, std::size_t size_bytes) {
  const unsigned mask = size_bytes == 1 ? 0x7Fu : 0xFFu >> (size_bytes + 1);
  return byte & mask;
}

DecodedChar Invalid(std::size_t size_bytes) {
  return {.code_point = 0xFFFD, .size_bytes = size_bytes, .valid = false};
}

// Blank to the eye, though their categories (So, Mn) do not say so.
constexpr char32_t kBlankSymbols[] = {
    0x2800,   // BRAILLE PATTERN BLANK
    0x16FE4,  // KHITAN SMALL SCRIPT FILLER
    0x1D159,  // MUSICAL SYMBOL NULL NOTEHEAD
};

bool IsUnsafeCategory(utf8proc_propval_t category) {
  switch (category) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
    case UTF8PROC_CATEGORY_ZS:  // U+0020 was answered before
      return true;
    default:
      return false;
  }
}

}  // namespace

DecodedChar DecodeChar(absl::string_view text) {
  const auto byte_at = [text](std::size_t i) {
    return static_cast<unsigned char>(text[i]);
  };
  const Lead lead = LeadOf(byte_at(0));
  if (lead.size_bytes == 0) return Invalid(1);

  char32_t code_point = PayloadOfLead(byte_at(0), lead.size_bytes);
  for (std::size_t i = 1; i < lead.size_bytes; ++i) {
    if (i >= text.size()) {
      DecodedChar cut = Invalid(i);
      cut.cut = true;
      return cut;
    }
    const unsigned char byte = byte_at(i);
    const unsigned char min = i == 1 ? lead.second_min : 0x80;
    const unsigned char max = i == 1 ? lead.second_max : 0xBF;
    if (byte < min || byte > max) return Invalid(i);
    code_point = (code_point << 6) | (byte & 0x3Fu);
  }
  return {
      .code_point = code_point, .size_bytes = lead.size_bytes, .valid = true};
}

void AppendUtf8(char32_t code_point, std::string& out) {
  const auto append = [&out](char32_t byte) {
    out.push_back(static_cast<char>(static_cast<unsigned char>(byte)));
  };
  const auto append_rest = [&](int shift) {
    append(0x80 | ((code_point >> shift) & 0x3F));
  };
  if (code_point < 0x80) {
    append(code_point);
  } else if (code_point < 0x800) {
    append(0xC0 | (code_point >> 6));
    append_rest(0);
  } else if (code_point < 0x10000) {
    append(0xE0 | (code_point >> 12));
    append_rest(6);
    append_rest(0);
  } else {
    append(0xF0 | (code_point >> 18));
    append_rest(12);
    append_rest(6);
    append_rest(0);
  }
}

bool IsValidUtf8(absl::string_view text) {
  while (!text.empty()) {
    const DecodedChar decoded = DecodeChar(text);
    if (!decoded.valid) return false;
    text.remove_prefix(decoded.size_bytes);
  }
  return true;
}

std::string DecodeLenient(absl::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const DecodedChar decoded = DecodeChar(text);
    out += decoded.valid ? text.substr(0, decoded.size_bytes) : kReplacement;
    text.remove_prefix(decoded.size_bytes);
  }
  return out;
}

bool IsUnsafeToShow(char32_t code_point) {
  if (code_point < 0x7F) return code_point < 0x20;
  if (code_point > 0x10FFFF) return true;
  const utf8proc_property_t* property =
      utf8proc_get_property(static_cast<utf8proc_int32_t>(code_point));
  if (IsUnsafeCategory(property->category) || property->ignorable != 0) {
    return true;
  }
  return std::find(std::begin(kBlankSymbols), std::end(kBlankSymbols),
                   code_point) != std::end(kBlankSymbols);
}

int CellsOf(char32_t code_point) {
  if (code_point > 0x10FFFF) return 1;
  return utf8proc_charwidth(static_cast<utf8proc_int32_t>(code_point));
}

bool IsRightToLeft(char32_t code_point) {
  if (code_point < 0x80 || code_point > 0x10FFFF) return false;
  const auto bidi =
      utf8proc_get_property(static_cast<utf8proc_int32_t>(code_point))
          ->bidi_class;
  return bidi == UTF8PROC_BIDI_CLASS_R || bidi == UTF8PROC_BIDI_CLASS_AL;
}

char AsciiVariantOf(char32_t code_point) {
  if (code_point < 0x80 || code_point > 0x10FFFF) return '\0';
  utf8proc_int32_t decomposed = 0;
  int last_boundclass = 0;
  const utf8proc_ssize_t size = utf8proc_decompose_char(
      static_cast<utf8proc_int32_t>(code_point), &decomposed, 1,
      static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT),
      &last_boundclass);
  const bool printable = decomposed > 0x20 && decomposed < 0x7F;
  return size == 1 && printable ? static_cast<char>(decomposed) : '\0';
}

}  // namespace aii::base
