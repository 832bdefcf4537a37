//===- PythonNumber.cpp - What Python's numbers do ------------------------===//

#include "compiler/syntax/PythonNumber.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"

#include <charconv>
#include <cmath>

using tqc::ast::BinaryOp;
using tqc::ast::UnaryOp;

namespace tqc::python {

using Unsigned = unsigned __int128;

static NumberResult tooLarge() {
  return std::string(
      "the result has more than 127 bits, which is as far as integers go here");
}
static NumberResult byZero() {
  return {"division by zero", "ZeroDivisionError"};
}
static NumberResult overflow() {
  return std::string("the result is too large for a float");
}
static NumberResult isComplex() {
  return std::string("a negative number to a fractional power is complex");
}
static NumberResult isUndefined() { return std::string(); }

static Unsigned magnitude(__int128 value) {
  return value < 0 ? -static_cast<Unsigned>(value)
                   : static_cast<Unsigned>(value);
}

//===----------------------------------------------------------------------===//
// Ints
//===----------------------------------------------------------------------===//

static NumberResult floorDivide(__int128 a, __int128 b) {
  if (b == 0)
    return byZero();
  if (b == -1)
    return arithmetic(UnaryOp::Neg, Number::integerOf(a));
  __int128 quotient = a / b;
  bool roundsDown = a % b != 0 && (a < 0) != (b < 0);
  return Number::integerOf(quotient - roundsDown);
}

static NumberResult modulo(__int128 a, __int128 b) {
  if (b == 0)
    return byZero();
  if (b == -1)
    return Number::integerOf(0);
  __int128 rest = a % b;
  return Number::integerOf(rest != 0 && (rest < 0) != (b < 0) ? rest + b
                                                              : rest);
}

static llvm::APInt wide(Unsigned value) {
  uint64_t words[] = {uint64_t(value), uint64_t(value >> 64)};
  return llvm::APInt(320, words);
}

/// a / b, rounded once.
static NumberResult trueDivide(__int128 a, __int128 b) {
  if (b == 0)
    return byZero();
  llvm::APInt dividend = wide(magnitude(a)), divisor = wide(magnitude(b));
  // A quotient of 66 bits or more, its last bit set if anything is left over.
  int shift = std::max(0, 66 + int(divisor.getActiveBits()) -
                              int(dividend.getActiveBits()));
  llvm::APInt quotient(320, 0), rest(320, 0);
  llvm::APInt::udivrem(dividend.shl(shift), divisor, quotient, rest);
  if (!rest.isZero())
    quotient.setBit(0);
  llvm::APFloat result(llvm::APFloat::IEEEdouble());
  result.convertFromAPInt(quotient, /*IsSigned=*/false,
                          llvm::APFloat::rmNearestTiesToEven);
  double size = std::ldexp(result.convertToDouble(), -shift);
  return Number::floating((a < 0) != (b < 0) ? -size : size);
}

static NumberResult multiply(__int128 a, __int128 b) {
  __int128 result;
  if (__builtin_mul_overflow(a, b, &result))
    return tooLarge();
  return Number::integerOf(result);
}

static NumberResult power(__int128 base, __int128 exponent) {
  if (base == -1) // of an exponent of any size
    return Number::integerOf(exponent % 2 == 0 ? 1 : -1);
  __int128 result = 1;
  while (exponent > 0) {
    if (exponent & 1 && __builtin_mul_overflow(result, base, &result))
      return tooLarge();
    exponent >>= 1;
    if (exponent != 0 && __builtin_mul_overflow(base, base, &base))
      return tooLarge();
  }
  return Number::integerOf(result);
}

static NumberResult shift(BinaryOp op, __int128 a, __int128 count) {
  if (count < 0)
    return std::string("a shift by a negative count");
  if (op == BinaryOp::RShift)
    return Number::integerOf(a >> int(count > 127 ? 127 : count));
  if (a == 0)
    return Number::integerOf(0);
  return count >= 127 ? tooLarge() : multiply(a, __int128(1) << int(count));
}

static NumberResult onInts(BinaryOp op, __int128 a, __int128 b) {
  __int128 result = 0;
  switch (op) {
  case BinaryOp::Add:
    if (__builtin_add_overflow(a, b, &result))
      return tooLarge();
    return Number::integerOf(result);
  case BinaryOp::Sub:
    if (__builtin_sub_overflow(a, b, &result))
      return tooLarge();
    return Number::integerOf(result);
  case BinaryOp::Mul:
    return multiply(a, b);
  case BinaryOp::Div:
    return trueDivide(a, b);
  case BinaryOp::FloorDiv:
    return floorDivide(a, b);
  case BinaryOp::Mod:
    return modulo(a, b);
  case BinaryOp::Pow:
    return power(a, b);
  case BinaryOp::BitAnd:
    return Number::integerOf(a & b);
  case BinaryOp::BitOr:
    return Number::integerOf(a | b);
  case BinaryOp::BitXor:
    return Number::integerOf(a ^ b);
  case BinaryOp::LShift:
  case BinaryOp::RShift:
    return shift(op, a, b);
  case BinaryOp::MatMul:
    break;
  }
  return isUndefined();
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// The floor of a / b and the rest, whose sign is that of b.
static std::pair<double, double> divideFloats(double a, double b) {
  double rest = std::fmod(a, b);
  double quotient = (a - rest) / b;
  if (rest == 0) {
    rest = std::copysign(0.0, b);
  } else if ((rest < 0) != (b < 0)) {
    rest += b;
    quotient -= 1;
  }
  if (quotient == 0)
    return {std::copysign(0.0, a / b), rest};
  // `quotient` is an integer but for what rounding did to it.
  double floor = std::floor(quotient);
  return {quotient - floor > 0.5 ? floor + 1 : floor, rest};
}

static bool isOdd(double value) { return std::fmod(std::fabs(value), 2) == 1; }

static NumberResult power(double base, double exponent) {
  if (base == 0 && exponent < 0 && std::isfinite(exponent))
    return std::string("zero to a negative power");
  bool isFinite = std::isfinite(base) && std::isfinite(exponent);
  if (isFinite && base < 0 && std::trunc(exponent) != exponent)
    return isComplex();
  double size = std::pow(std::fabs(base), exponent);
  if (isFinite && !std::isfinite(size))
    return overflow();
  if (std::isnan(base) || std::isnan(exponent))
    return Number::floating(std::pow(base, exponent));
  return Number::floating(std::signbit(base) && isOdd(exponent) ? -size : size);
}

static NumberResult onFloats(BinaryOp op, double a, double b) {
  switch (op) {
  case BinaryOp::Add:
    return Number::floating(a + b);
  case BinaryOp::Sub:
    return Number::floating(a - b);
  case BinaryOp::Mul:
    return Number::floating(a * b);
  case BinaryOp::Div:
    return b == 0 ? byZero() : Number::floating(a / b);
  case BinaryOp::FloorDiv:
    return b == 0 ? byZero() : Number::floating(divideFloats(a, b).first);
  case BinaryOp::Mod:
    return b == 0 ? byZero() : Number::floating(divideFloats(a, b).second);
  case BinaryOp::Pow:
    return power(a, b);
  case BinaryOp::MatMul:
  case BinaryOp::BitAnd:
  case BinaryOp::BitOr:
  case BinaryOp::BitXor:
  case BinaryOp::LShift:
  case BinaryOp::RShift:
    break;
  }
  return isUndefined();
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

static bool isBitwise(BinaryOp op) {
  return op == BinaryOp::BitAnd || op == BinaryOp::BitOr ||
         op == BinaryOp::BitXor;
}

NumberResult arithmetic(BinaryOp op, Number a, Number b) {
  bool negativePower = op == BinaryOp::Pow && b.isInt() && b.integer < 0;
  if (!a.isInt() || !b.isInt() || negativePower)
    return onFloats(op, a.asFloat(), b.asFloat());
  NumberResult result = onInts(op, a.integer, b.integer);
  bool bools = a.kind == Number::Kind::Bool && b.kind == Number::Kind::Bool;
  if (result.value && bools && isBitwise(op))
    return Number::boolean(result.value->integer != 0);
  return result;
}

NumberResult arithmetic(UnaryOp op, Number a) {
  switch (op) {
  case UnaryOp::Plus:
    return a.isInt() ? Number::integerOf(a.integer) : a;
  case UnaryOp::Neg: {
    if (!a.isInt())
      return Number::floating(-a.real);
    __int128 result;
    if (__builtin_sub_overflow(__int128(0), a.integer, &result))
      return tooLarge();
    return Number::integerOf(result);
  }
  case UnaryOp::Invert:
    return a.isInt() ? Number::integerOf(~a.integer) : isUndefined();
  case UnaryOp::Not:
    break;
  }
  return isUndefined();
}

std::optional<int> order(Number a, Number b) {
  if (a.isInt() && b.isInt())
    return a.integer < b.integer ? -1 : a.integer > b.integer;
  if (!a.isInt() && b.isInt()) {
    std::optional<int> other = order(b, a);
    return other ? std::optional<int>(-*other) : std::nullopt;
  }
  if (std::isnan(b.real) || (!a.isInt() && std::isnan(a.real)))
    return std::nullopt;
  if (!a.isInt())
    return a.real < b.real ? -1 : a.real > b.real;
  if (b.real >= 0x1p127)
    return -1;
  if (b.real < -0x1p127)
    return 1;
  double floor = std::floor(b.real);
  __int128 whole = static_cast<__int128>(floor);
  if (a.integer != whole)
    return a.integer < whole ? -1 : 1;
  return b.real > floor ? -1 : 0;
}

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

/// A float without a fraction as an int.
static NumberResult whole(double value, double original) {
  if (!std::isfinite(value))
    return repr(original) + " is no integer";
  if (std::fabs(value) >= 0x1p127)
    return tooLarge();
  return Number::integerOf(static_cast<__int128>(value));
}

NumberResult floorOf(Number value) {
  return value.isInt() ? Number::integerOf(value.integer)
                       : whole(std::floor(value.real), value.real);
}
NumberResult ceilOf(Number value) {
  return value.isInt() ? Number::integerOf(value.integer)
                       : whole(std::ceil(value.real), value.real);
}
NumberResult truncate(Number value) {
  return value.isInt() ? Number::integerOf(value.integer)
                       : whole(std::trunc(value.real), value.real);
}

/// round(1250, -2): to an even multiple where it stands in the middle.
static NumberResult roundInt(__int128 value, int64_t digits) {
  if (digits >= 0)
    return Number::integerOf(value);
  if (digits < -38) // more than half of what 127 bits hold
    return Number::integerOf(0);
  Unsigned unit = 1;
  for (int64_t i = digits; i < 0; ++i)
    unit *= 10;
  Unsigned size = magnitude(value), rest = size % unit, quotient = size / unit;
  bool up = rest > unit - rest || (rest == unit - rest && quotient % 2 == 1);
  __int128 result;
  if (__builtin_mul_overflow(quotient + up, unit, &result))
    return tooLarge();
  return Number::integerOf(value < 0 ? -result : result);
}

/// round(1250.5, -2): the float's whole decimal expansion decides.
static NumberResult roundFloatUp(double value, int64_t digits) {
  std::string text(400, 0);
  double size = std::fabs(value), above = std::trunc(size);
  text.resize(std::snprintf(text.data(), text.size(), "%.0f", above));
  size_t dropped = size_t(-digits);
  if (dropped > text.size())
    return Number::floating(std::copysign(0.0, value));
  std::string kept = "0" + text.substr(0, text.size() - dropped);
  std::string rest = text.substr(text.size() - dropped);
  std::string half = "5" + std::string(dropped - 1, '0');
  bool middle = rest == half && above == size;
  bool up = middle ? (kept.back() - '0') % 2 == 1 : rest >= half;
  for (size_t i = kept.size(); up && i-- > 0;) {
    up = kept[i] == '9';
    kept[i] = up ? '0' : char(kept[i] + 1);
  }
  double result = std::strtod((kept + std::string(dropped, '0')).c_str(),
                              /*endptr=*/nullptr);
  return std::isfinite(result) ? Number::floating(std::copysign(result, value))
                               : overflow();
}

NumberResult roundTo(Number value, std::optional<int64_t> digits) {
  if (value.isInt())
    return roundInt(value.integer, digits.value_or(0));
  if (!digits)
    return whole(std::nearbyint(value.real), value.real);
  if (!std::isfinite(value.real) || *digits > 323)
    return value;
  if (*digits < -308)
    return Number::floating(std::copysign(0.0, value.real));
  if (*digits < 0)
    return roundFloatUp(value.real, *digits);
  char text[700];
  std::snprintf(text, sizeof text, "%.*f", int(*digits), value.real);
  return Number::floating(std::strtod(text, nullptr));
}

//===----------------------------------------------------------------------===//
// math
//===----------------------------------------------------------------------===//

NumberResult mathFunction(llvm::StringRef name, Number value) {
  struct Row {
    const char *name;
    double (*function)(double);
    bool overflows; ///< an infinite result is too large, not out of the domain
  };
  static constexpr Row kRows[] = {
      {"cos", std::cos, false},     {"erf", std::erf, false},
      {"exp", std::exp, true},      {"exp2", std::exp2, true},
      {"expm1", std::expm1, true},  {"fabs", std::fabs, false},
      {"log", std::log, false},     {"log10", std::log10, false},
      {"log1p", std::log1p, false}, {"log2", std::log2, false},
      {"sin", std::sin, false},     {"sqrt", std::sqrt, false},
      {"tan", std::tan, false},     {"tanh", std::tanh, false},
  };
  for (const Row &row : kRows) {
    if (name != row.name)
      continue;
    double x = value.asFloat(), result = row.function(x);
    if (std::isnan(x) || std::isfinite(result))
      return Number::floating(result);
    if (std::isinf(result) && std::isinf(x))
      return Number::floating(result);
    if (row.overflows && std::isinf(result))
      return overflow();
    return "`math." + name.str() + "` is not defined at " +
           (value.isInt() ? decimal(value.integer) : repr(x));
  }
  return isUndefined();
}

NumberResult logarithm(Number value, Number base) {
  NumberResult above = mathFunction("log", value);
  NumberResult below = above.value ? mathFunction("log", base) : above;
  return below.value ? arithmetic(BinaryOp::Div, *above.value, *below.value)
                     : below;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string decimal(__int128 value) {
  Unsigned rest = magnitude(value);
  std::string digits;
  do {
    digits.insert(digits.begin(), char('0' + int(rest % 10)));
    rest /= 10;
  } while (rest != 0);
  return value < 0 ? "-" + digits : digits;
}

std::string repr(double value) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  char text[40];
  char *end = std::to_chars(text, text + sizeof text, value,
                            std::chars_format::scientific)
                  .ptr;
  auto [mantissa, exponent] = llvm::StringRef(text, end - text).split('e');
  int power = 0;
  exponent.consume_front("+");
  exponent.getAsInteger(10, power);
  if (power < -4 || power >= 16)
    return mantissa.str() + (power < 0 ? "e-" : "e+") +
           (std::abs(power) < 10 ? "0" : "") + std::to_string(std::abs(power));
  std::string sign = mantissa.consume_front("-") ? "-" : "";
  std::string digits =
      mantissa.take_front(1).str() +
      (mantissa.size() > 1 ? mantissa.drop_front(2) : "").str();
  if (power < 0)
    return sign + "0." + std::string(size_t(-power - 1), '0') + digits;
  size_t whole = size_t(power) + 1;
  if (digits.size() <= whole)
    return sign + digits + std::string(whole - digits.size(), '0') + ".0";
  return sign + digits.substr(0, whole) + "." + digits.substr(whole);
}

} // namespace tqc::python
