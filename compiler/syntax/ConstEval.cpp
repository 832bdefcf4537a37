//===- ConstEval.cpp - Python's arithmetic on compile-time values ---------===//

#include "compiler/syntax/ConstEval.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

#include <cmath>

using tqc::ast::BinaryOp;
using tqc::ast::CompareOp;
using tqc::ast::UnaryOp;

namespace tqc::sema {

namespace {

ConstResult tooLarge() { return std::string("the result has over 127 bits"); }
ConstResult divisionByZero() { return std::string("division by zero"); }

__int128 floorDivide(__int128 a, __int128 b) {
  __int128 quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

ConstResult integerPower(__int128 base, __int128 exponent) {
  if (exponent < 0) {
    if (base == 0)
      return divisionByZero();
    return Value::floating(std::pow(double(base), double(exponent)));
  }
  __int128 result = 1;
  if (base == 0 || base == 1)
    return Value::integerOf(exponent == 0 ? 1 : base);
  if (base == -1)
    return Value::integerOf(exponent % 2 ? -1 : 1);
  for (__int128 i = 0; i < exponent; ++i)
    if (__builtin_mul_overflow(result, base, &result))
      return tooLarge();
  return Value::integerOf(result);
}

ConstResult shiftLeft(__int128 a, __int128 b) {
  if (b < 0)
    return std::string("the shift count is negative");
  if (a == 0)
    return Value::integerOf(0);
  for (__int128 i = 0; i < b; ++i)
    if (__builtin_mul_overflow(a, __int128(2), &a))
      return tooLarge();
  return Value::integerOf(a);
}

ConstResult onIntegers(BinaryOp op, __int128 a, __int128 b) {
  __int128 result = 0;
  switch (op) {
  case BinaryOp::Add:
    return __builtin_add_overflow(a, b, &result) ? tooLarge()
                                                 : Value::integerOf(result);
  case BinaryOp::Sub:
    return __builtin_sub_overflow(a, b, &result) ? tooLarge()
                                                 : Value::integerOf(result);
  case BinaryOp::Mul:
    return __builtin_mul_overflow(a, b, &result) ? tooLarge()
                                                 : Value::integerOf(result);
  case BinaryOp::Div:
    if (b == 0)
      return divisionByZero();
    return Value::floating(double(a) / double(b));
  case BinaryOp::FloorDiv:
    return b == 0 ? divisionByZero() : Value::integerOf(floorDivide(a, b));
  case BinaryOp::Mod:
    return b == 0 ? divisionByZero()
                  : Value::integerOf(a - floorDivide(a, b) * b);
  case BinaryOp::Pow:
    return integerPower(a, b);
  case BinaryOp::BitAnd:
    return Value::integerOf(a & b);
  case BinaryOp::BitOr:
    return Value::integerOf(a | b);
  case BinaryOp::BitXor:
    return Value::integerOf(a ^ b);
  case BinaryOp::LShift:
    return shiftLeft(a, b);
  case BinaryOp::RShift:
    if (b < 0)
      return std::string("the shift count is negative");
    return Value::integerOf(b > 126 ? (a < 0 ? -1 : 0) : a >> int(b));
  case BinaryOp::MatMul:
    break;
  }
  return std::string();
}

ConstResult onFloats(BinaryOp op, double a, double b) {
  switch (op) {
  case BinaryOp::Add:
    return Value::floating(a + b);
  case BinaryOp::Sub:
    return Value::floating(a - b);
  case BinaryOp::Mul:
    return Value::floating(a * b);
  case BinaryOp::Div:
    return b == 0 ? divisionByZero() : Value::floating(a / b);
  case BinaryOp::FloorDiv:
    return b == 0 ? divisionByZero() : Value::floating(std::floor(a / b));
  case BinaryOp::Mod: {
    if (b == 0)
      return divisionByZero();
    double rest = std::fmod(a, b);
    return Value::floating(rest != 0 && (rest < 0) != (b < 0) ? rest + b
                                                              : rest);
  }
  case BinaryOp::Pow:
    return Value::floating(std::pow(a, b));
  default:
    return std::string();
  }
}

/// A sequence longer than this is no constant of a kernel; doubling one in a
/// loop would take all memory.
constexpr size_t kMostElements = 1'000'000;

ConstResult repeat(const Value &sequence, __int128 times) {
  size_t length = sequence.isString() ? sequence.text.size()
                                      : sequence.items->size();
  if (length != 0 && times > __int128(kMostElements / length))
    return std::string("the result is too long");
  if (sequence.isString()) {
    std::string text;
    for (__int128 i = 0; i < times; ++i)
      text += sequence.text;
    return Value::string(std::move(text));
  }
  std::vector<Value> items;
  for (__int128 i = 0; i < times; ++i)
    items.insert(items.end(), sequence.items->begin(), sequence.items->end());
  return Value::tuple(std::move(items), sequence.isList);
}

/// `+` and `*` on strings and tuples.
ConstResult onSequences(BinaryOp op, const Value &lhs, const Value &rhs) {
  if (op == BinaryOp::Add) {
    auto isTooLong = [](size_t a, size_t b) { return a + b > kMostElements; };
    if (lhs.isString() && rhs.isString()) {
      if (isTooLong(lhs.text.size(), rhs.text.size()))
        return std::string("the result is too long");
      return Value::string(lhs.text + rhs.text);
    }
    if (lhs.isTuple() && rhs.isTuple()) {
      if (isTooLong(lhs.items->size(), rhs.items->size()))
        return std::string("the result is too long");
      std::vector<Value> items = *lhs.items;
      items.insert(items.end(), rhs.items->begin(), rhs.items->end());
      return Value::tuple(std::move(items), lhs.isList);
    }
  }
  if (op == BinaryOp::Mul) {
    if ((lhs.isString() || lhs.isTuple()) && rhs.isIntegral())
      return repeat(lhs, rhs.asInteger());
    if ((rhs.isString() || rhs.isTuple()) && lhs.isIntegral())
      return repeat(rhs, lhs.asInteger());
  }
  return std::string();
}

} // namespace

ConstResult constBinary(BinaryOp op, const Value &lhs, const Value &rhs) {
  if (lhs.isNumber() && rhs.isNumber()) {
    bool bools = lhs.is(Value::Kind::Bool) && rhs.is(Value::Kind::Bool);
    if (bools && (op == BinaryOp::BitAnd || op == BinaryOp::BitOr ||
                  op == BinaryOp::BitXor))
      return Value::boolean(op == BinaryOp::BitAnd  ? lhs.flag && rhs.flag
                            : op == BinaryOp::BitOr ? lhs.flag || rhs.flag
                                                    : lhs.flag != rhs.flag);
    if (lhs.isIntegral() && rhs.isIntegral())
      return onIntegers(op, lhs.asInteger(), rhs.asInteger());
    return onFloats(op, lhs.asDouble(), rhs.asDouble());
  }
  return onSequences(op, lhs, rhs);
}

ConstResult constUnary(UnaryOp op, const Value &operand) {
  if (op == UnaryOp::Not) {
    if (std::optional<bool> value = truth(operand))
      return Value::boolean(!*value);
    return std::string();
  }
  if (operand.isIntegral()) {
    __int128 value = operand.asInteger();
    return Value::integerOf(op == UnaryOp::Neg      ? -value
                            : op == UnaryOp::Invert ? ~value
                                                    : value);
  }
  if (operand.is(Value::Kind::Float) && op != UnaryOp::Invert)
    return Value::floating(op == UnaryOp::Neg ? -operand.number
                                              : operand.number);
  return std::string();
}

bool constEqual(const Value &lhs, const Value &rhs) {
  if (lhs.isNumber() && rhs.isNumber()) {
    if (lhs.isIntegral() && rhs.isIntegral())
      return lhs.asInteger() == rhs.asInteger();
    return lhs.asDouble() == rhs.asDouble();
  }
  if (lhs.isTuple() && rhs.isTuple()) {
    if (lhs.items->size() != rhs.items->size())
      return false;
    for (size_t i = 0; i < lhs.items->size(); ++i)
      if (!constEqual((*lhs.items)[i], (*rhs.items)[i]))
        return false;
    return true;
  }
  return sameForm(lhs, rhs);
}

/// <0, 0, >0; nothing if the two do not compare.
static std::optional<int> order(const Value &lhs, const Value &rhs) {
  if (lhs.isIntegral() && rhs.isIntegral()) {
    __int128 a = lhs.asInteger(), b = rhs.asInteger();
    return a < b ? -1 : a > b ? 1 : 0;
  }
  if (lhs.isNumber() && rhs.isNumber()) {
    double a = lhs.asDouble(), b = rhs.asDouble();
    return a < b ? -1 : a > b ? 1 : 0;
  }
  if (lhs.isString() && rhs.isString())
    return lhs.text.compare(rhs.text);
  if (lhs.isTuple() && rhs.isTuple()) {
    for (size_t i = 0; i < lhs.items->size() && i < rhs.items->size(); ++i) {
      std::optional<int> item = order((*lhs.items)[i], (*rhs.items)[i]);
      if (!item || *item != 0)
        return item;
    }
    return int(lhs.items->size()) - int(rhs.items->size());
  }
  return std::nullopt;
}

static std::optional<bool> contains(const Value &item, const Value &in) {
  if (in.isTuple()) {
    for (const Value &element : *in.items)
      if (constEqual(item, element))
        return true;
    return false;
  }
  if (in.isString() && item.isString())
    return llvm::StringRef(in.text).contains(item.text);
  if (in.is(Value::Kind::Dict)) {
    for (const auto &[key, value] : *in.entries)
      if (constEqual(item, key))
        return true;
    return false;
  }
  return std::nullopt;
}

ConstResult constCompare(CompareOp op, const Value &lhs, const Value &rhs) {
  switch (op) {
  case CompareOp::Eq:
    return Value::boolean(constEqual(lhs, rhs));
  case CompareOp::Ne:
    return Value::boolean(!constEqual(lhs, rhs));
  case CompareOp::Is:
    return Value::boolean(sameForm(lhs, rhs));
  case CompareOp::IsNot:
    return Value::boolean(!sameForm(lhs, rhs));
  case CompareOp::In:
  case CompareOp::NotIn:
    if (std::optional<bool> found = contains(lhs, rhs))
      return Value::boolean(*found == (op == CompareOp::In));
    return std::string();
  default:
    break;
  }
  if (lhs.isNumber() && rhs.isNumber() &&
      (std::isnan(lhs.asDouble()) || std::isnan(rhs.asDouble())))
    return Value::boolean(false);
  std::optional<int> sign = order(lhs, rhs);
  if (!sign)
    return std::string();
  switch (op) {
  case CompareOp::Lt:
    return Value::boolean(*sign < 0);
  case CompareOp::Le:
    return Value::boolean(*sign <= 0);
  case CompareOp::Gt:
    return Value::boolean(*sign > 0);
  default:
    return Value::boolean(*sign >= 0);
  }
}

std::optional<bool> truth(const Value &value) {
  switch (value.kind) {
  case Value::Kind::None:
    return false;
  case Value::Kind::Bool:
    return value.flag;
  case Value::Kind::Int:
    return value.integer != 0;
  case Value::Kind::Float:
    return value.number != 0;
  case Value::Kind::String:
    return !value.text.empty();
  case Value::Kind::Tuple:
    return !value.items->empty();
  case Value::Kind::Dict:
    return !value.entries->empty();
  case Value::Kind::Error:
  case Value::Kind::Runtime:
  case Value::Kind::Opaque:
    return std::nullopt;
  default:
    return true;
  }
}

//===----------------------------------------------------------------------===//
// Subscripts
//===----------------------------------------------------------------------===//

/// Python's clipping of a slice bound.
static int64_t clip(const Value &bound, int64_t otherwise, int64_t size,
                    bool backwards) {
  if (bound.isNone())
    return otherwise;
  __int128 at = bound.asInteger();
  if (at < 0)
    at += size;
  __int128 low = backwards ? -1 : 0, high = backwards ? size - 1 : size;
  return int64_t(at < low ? low : at > high ? high : at);
}

static ConstResult sliceOf(const Value &value, const Value &slice) {
  for (const Value &part : *slice.items)
    if (!part.isNone() && !part.isIntegral())
      return std::string("slice bounds are integers");
  const Value &step = (*slice.items)[2];
  int64_t by = step.isNone() ? 1 : int64_t(step.asInteger());
  if (by == 0)
    return std::string("the slice step is zero");
  int64_t size = value.isString() ? int64_t(value.text.size())
                                  : int64_t(value.items->size());
  int64_t from = clip((*slice.items)[0], by < 0 ? size - 1 : 0, size, by < 0);
  int64_t to = clip((*slice.items)[1], by < 0 ? -1 : size, size, by < 0);
  std::string text;
  std::vector<Value> items;
  for (int64_t i = from; by < 0 ? i > to : i < to; i += by)
    if (value.isString())
      text += value.text[i];
    else
      items.push_back((*value.items)[i]);
  if (value.isString())
    return Value::string(std::move(text));
  return Value::tuple(std::move(items), value.isList);
}

ConstResult constSubscript(const Value &value, const Value &index) {
  if (value.is(Value::Kind::Dict)) {
    for (const auto &[key, item] : *value.entries)
      if (constEqual(key, index))
        return item;
    return "there is no key " + index.repr();
  }
  if (!value.isTuple() && !value.isString())
    return std::string();
  if (index.is(Value::Kind::Slice))
    return sliceOf(value, index);
  if (!index.isIntegral())
    return std::string("the index is not a constant integer");
  __int128 size = value.isString() ? value.text.size() : value.items->size();
  __int128 at = index.asInteger();
  if (at < -size || at >= size)
    return "index " + intRepr(at) + " is out of range for " + intRepr(size) +
           " elements";
  if (at < 0)
    at += size;
  if (value.isString())
    return Value::string(std::string(1, value.text[size_t(at)]));
  return (*value.items)[size_t(at)];
}

//===----------------------------------------------------------------------===//
// f-strings
//===----------------------------------------------------------------------===//

std::optional<std::string> formatValue(const Value &value,
                                       llvm::StringRef format) {
  if (format.empty())
    return value.str();
  // [[fill]align][0][width][.precision][type]
  char fill = ' ', align = 0;
  auto isAlign = [](char c) { return c == '<' || c == '>' || c == '^'; };
  if (format.size() > 1 && isAlign(format[1])) {
    fill = format[0];
    align = format[1];
    format = format.drop_front(2);
  } else if (isAlign(format[0])) {
    align = format[0];
    format = format.drop_front();
  }
  if (format.consume_front("0") && !align) {
    fill = '0';
    align = '>';
  }
  unsigned width = 0, precision = 6;
  format.consumeInteger(10, width);
  bool hasPrecision = format.consume_front(".");
  if (hasPrecision && format.consumeInteger(10, precision))
    return std::nullopt;
  if (width > 1000 || precision > 100)
    return std::nullopt;
  std::string text;
  if (format.empty()) {
    text = value.str();
    if (hasPrecision && value.isString())
      text = text.substr(0, precision);
  } else if (format.size() == 1 && value.isNumber() &&
             llvm::StringRef("fFeEgG").contains(format[0])) {
    char buffer[512];
    char spec[] = {'%', '.', '*', format[0], 0};
    std::snprintf(buffer, sizeof buffer, spec, int(precision),
                  value.asDouble());
    text = buffer;
  } else if (format.size() == 1 && value.isIntegral() &&
             llvm::StringRef("dxXbo").contains(format[0])) {
    __int128 number = value.asInteger();
    unsigned base = format[0] == 'd'   ? 10
                    : format[0] == 'b' ? 2
                    : format[0] == 'o' ? 8
                                       : 16;
    unsigned __int128 rest = number < 0 ? -(unsigned __int128)number : number;
    do
      text.insert(text.begin(),
                  llvm::hexdigit(unsigned(rest % base), format[0] != 'X'));
    while (rest /= base);
    if (number < 0)
      text.insert(text.begin(), '-');
  } else if (!(format == "s" && value.isString())) {
    return std::nullopt;
  } else {
    text = value.text;
  }
  if (text.size() < width) {
    if (!align)
      align = value.isNumber() ? '>' : '<';
    size_t room = width - text.size();
    size_t before = align == '>' ? room : align == '^' ? room / 2 : 0;
    text = std::string(before, fill) + text + std::string(room - before, fill);
  }
  return text;
}

} // namespace tqc::sema
