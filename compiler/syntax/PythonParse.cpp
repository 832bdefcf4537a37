//===- PythonParse.cpp - int(text) and float(text) ------------------------===//

#include "compiler/syntax/PythonNumber.h"
#include "compiler/syntax/PythonText.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>

using llvm::StringRef;

namespace tqc::python {

/// Takes digits out of underscores; false if one stands at the wrong place.
static bool takeUnderscores(StringRef text, std::string &digits) {
  if (text.starts_with("_") || text.ends_with("_") || text.contains("__"))
    return false;
  for (char c : text)
    if (c != '_')
      digits += c;
  return !digits.empty();
}

/// Takes the "0x" of a number in that base; finds the base where it is 0.
static bool takePrefix(StringRef &text, int64_t &base) {
  static constexpr std::pair<const char *, int64_t> kPrefixes[] = {
      {"0x", 16}, {"0o", 8}, {"0b", 2}};
  for (auto [prefix, radix] : kPrefixes)
    if ((base == 0 || base == radix) &&
        text.consume_front_insensitive(prefix)) {
      base = radix;
      text.consume_front("_");
      return true;
    }
  if (base != 0)
    return true;
  base = 10;
  // "010" would be an octal number in C and is refused by Python.
  return !text.starts_with("0") || text.trim("0_").empty();
}

NumberResult parseInt(StringRef original, int64_t base) {
  NumberResult no = {
      repr(original) + " is no integer" +
          (base == 10 ? std::string() : " in base " + std::to_string(base)),
      "ValueError"};
  StringRef text = strip(original);
  if (!isAscii(text))
    return no.why + " in ASCII digits";
  if (base != 0 && (base < 2 || base > 36))
    return std::string("the base of `int` is 0 or lies between 2 and 36");
  bool negative = text.consume_front("-");
  if (!negative)
    text.consume_front("+");
  std::string digits;
  if (!takePrefix(text, base) || !takeUnderscores(text, digits))
    return no;
  __int128 value = 0;
  for (char c : digits) {
    int digit = llvm::isDigit(c)   ? c - '0'
                : llvm::isAlpha(c) ? llvm::toLower(c) - 'a' + 10
                                   : 99;
    if (digit >= base)
      return no;
    if (__builtin_mul_overflow(value, __int128(base), &value) ||
        __builtin_sub_overflow(value, __int128(digit), &value))
      return repr(original) + " has more than 127 bits";
  }
  return negative ? Number::integerOf(value)
                  : arithmetic(ast::UnaryOp::Neg, Number::integerOf(value));
}

/// digits[.digits][e[+-]digits], with digits before or behind the point.
static bool isDecimal(StringRef text) {
  size_t exponent = text.find_first_of("eE");
  if (exponent != StringRef::npos) {
    StringRef power = text.drop_front(exponent + 1);
    if (!power.consume_front("-"))
      power.consume_front("+");
    if (power.empty() || !llvm::all_of(power, llvm::isDigit))
      return false;
    text = text.take_front(exponent);
  }
  auto [whole, fraction] = text.split('.');
  return (!whole.empty() || !fraction.empty()) &&
         llvm::all_of(whole, llvm::isDigit) &&
         llvm::all_of(fraction, llvm::isDigit);
}

/// Underscores stand between two digits only.
static bool hasGoodUnderscores(StringRef text) {
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '_' &&
        (i == 0 || i + 1 == text.size() || !llvm::isDigit(text[i - 1]) ||
         !llvm::isDigit(text[i + 1])))
      return false;
  return true;
}

NumberResult parseFloat(StringRef original) {
  StringRef text = strip(original);
  bool negative = text.consume_front("-");
  if (!negative)
    text.consume_front("+");
  auto result = [&](double value) {
    return Number::floating(negative ? -value : value);
  };
  if (text.equals_insensitive("inf") || text.equals_insensitive("infinity"))
    return result(INFINITY);
  if (text.equals_insensitive("nan"))
    return result(NAN);
  std::string digits = text.str();
  llvm::erase(digits, '_');
  if (!hasGoodUnderscores(text) || !isDecimal(digits))
    return {repr(original) + " is no number",
            isAscii(text) ? "ValueError" : nullptr}; // Python has more digits
  return result(std::strtod(digits.c_str(), nullptr));
}

} // namespace tqc::python
