//===- ErrorBounds.cpp - How far a right answer may be off ----------------===//

#include "compiler/interpreter/ErrorBounds.h"

#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace tqc;
using namespace tqc::tile;

static constexpr double kAnything = std::numeric_limits<double>::infinity();

/// Rounding of a result whose operands are not exact: ours and theirs.
static double roundings(double result, double error, const Number &number) {
  if (error == 0)
    return 0;
  double places = 2 * number.roundoff() * (std::fabs(result) + error);
  return error + places + number.smallestNormal() * number.roundoff() * 2;
}

/// Whether the product may be added to something without being rounded.
static bool mayFuse(Operation *op) {
  for (Operation *user : op->getUsers())
    if (isa<arith::AddFOp, arith::SubFOp, tq::SplatOp, tq::BroadcastOp,
            tq::ExpandDimsOp, tq::ReshapeOp, tq::TransOp, arith::NegFOp,
            tq::YieldOp>(user) ||
        user->hasTrait<OpTrait::IsTerminator>() || user->getNumRegions() > 0)
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static double ruleOfSum(double r, const double *, const double *e,
                        const Number &number) {
  return roundings(r, e[0] + e[1], number);
}

/// Whether `r` is the product itself; in double, products are rounded too.
static bool isProduct(double r, double a, double b) {
  return r == a * b && !(std::fabs(std::fma(a, b, -r)) > 0);
}

static double productError(const double *v, const double *e) {
  double error = 0; // an exact zero times infinity is NaN, and not an error
  if (e[1] != 0)
    error += std::fabs(v[0]) * e[1];
  if (e[0] != 0)
    error += std::fabs(v[1]) * e[0];
  return error + e[0] * e[1];
}

static double quotientError(double r, const double *v, const double *e) {
  if (e[0] == 0 && e[1] == 0)
    return 0;
  double least = std::fabs(v[1]) - e[1];
  if (least <= 0)
    return kAnything;
  return (e[0] + std::fabs(r) * e[1]) / least;
}

/// A quotient is as its format has it, if that has it exactly; but the hardware
/// multiplies by a reciprocal, which is exact of powers of two: `x / x` may be
/// the number below 1 in fp32. Smaller formats are rounded once more, to 1.
static bool isQuotient(double r, const double *v, bool byReciprocal) {
  if (!isProduct(v[0], r, v[1]))
    return false;
  return !byReciprocal || r == 0 || std::fabs(v[1]) == lastPlace(v[1]);
}

/// The rule of a function that is off by `places` of its last place, with the
/// slope of its operand; `floor` is what it may be off by near zero.
static ErrorRule functionRule(double places,
                              std::function<double(double x, double r)> slope,
                              double atLeast = 0) {
  return [=](double r, const double *v, const double *e, const Number &number) {
    double error = places * 2 * number.roundoff() * std::fabs(r) + atLeast;
    if (number.width <= 32 && places > 0)
      error += number.width == 32 ? number.smallestNormal()
                                  : number.smallestNormal() * number.roundoff();
    if (e[0] != 0) {
      // The slope within the error: at both ends, with room for the curve.
      double most = std::max(std::fabs(slope(v[0] - e[0], r)),
                             std::fabs(slope(v[0] + e[0], r)));
      most = std::max(most, std::fabs(slope(v[0], r)));
      error += 1.5 * most * e[0];
    }
    return roundings(r, error, number);
  };
}

/// For functions that jump: the same at both ends of the error, or anything.
static ErrorRule stepRule(double (*function)(double)) {
  return [=](double, const double *v, const double *e, const Number &) {
    if (e[0] == 0)
      return 0.0;
    return function(v[0] - e[0]) == function(v[0] + e[0]) ? 0.0 : kAnything;
  };
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// How many last places the hardware's and our functions may be off.
static constexpr double kFunctionPlaces = 4;

/// What may be zero or negative may have any logarithm, or none.
static double slopeOfLog(double x) { return x > 0 ? 1 / x : kAnything; }

static ErrorRule ruleOfMath(Operation *op) {
  constexpr double kPlaces = kFunctionPlaces;
  auto exponential = [](double x, double) { return std::exp(x); };
  return llvm::TypeSwitch<Operation *, ErrorRule>(op)
      .Case<math::ExpOp>([&](auto) -> ErrorRule {
        // As exp2 of a product that was rounded: more of its exponent, more of
        // its last places.
        return [=](double r, const double *v, const double *e,
                   const Number &number) {
          double product = std::isfinite(v[0]) ? std::fabs(v[0]) : 0;
          return functionRule(kPlaces + product, exponential)(r, v, e, number);
        };
      })
      .Case<math::Exp2Op>([&](auto) {
        return functionRule(
            kPlaces, [](double x, double) { return std::exp2(x) * 0.7; });
      })
      .Case<math::LogOp>([&](auto) {
        return functionRule(
            kPlaces, [](double x, double) { return slopeOfLog(x); }, 0x1p-21);
      })
      .Case<math::Log2Op>([&](auto) {
        return functionRule(
            kPlaces, [](double x, double) { return 1.45 * slopeOfLog(x); },
            0x1p-21);
      })
      .Case<math::SinOp, math::CosOp>([&](auto) {
        return functionRule(
            kPlaces, [](double, double) { return 1.0; }, 0x1p-22);
      })
      .Case<math::ErfOp>([&](auto) {
        return functionRule(kPlaces, [](double, double) { return 1.13; });
      })
      .Case<math::TanhOp>([&](auto) {
        return functionRule(kPlaces, [](double, double) { return 1.0; });
      })
      .Case<math::SqrtOp>([&](auto) {
        // What may be negative may have no root.
        return functionRule(2, [](double x, double) {
          return x <= 0 ? kAnything : 0.5 / std::sqrt(x);
        });
      })
      .Case<math::RsqrtOp>([&](auto) {
        return functionRule(kPlaces, [](double x, double) {
          return x <= 0 ? kAnything : 0.5 / (x * std::sqrt(x));
        });
      })
      .Case<math::AbsFOp>([](auto) -> ErrorRule {
        return [](double, const double *, const double *e, const Number &) {
          return e[0];
        };
      })
      .Case<math::FmaOp>([](auto) -> ErrorRule {
        return [](double r, const double *v, const double *e,
                  const Number &number) {
          return roundings(r, productError(v, e) + e[2], number);
        };
      })
      .Case<math::FloorOp>([](auto) { return stepRule(std::floor); })
      .Case<math::CeilOp>([](auto) { return stepRule(std::ceil); })
      .Case<math::TruncOp>([](auto) { return stepRule(std::trunc); })
      .Default([](Operation *) { return ErrorRule(); });
}

//===----------------------------------------------------------------------===//
// Comparisons and conversions
//===----------------------------------------------------------------------===//

static double ruleOfComparison(double, const double *v, const double *e,
                               const Number &) {
  double far = std::fabs(v[0] - v[1]), error = e[0] + e[1];
  return error != 0 && !(far > error) ? kAnything : 0;
}

/// The larger error: minimum and maximum move by no more than their operands.
static double ruleOfExtremum(double, const double *, const double *e,
                             const Number &) {
  return std::max(e[0], e[1]);
}

ErrorRule tqc::tile::errorRuleOf(Operation *op) {
  if (op->getName().getDialectNamespace() == "math")
    return ruleOfMath(op);
  return llvm::TypeSwitch<Operation *, ErrorRule>(op)
      .Case<arith::AddFOp, arith::SubFOp>([](auto) { return ruleOfSum; })
      .Case<arith::MulFOp>([&](auto) -> ErrorRule {
        bool fuses = mayFuse(op);
        return [fuses](double r, const double *v, const double *e,
                       const Number &number) {
          double error = productError(v, e);
          if (fuses && std::isinf(r) && std::isfinite(v[0]) &&
              std::isfinite(v[1]))
            return std::nan(""); // the sum that it is fused into may be finite
          // What is exact is so fused or not.
          if (fuses && error == 0 && !isProduct(r, v[0], v[1]))
            error = number.roundoff() * std::fabs(r) +
                    number.smallestNormal() * number.roundoff();
          return roundings(r, error, number);
        };
      })
      .Case<arith::DivFOp>([&](auto) -> ErrorRule {
        return [](double r, const double *v, const double *e,
                  const Number &number) {
          double error = quotientError(r, v, e);
          bool isExact = isQuotient(r, v, number.width == 32);
          if (number.width < 64 && !isExact)
            error += 4 * number.roundoff() * std::fabs(r) +
                     number.smallestNormal() *
                         (number.width == 32 ? 1 : 2 * number.roundoff());
          else if (!isExact)
            error += 4 * number.roundoff() * std::fabs(r);
          return roundings(r, error, number);
        };
      })
      .Case<tq::PreciseOp>([](tq::PreciseOp precise) -> ErrorRule {
        if (precise->getNumOperands() == 2)
          return [](double r, const double *v, const double *e,
                    const Number &number) {
            return roundings(r, quotientError(r, v, e), number);
          };
        return functionRule(0, [](double x, double) {
          return x <= 0 ? kAnything : 0.5 / std::sqrt(x);
        });
      })
      .Case<arith::NegFOp, tq::HintOp>([](auto) -> ErrorRule {
        return [](double, const double *, const double *e, const Number &) {
          return e[0];
        };
      })
      .Case<arith::ExtFOp, arith::TruncFOp, tq::FloatCastOp>(
          [](auto) -> ErrorRule {
            return
                [](double r, const double *, const double *e,
                   const Number &number) { return roundings(r, e[0], number); };
          })
      .Case<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
            arith::MinNumFOp>([](auto) { return ruleOfExtremum; })
      .Case<arith::CmpFOp>([](auto) { return ruleOfComparison; })
      .Case<arith::FPToSIOp, arith::FPToUIOp>(
          [](auto) { return stepRule(std::trunc); })
      .Case<tq::InlineAsmOp>([](auto) -> ErrorRule { // to tf32
        return [](double r, const double *, const double *e, const Number &) {
          return e[0] == 0 ? 0 : e[0] + 0x1p-10 * (std::fabs(r) + e[0]);
        };
      })
      .Case<tq::ExternOp>([](tq::ExternOp) -> ErrorRule {
        return [](double r, const double *, const double *e,
                  const Number &number) {
          return e[0] != 0
                     ? kAnything
                     : 2 * kFunctionPlaces * number.roundoff() * std::fabs(r) +
                           (number.width < 64 ? number.smallestNormal() : 0);
        };
      })
      .Default([](Operation *) { return ErrorRule(); });
}
