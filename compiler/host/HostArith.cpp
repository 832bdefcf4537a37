//===- HostArith.cpp - Arithmetic and comparisons of launchers ------------===//
//
// Python's operators on Python's values: `//` and `%` round down, `/` gives a
// float, an int that outgrows 127 bits is an error.
//
//     -7 // 2 == -4     -7 % 2 == 1     2 ** -1 == 0.5
//
//===----------------------------------------------------------------------===//

#include "compiler/host/Evaluator.h"

#include <cmath>

namespace tqc::host {

using Kind = HostValue::Kind;
using ast::BinaryOp;
using ast::CompareOp;
using ast::UnaryOp;

std::string shapeText(const std::vector<int64_t> &shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

std::string describeValue(const HostValue &value) {
  if (value.is(Kind::Tensor))
    return "a tensor of shape " + shapeText(value.asTensor().shape);
  return describe(value.kind());
}

//===----------------------------------------------------------------------===//
// Ints
//===----------------------------------------------------------------------===//

namespace {
/// An int, or the sentence that says why there is none.
struct IntResult {
  HostInt value = 0;
  const char *problem = nullptr;
};
} // namespace

static constexpr const char *kTooLarge =
    "the result has more than 127 bits, which is as far as a launcher's "
    "integers go";
static constexpr const char *kByZero = "division by zero";

static IntResult floorDivide(HostInt a, HostInt b) {
  if (b == 0)
    return {0, kByZero};
  HostInt negated;
  if (b == -1)
    return __builtin_sub_overflow(HostInt(0), a, &negated)
               ? IntResult{0, kTooLarge}
               : IntResult{negated};
  HostInt quotient = a / b;
  return {quotient - (a % b != 0 && (a < 0) != (b < 0))};
}

static IntResult floorModulo(HostInt a, HostInt b) {
  if (b == 0)
    return {0, kByZero};
  if (b == -1)
    return {0};
  HostInt rest = a % b;
  return {rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest};
}

static IntResult multiply(HostInt a, HostInt b) {
  HostInt result;
  if (__builtin_mul_overflow(a, b, &result))
    return {0, kTooLarge};
  return {result};
}

static IntResult power(HostInt base, HostInt exponent) {
  HostInt result = 1;
  while (exponent > 0) {
    if (exponent & 1) {
      IntResult next = multiply(result, base);
      if (next.problem)
        return next;
      result = next.value;
    }
    exponent >>= 1;
    if (exponent == 0)
      break;
    IntResult square = multiply(base, base);
    if (square.problem)
      return square;
    base = square.value;
  }
  return {result};
}

static IntResult shiftLeft(HostInt a, HostInt count) {
  if (count < 0)
    return {0, "a shift by a negative count"};
  if (a == 0)
    return {0};
  if (count >= 127)
    return {0, kTooLarge};
  return multiply(a, HostInt(1) << static_cast<int>(count));
}

static IntResult shiftRight(HostInt a, HostInt count) {
  if (count < 0)
    return {0, "a shift by a negative count"};
  return {a >> static_cast<int>(count > 127 ? 127 : count)};
}

static IntResult intOp(BinaryOp op, HostInt a, HostInt b) {
  HostInt result;
  switch (op) {
  case BinaryOp::Add:
    return __builtin_add_overflow(a, b, &result) ? IntResult{0, kTooLarge}
                                                 : IntResult{result};
  case BinaryOp::Sub:
    return __builtin_sub_overflow(a, b, &result) ? IntResult{0, kTooLarge}
                                                 : IntResult{result};
  case BinaryOp::Mul:
    return multiply(a, b);
  case BinaryOp::FloorDiv:
    return floorDivide(a, b);
  case BinaryOp::Mod:
    return floorModulo(a, b);
  case BinaryOp::Pow:
    return power(a, b);
  case BinaryOp::BitAnd:
    return {a & b};
  case BinaryOp::BitOr:
    return {a | b};
  case BinaryOp::BitXor:
    return {a ^ b};
  case BinaryOp::LShift:
    return shiftLeft(a, b);
  case BinaryOp::RShift:
    return shiftRight(a, b);
  case BinaryOp::Div:
  case BinaryOp::MatMul:
    break;
  }
  return {0, "no operation on integers"};
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// Python's float `%`: the sign of the divisor.
static double floatModulo(double a, double b) {
  double rest = std::fmod(a, b);
  if (rest == 0)
    return std::copysign(0.0, b);
  return (rest < 0) != (b < 0) ? rest + b : rest;
}

static double floatFloorDivide(double a, double b) {
  double quotient = (a - floatModulo(a, b)) / b;
  if (quotient == 0)
    return std::copysign(0.0, a / b);
  double floor = std::floor(quotient);
  return quotient - floor > 0.5 ? floor + 1 : floor;
}

/// The float operation, or nothing and why.
static std::optional<double> floatOp(BinaryOp op, double a, double b,
                                     const char *&problem) {
  bool divides =
      op == BinaryOp::Div || op == BinaryOp::FloorDiv || op == BinaryOp::Mod;
  if (divides && b == 0) {
    problem = kByZero;
    return std::nullopt;
  }
  switch (op) {
  case BinaryOp::Add:
    return a + b;
  case BinaryOp::Sub:
    return a - b;
  case BinaryOp::Mul:
    return a * b;
  case BinaryOp::Div:
    return a / b;
  case BinaryOp::FloorDiv:
    return floatFloorDivide(a, b);
  case BinaryOp::Mod:
    return floatModulo(a, b);
  case BinaryOp::Pow:
    if (a == 0 && b < 0) {
      problem = "zero to a negative power";
      return std::nullopt;
    }
    if (a < 0 && std::trunc(b) != b) {
      problem = "a negative number to a fractional power is complex";
      return std::nullopt;
    }
    if (double power = std::pow(a, b);
        std::isfinite(power) || !std::isfinite(a) || !std::isfinite(b))
      return power;
    problem = "the result is too large for a float";
    return std::nullopt;
  default:
    problem = "no operation on floats";
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Binary operators
//===----------------------------------------------------------------------===//

static bool isBitOp(BinaryOp op) {
  return op == BinaryOp::BitAnd || op == BinaryOp::BitOr ||
         op == BinaryOp::BitXor || op == BinaryOp::LShift ||
         op == BinaryOp::RShift;
}

static bool isSequence(const HostValue &value) {
  return value.is(Kind::String) || value.is(Kind::Tuple) ||
         value.is(Kind::List);
}

static size_t lengthOf(const HostValue &value) {
  return value.is(Kind::String) ? value.asString().size()
                                : value.elements().size();
}

/// How long `a op b` of strings, tuples and lists is; nothing if `op` is not
/// defined for them.
static std::optional<HostInt> sequenceLength(BinaryOp op, const HostValue &a,
                                             const HostValue &b) {
  if (op == BinaryOp::Add && isSequence(a) && a.kind() == b.kind())
    return HostInt(lengthOf(a)) + HostInt(lengthOf(b));
  if (op != BinaryOp::Mul || a.isInt() == b.isInt())
    return std::nullopt;
  const HostValue &sequence = a.isInt() ? b : a;
  HostInt count = a.isInt() ? a.asInt() : b.asInt();
  if (!isSequence(sequence))
    return std::nullopt;
  HostInt length = lengthOf(sequence);
  if (count <= 0 || length == 0)
    return 0;
  // No int is so large that this overflows: lengths are below 2^20.
  return count > (HostInt(1) << 100) ? HostInt(1) << 100 : count * length;
}

/// `a op b` for a length that sequenceLength gave.
static HostValue sequenceOp(BinaryOp op, const HostValue &a, const HostValue &b,
                            HostInt length) {
  const HostValue &first = a.isInt() ? b : a;
  std::string text;
  std::vector<HostValue> elements;
  if (op == BinaryOp::Add && first.is(Kind::String)) {
    text = a.asString() + b.asString();
  } else if (op == BinaryOp::Add) {
    elements = a.elements();
    elements.insert(elements.end(), b.elements().begin(), b.elements().end());
  } else if (first.is(Kind::String)) {
    while (HostInt(text.size()) < length)
      text += first.asString();
  } else {
    while (HostInt(elements.size()) < length)
      elements.insert(elements.end(), first.elements().begin(),
                      first.elements().end());
  }
  return first.is(Kind::String)  ? HostValue::string(std::move(text))
         : first.is(Kind::Tuple) ? HostValue::tuple(std::move(elements))
                                 : HostValue::list(std::move(elements));
}

Maybe Evaluator::binary(BinaryOp op, const HostValue &a, const HostValue &b,
                        Span at) {
  if (a.isInt() && b.isInt() && op != BinaryOp::Div && op != BinaryOp::MatMul &&
      !(op == BinaryOp::Pow && b.asInt() < 0)) {
    bool bothBool = a.is(Kind::Bool) && b.is(Kind::Bool);
    IntResult result = intOp(op, a.asInt(), b.asInt());
    if (result.problem)
      return error(code::HostValueError, at, result.problem), std::nullopt;
    if (bothBool && isBitOp(op) && op != BinaryOp::LShift &&
        op != BinaryOp::RShift)
      return HostValue::boolean(result.value != 0);
    return HostValue::integer(result.value);
  }
  if (a.isNumber() && b.isNumber() && !isBitOp(op) && op != BinaryOp::MatMul) {
    const char *problem = nullptr;
    std::optional<double> result =
        floatOp(op, a.asFloat(), b.asFloat(), problem);
    if (!result)
      return error(code::HostValueError, at, problem), std::nullopt;
    return HostValue::floating(*result);
  }
  if (std::optional<HostInt> length = sequenceLength(op, a, b)) {
    if (!mayHave(*length, at))
      return std::nullopt;
    return sequenceOp(op, a, b, *length);
  }
  Diag &diag = error(code::HostType, at,
                     quoted(ast::spelling(op)) + " is not defined for " +
                         describeValue(a) + " and " + describeValue(b));
  if (a.is(Kind::Tensor) || b.is(Kind::Tensor)) {
    diag.message = (kNoTensorValues + ": " + quoted(ast::spelling(op)) +
                    " of " + describeValue(a) + " and " + describeValue(b))
                       .str();
    diag.code = code::HostNotAvailable;
    diag.help(kWriteAKernel.str());
  }
  return std::nullopt;
}

Maybe Evaluator::unary(UnaryOp op, const HostValue &value, Span at) {
  if (op == UnaryOp::Not) {
    std::optional<bool> result = truth(value, at);
    return result ? Maybe(HostValue::boolean(!*result)) : std::nullopt;
  }
  if (value.is(Kind::Float) && op != UnaryOp::Invert)
    return HostValue::floating(op == UnaryOp::Neg ? -value.asFloat()
                                                  : value.asFloat());
  if (value.isInt()) {
    HostInt number = value.asInt();
    if (op == UnaryOp::Neg)
      return binary(BinaryOp::Sub, HostValue::integer(0), value, at);
    return HostValue::integer(op == UnaryOp::Invert ? ~number : number);
  }
  static constexpr const char *kOps[] = {"-", "+", "~"};
  Diag &diag = error(code::HostType, at,
                     quoted(kOps[static_cast<int>(op)]) +
                         " is not defined for " + describeValue(value));
  if (value.is(Kind::Tensor))
    diag.help(kWriteAKernel.str());
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// -1, 0 or 1; nothing if one is NaN.
static std::optional<int> order(const HostValue &a, const HostValue &b) {
  if (a.isInt() && b.isInt())
    return a.asInt() < b.asInt() ? -1 : a.asInt() > b.asInt();
  double x = a.asFloat(), y = b.asFloat();
  if (std::isnan(x) || std::isnan(y))
    return std::nullopt;
  if (a.isInt() == b.isInt() || std::fabs(x) >= 0x1p126 ||
      std::fabs(y) >= 0x1p126)
    return x < y ? -1 : x > y;
  // An int and a float: compare exactly, as Python does.
  double real = a.isInt() ? y : x;
  HostInt whole = a.isInt() ? a.asInt() : b.asInt();
  HostInt floor = static_cast<HostInt>(std::floor(real));
  int result = whole < floor             ? -1
               : whole > floor           ? 1
               : real > std::floor(real) ? -1
                                         : 0;
  return a.isInt() ? result : -result;
}

static bool holds(CompareOp op, int order) {
  switch (op) {
  case CompareOp::Lt:
    return order < 0;
  case CompareOp::Le:
    return order <= 0;
  case CompareOp::Gt:
    return order > 0;
  default:
    return order >= 0;
  }
}

static bool isSame(const HostValue &a, const HostValue &b) {
  if (a.kind() != b.kind())
    return false;
  return a.identity() || b.identity() ? a.identity() == b.identity()
                                      : equal(a, b);
}

/// Whether `item` is in `container`; nothing if that has no meaning.
static std::optional<bool> contains(const HostValue &container,
                                    const HostValue &item) {
  switch (container.kind()) {
  case Kind::String:
    if (!item.is(Kind::String))
      return std::nullopt;
    return container.asString().find(item.asString()) != std::string::npos;
  case Kind::Tuple:
  case Kind::List:
    for (const HostValue &element : container.elements())
      if (equal(element, item))
        return true;
    return false;
  case Kind::Dict:
    return container.as<DictObject>().find(item) != nullptr;
  case Kind::Range: {
    const auto &range = container.as<RangeObject>();
    if (!item.isNumber())
      return false;
    double real = item.asFloat();
    if (!item.isInt() &&
        (std::trunc(real) != real || std::fabs(real) >= 0x1p126))
      return false;
    HostInt offset =
        (item.isInt() ? item.asInt() : static_cast<HostInt>(real)) -
        range.start;
    return offset % range.step == 0 && offset / range.step >= 0 &&
           offset / range.step < range.size();
  }
  default:
    return std::nullopt;
  }
}

std::optional<bool> Evaluator::compare(CompareOp op, const HostValue &a,
                                       const HostValue &b, Span at) {
  bool isTensor = a.is(Kind::Tensor) || b.is(Kind::Tensor);
  switch (op) {
  case CompareOp::Is:
    return isSame(a, b);
  case CompareOp::IsNot:
    return !isSame(a, b);
  case CompareOp::Eq:
  case CompareOp::Ne:
    if (!isTensor || a.kind() != b.kind())
      return equal(a, b) == (op == CompareOp::Eq);
    break;
  case CompareOp::In:
  case CompareOp::NotIn:
    if (std::optional<bool> found = contains(b, a))
      return *found == (op == CompareOp::In);
    break;
  default:
    if (a.isNumber() && b.isNumber()) {
      std::optional<int> result = order(a, b);
      return result && holds(op, *result);
    }
    if (a.is(Kind::String) && b.is(Kind::String))
      return holds(op, a.asString().compare(b.asString()));
    if ((a.is(Kind::Tuple) || a.is(Kind::List)) && a.kind() == b.kind()) {
      size_t common = std::min(a.elements().size(), b.elements().size());
      for (size_t i = 0; i < common; ++i)
        if (!equal(a.elements()[i], b.elements()[i]))
          return compare(op, a.elements()[i], b.elements()[i], at);
      return holds(op, a.elements().size() < b.elements().size()   ? -1
                       : a.elements().size() > b.elements().size() ? 1
                                                                   : 0);
    }
    break;
  }
  Diag &diag = error(isTensor ? code::HostNotAvailable : code::HostType, at,
                     quoted(ast::spelling(op)) + " is not defined for " +
                         describeValue(a) + " and " + describeValue(b));
  if (isTensor)
    diag.help(kWriteAKernel.str());
  return std::nullopt;
}

std::optional<bool> Evaluator::truth(const HostValue &value, Span at) {
  if (!value.is(Kind::Tensor))
    return isTrue(value);
  error(code::HostNotAvailable, at,
        "a tensor is neither true nor false in a launcher")
      .help("compare with `is None`, or look at `.shape` or `.numel()`");
  return std::nullopt;
}

} // namespace tqc::host
