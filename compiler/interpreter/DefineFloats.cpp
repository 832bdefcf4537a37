//===- DefineFloats.cpp - Float arithmetic, functions, conversions --------===//
//
// + - * / and sqrt are IEEE 754's, to the nearest, ties to even, subnormals
// kept. Functions are the C library's in double, rounded once. Minimum and
// maximum: `num` forms ignore a NaN, the others give it; -0 is less than +0.
//
//===----------------------------------------------------------------------===//

#include "compiler/interpreter/TileEvaluator.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

#include <cmath>
#include <limits>

#pragma STDC FP_CONTRACT OFF // nothing is fused behind the text

using namespace mlir;
using namespace tqc;
using namespace tqc::tile;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

template <typename Op, typename Function>
static void onFloats(Definitions &d, Function function) {
  d.on<Op>(
      [=](TileEvaluator &e, Operation *op) { return e.floats(op, function); });
}

static double extreme(double a, double b, bool isMax, bool keepsNan) {
  if (std::isnan(a) || std::isnan(b)) {
    if (keepsNan)
      return std::numeric_limits<double>::quiet_NaN();
    return std::isnan(a) ? b : a;
  }
  if (a == b) // zeros of both signs
    return std::signbit(a) == isMax ? b : a;
  return (a < b) == isMax ? b : a;
}

/// a * b + c, rounded once.
static bool defineFma(TileEvaluator &e, Operation *op) {
  Number number = e.numberOf(op->getResult(0).getType());
  if (number.width == 64)
    return e.floats(
        op, [](double a, double b, double c) { return std::fma(a, b, c); });
  if (number.width == 32)
    return e.floats(op, [](double a, double b, double c) -> double {
      return std::fma(float(a), float(b), float(c));
    });
  return e.floats(op, [](double a, double b, double c) {
    double product = a * b; // exact
    return std::isfinite(product) ? sumToOdd(product, c) : product + c;
  });
}

static void defineOperators(Definitions &d) {
  onFloats<arith::AddFOp>(d, [](double a, double b) { return a + b; });
  onFloats<arith::SubFOp>(d, [](double a, double b) { return a - b; });
  onFloats<arith::MulFOp>(d, [](double a, double b) { return a * b; });
  onFloats<arith::DivFOp>(d, [](double a, double b) { return a / b; });
  onFloats<arith::RemFOp>(d,
                          [](double a, double b) { return std::fmod(a, b); });
  onFloats<arith::MinNumFOp>(d, [](double a, double b) {
    return extreme(a, b, /*isMax=*/false, /*keepsNan=*/false);
  });
  onFloats<arith::MaxNumFOp>(d, [](double a, double b) {
    return extreme(a, b, /*isMax=*/true, /*keepsNan=*/false);
  });
  onFloats<arith::MinimumFOp>(d, [](double a, double b) {
    return extreme(a, b, /*isMax=*/false, /*keepsNan=*/true);
  });
  onFloats<arith::MaximumFOp>(d, [](double a, double b) {
    return extreme(a, b, /*isMax=*/true, /*keepsNan=*/true);
  });
  d.on<math::FmaOp>(defineFma);
  d.on<tq::PreciseOp>([](TileEvaluator &e, Operation *op) {
    if (op->getNumOperands() == 2)
      return e.floats(op, [](double a, double b) { return a / b; });
    return e.floats(op, [](double a) { return std::sqrt(a); });
  });
}

/// The sign is a bit: these leave a NaN's digits alone.
static void defineSigns(Definitions &d) {
  auto signOf = [](TileEvaluator &e, Operation *op) {
    return uint64_t(1) << (e.numberOf(op->getResult(0).getType()).width - 1);
  };
  d.on<arith::NegFOp>([=](TileEvaluator &e, Operation *op) {
    uint64_t sign = signOf(e, op);
    return e.elements(op, [=](uint64_t a) { return a ^ sign; });
  });
  d.on<math::AbsFOp>([=](TileEvaluator &e, Operation *op) {
    uint64_t sign = signOf(e, op);
    return e.elements(op, [=](uint64_t a) { return a & ~sign; });
  });
  d.on<math::CopySignOp>([=](TileEvaluator &e, Operation *op) {
    uint64_t sign = signOf(e, op);
    return e.elements(
        op, [=](uint64_t a, uint64_t b) { return (a & ~sign) | (b & sign); });
  });
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static void defineFunctions(Definitions &d) {
  onFloats<math::ExpOp>(d, [](double a) { return std::exp(a); });
  onFloats<math::Exp2Op>(d, [](double a) { return std::exp2(a); });
  onFloats<math::ExpM1Op>(d, [](double a) { return std::expm1(a); });
  onFloats<math::LogOp>(d, [](double a) { return std::log(a); });
  onFloats<math::Log2Op>(d, [](double a) { return std::log2(a); });
  onFloats<math::Log10Op>(d, [](double a) { return std::log10(a); });
  onFloats<math::Log1pOp>(d, [](double a) { return std::log1p(a); });
  onFloats<math::SinOp>(d, [](double a) { return std::sin(a); });
  onFloats<math::CosOp>(d, [](double a) { return std::cos(a); });
  onFloats<math::TanOp>(d, [](double a) { return std::tan(a); });
  onFloats<math::TanhOp>(d, [](double a) { return std::tanh(a); });
  onFloats<math::ErfOp>(d, [](double a) { return std::erf(a); });
  onFloats<math::SqrtOp>(d, [](double a) { return std::sqrt(a); });
  onFloats<math::RsqrtOp>(d, [](double a) { return 1 / std::sqrt(a); });
  onFloats<math::FloorOp>(d, [](double a) { return std::floor(a); });
  onFloats<math::CeilOp>(d, [](double a) { return std::ceil(a); });
  onFloats<math::TruncOp>(d, [](double a) { return std::trunc(a); });
  onFloats<math::RoundEvenOp>(d, [](double a) { return std::nearbyint(a); });
  onFloats<math::PowFOp>(d, [](double a, double b) { return std::pow(a, b); });
  onFloats<math::Atan2Op>(d,
                          [](double a, double b) { return std::atan2(a, b); });
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

static bool defineFloatCast(TileEvaluator &e, Operation *op) {
  Number from = e.numberOf(op->getOperand(0).getType());
  Number to = e.numberOf(op->getResult(0).getType());
  auto cast = dyn_cast<tq::FloatCastOp>(op);
  Rounding rounding = cast && cast.getTowardZero() ? Rounding::TowardZero
                                                   : Rounding::NearestEven;
  if (from == to)
    return e.elements(op, [](uint64_t a) { return a; });
  return e.elements(
      op, [=](uint64_t a) { return to.encode(from.decode(a), rounding); });
}

/// With digits cut off; what is out of range, or NaN, is in doubt, and is what
/// the hardware gives: the nearest number there is, and 0.
static bool defineFloatToInteger(TileEvaluator &e, Operation *op,
                                 bool isSigned) {
  const Tile &source = e.get(op->getOperand(0));
  Number to = e.numberOf(op->getResult(0).getType());
  Tile result(to, source.shape);
  double above = std::ldexp(1.0, int(to.width) - isSigned);
  double below = isSigned ? -above : 0;
  for (size_t i = 0; i < result.size(); ++i) {
    double value = std::trunc(source.real(i));
    bool fits = value >= below && value < above; // not for NaN
    if (fits)
      result.bits[i] =
          to.cut(isSigned ? uint64_t(int64_t(value)) : uint64_t(value));
    else if (value >= above)
      result.bits[i] = to.mask() >> (isSigned ? 1 : 0);
    else if (value < below && isSigned)
      result.bits[i] = uint64_t(1) << (to.width - 1);
    if (!fits)
      result.setDoubt(i, Doubt::Undefined, op);
  }
  return e.finish(op, std::move(result), {&source});
}

/// Rounded once, to the nearest.
static bool defineIntegerToFloat(TileEvaluator &e, Operation *op,
                                 bool isSigned) {
  Number from = e.numberOf(op->getOperand(0).getType());
  Number to = e.numberOf(op->getResult(0).getType());
  return e.elements(op, [=](uint64_t a) -> uint64_t {
    // 64 bits in two parts, each exact in a double, added to odd.
    double high = isSigned ? double(from.asSigned(a) >> 32) : double(a >> 32);
    double low = double(a & 0xffffffff);
    if (from.width <= 32) {
      high = isSigned ? double(from.asSigned(a)) : double(a);
      return to.encode(high);
    }
    high *= 0x1p32;
    return to.encode(to.width == 64 ? high + low : sumToOdd(high, low));
  });
}

/// The same bits as another number.
static bool defineBitcast(TileEvaluator &e, Operation *op) {
  Type from = op->getOperand(0).getType(), to = op->getResult(0).getType();
  Number bitsFrom = TileEvaluator::memoryNumberOf(from),
         keptFrom = e.numberOf(from);
  Number bitsTo = TileEvaluator::memoryNumberOf(to), keptTo = e.numberOf(to);
  if (bitsFrom == keptFrom && bitsTo == keptTo)
    return e.elements(op, [](uint64_t a) { return a; });
  return e.elements(op, [=](uint64_t a) {
    uint64_t bits =
        bitsFrom == keptFrom ? a : bitsFrom.encode(keptFrom.decode(a));
    return bitsTo == keptTo ? bits : keptTo.encode(bitsTo.decode(bits));
  });
}

static void defineConversions(Definitions &d) {
  d.on<arith::ExtFOp>(defineFloatCast);
  d.on<arith::TruncFOp>(defineFloatCast);
  d.on<tq::FloatCastOp>(defineFloatCast);
  d.on<arith::FPToSIOp>([](TileEvaluator &e, Operation *op) {
    return defineFloatToInteger(e, op, /*isSigned=*/true);
  });
  d.on<arith::FPToUIOp>([](TileEvaluator &e, Operation *op) {
    return defineFloatToInteger(e, op, /*isSigned=*/false);
  });
  d.on<arith::SIToFPOp>([](TileEvaluator &e, Operation *op) {
    return defineIntegerToFloat(e, op, /*isSigned=*/true);
  });
  d.on<arith::UIToFPOp>([](TileEvaluator &e, Operation *op) {
    return defineIntegerToFloat(e, op, /*isSigned=*/false);
  });
  d.on<arith::BitcastOp>(defineBitcast);
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// The outcomes for which it is true: 1 equal, 2 greater, 4 less, 8 unordered.
static unsigned outcomesOf(arith::CmpFPredicate predicate) {
  auto number = static_cast<unsigned>(predicate);
  if (predicate == arith::CmpFPredicate::UNO)
    return 8;
  if (predicate == arith::CmpFPredicate::AlwaysTrue)
    return 15;
  bool isOrdered = predicate <= arith::CmpFPredicate::ORD;
  return isOrdered ? number : (number - 7) | 8;
}

/// An ordered comparison is false, an unordered one true, if there is a NaN.
static bool defineCompare(TileEvaluator &e, Operation *op) {
  arith::CmpFPredicate predicate = cast<arith::CmpFOp>(op).getPredicate();
  unsigned wanted = outcomesOf(predicate);
  const Tile &a = e.get(op->getOperand(0)), &b = e.get(op->getOperand(1));
  Tile result(Number::integer(1), a.shape.empty() ? b.shape : a.shape);
  for (size_t i = 0; i < result.size(); ++i) {
    double x = a.real(a.size() > 1 ? i : 0), y = b.real(b.size() > 1 ? i : 0);
    unsigned holds = x == y ? 1 : x > y ? 2 : x < y ? 4 : 8;
    result.bits[i] = (wanted & holds) != 0;
  }
  return e.finish(op, std::move(result), {&a, &b});
}

void tqc::tile::defineFloats(Definitions &d) {
  defineOperators(d);
  defineSigns(d);
  defineFunctions(d);
  defineConversions(d);
  d.on<arith::CmpFOp>(defineCompare);
}
