//===- LexNumber.cpp - Which text is a number -----------------------------===//
//
// Python's numbers: 12, 1_000, 0xff, 0o17, 0b101, 1.5, 1e-6.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/Lexer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace tqc {

static bool isNameByte(char c) { return llvm::isAlnum(c) || c == '_'; }

/// Why the digits of a number in base `radix` are wrong, or "".
static StringRef checkDigits(StringRef digits, unsigned radix) {
  if (digits.empty())
    return "digits are missing";
  bool lastUnderscore = false;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (digits[i] == '_') {
      if (lastUnderscore)
        return "two underscores in a row";
      lastUnderscore = true;
      continue;
    }
    lastUnderscore = false;
    unsigned value = llvm::hexDigitValue(digits[i]);
    if (value >= radix)
      return "a digit does not fit its base";
  }
  return lastUnderscore ? "an underscore at the end" : "";
}

/// Why a decimal text with digits, dots and an exponent is wrong, or "".
static StringRef checkFloat(StringRef text) {
  size_t exponent = text.find_first_of("eE");
  if (exponent != StringRef::npos) {
    StringRef digits = text.drop_front(exponent + 1);
    if (digits.starts_with("+") || digits.starts_with("-"))
      digits = digits.drop_front();
    if (StringRef why = checkDigits(digits, 10); !why.empty())
      return digits.empty() ? "the exponent is missing" : why;
    text = text.take_front(exponent);
  }
  auto [whole, fraction] = text.split('.');
  for (StringRef part : {whole, fraction}) {
    if (part.empty())
      continue;
    if (part.starts_with("_"))
      return "an underscore at the start";
    if (StringRef why = checkDigits(part, 10); !why.empty())
      return why;
  }
  return "";
}

/// The number that starts at `at`, which is a digit or a dot before one.
NumberShape scanNumber(StringRef text, size_t at) {
  NumberShape shape;
  size_t begin = at;
  unsigned radix = 10;
  if (text[at] == '0' && at + 1 < text.size())
    radix = llvm::StringSwitch<unsigned>(text.substr(at + 1, 1).lower())
                .Case("x", 16)
                .Case("o", 8)
                .Case("b", 2)
                .Default(10);
  bool isFloat = false;
  if (radix != 10) {
    at += 2;
    while (at < text.size() && isNameByte(text[at]) &&
           static_cast<unsigned char>(text[at]) < 0x80)
      ++at;
  } else {
    auto digits = [&] {
      while (at < text.size() && (llvm::isDigit(text[at]) || text[at] == '_'))
        ++at;
    };
    digits();
    if (at < text.size() && text[at] == '.') {
      isFloat = true;
      ++at;
      digits();
    }
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
      size_t next = at + 1;
      if (next < text.size() && (text[next] == '+' || text[next] == '-'))
        ++next;
      if (next < text.size() && llvm::isDigit(text[next])) {
        isFloat = true;
        at = next;
        digits();
      }
    }
  }
  StringRef literal = text.slice(begin, at);
  size_t tail = at;
  while (at < text.size() && (llvm::isAlnum(text[at]) || text[at] == '_'))
    ++at;
  StringRef suffix = text.slice(tail, at);
  // `1if x else y` is legal Python: a keyword may follow without a blank.
  if (llvm::StringSwitch<bool>(suffix)
          .Cases({"if", "else", "and", "or", "in", "is", "for", "not"}, true)
          .Default(false)) {
    at = tail;
    suffix = "";
  }
  shape.end = at;
  shape.isFloat = isFloat;
  if (suffix == "j" || suffix == "J")
    shape.isImaginary = true;
  else if (!suffix.empty())
    shape.problem = suffix[0] == 'e' || suffix[0] == 'E'
                        ? "the exponent is missing"
                        : "letters follow the digits";
  else if (isFloat)
    shape.problem = checkFloat(literal);
  else if (radix != 10) // an underscore may follow the 0x
    shape.problem = checkDigits(
        literal.drop_front(literal.substr(2).starts_with("_") ? 3 : 2), radix);
  else
    shape.problem = checkDigits(literal, 10);
  if (shape.problem.empty() && !shape.isImaginary && !isFloat && radix == 10 &&
      literal.size() > 1 && literal[0] == '0' &&
      literal.find_first_not_of("0_") != StringRef::npos)
    shape.problem = "a decimal number has no leading zeros";
  return shape;
}

} // namespace tqc
