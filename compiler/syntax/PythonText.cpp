//===- PythonText.cpp - Python's strings ----------------------------------===//

#include "compiler/syntax/PythonText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"

using llvm::StringRef;

namespace tqc::python {

static bool isContinuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

size_t length(StringRef text) {
  return text.size() - llvm::count_if(text, isContinuation);
}

std::vector<StringRef> characters(StringRef text) {
  std::vector<StringRef> pieces;
  while (!text.empty()) {
    size_t size = 1;
    while (size < text.size() && isContinuation(text[size]))
      ++size;
    pieces.push_back(text.take_front(size));
    text = text.drop_front(size);
  }
  return pieces;
}

bool isAscii(StringRef text) {
  return llvm::all_of(text, [](char c) { return !(c & 0x80); });
}

//===----------------------------------------------------------------------===//
// repr
//===----------------------------------------------------------------------===//

/// The code point of one character; what is no UTF-8 stands for its byte.
static uint32_t codePoint(StringRef character) {
  const auto *at = reinterpret_cast<const llvm::UTF8 *>(character.data());
  llvm::UTF32 point = 0;
  if (llvm::convertUTF8Sequence(&at, at + character.size(), &point,
                                llvm::strictConversion) != llvm::conversionOK)
    return static_cast<unsigned char>(character[0]);
  return point;
}

static std::string escape(uint32_t point) {
  char text[12];
  std::snprintf(text, sizeof text,
                point < 0x100     ? "\\x%02x"
                : point < 0x10000 ? "\\u%04x"
                                  : "\\U%08x",
                point);
  return text;
}

std::string repr(StringRef text) {
  char quote = text.contains('\'') && !text.contains('"') ? '"' : '\'';
  std::string result(1, quote);
  for (StringRef character : characters(text)) {
    uint32_t point = codePoint(character);
    if (point == '\n')
      result += "\\n";
    else if (point == '\t')
      result += "\\t";
    else if (point == '\r')
      result += "\\r";
    else if (point == '\\' || point == static_cast<unsigned char>(quote))
      result += "\\" + character.str();
    else if (point < 0x20 || point == 0x7F ||
             (point > 0x7F && !llvm::sys::unicode::isPrintable(int(point))) ||
             point == 0xAD) // a soft hyphen, which Python escapes
      result += escape(point);
    else
      result += character;
  }
  return result + quote;
}

//===----------------------------------------------------------------------===//
// Case and blanks
//===----------------------------------------------------------------------===//

std::optional<std::string> upper(StringRef text) {
  return isAscii(text) ? std::optional(text.upper()) : std::nullopt;
}
std::optional<std::string> lower(StringRef text) {
  return isAscii(text) ? std::optional(text.lower()) : std::nullopt;
}

static bool isBlank(StringRef character) {
  uint32_t point = codePoint(character);
  return (point >= 9 && point <= 13) || (point >= 0x1C && point <= 0x20) ||
         point == 0x85 || point == 0xA0 || point == 0x1680 ||
         (point >= 0x2000 && point <= 0x200A) || point == 0x2028 ||
         point == 0x2029 || point == 0x202F || point == 0x205F ||
         point == 0x3000;
}

template <typename Test>
static StringRef dropLeft(StringRef text, Test isDropped) {
  for (StringRef character : characters(text)) {
    if (!isDropped(character))
      break;
    text = text.drop_front(character.size());
  }
  return text;
}
template <typename Test>
static StringRef dropRight(StringRef text, Test isDropped) {
  std::vector<StringRef> all = characters(text);
  for (StringRef character : llvm::reverse(all)) {
    if (!isDropped(character))
      break;
    text = text.drop_back(character.size());
  }
  return text;
}

StringRef stripLeft(StringRef text) { return dropLeft(text, isBlank); }
StringRef stripRight(StringRef text) { return dropRight(text, isBlank); }
StringRef stripLeft(StringRef text, StringRef chars) {
  return dropLeft(text, [&](StringRef one) { return chars.contains(one); });
}
StringRef stripRight(StringRef text, StringRef chars) {
  return dropRight(text, [&](StringRef one) { return chars.contains(one); });
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

std::vector<StringRef> words(StringRef text) {
  std::vector<StringRef> result;
  size_t start = 0, at = 0;
  for (StringRef character : characters(text)) {
    if (isBlank(character)) {
      if (at > start)
        result.push_back(text.slice(start, at));
      start = at + character.size();
    }
    at += character.size();
  }
  if (at > start)
    result.push_back(text.slice(start, at));
  return result;
}

std::vector<StringRef> pieces(StringRef text, StringRef separator) {
  llvm::SmallVector<StringRef, 8> result;
  text.split(result, separator);
  return {result.begin(), result.end()};
}

std::string replace(StringRef text, StringRef from, StringRef to) {
  if (!from.empty())
    return llvm::join(pieces(text, from), to);
  std::string result = to.str(); // between all characters
  for (StringRef character : characters(text))
    result += character.str() + to.str();
  return result;
}

} // namespace tqc::python
