//===- DefineProducts.cpp - Products of tiles -----------------------------===//
//
// result = a @ b + acc. Products are exact, and are added to acc in double, in
// the order of k; the sum is rounded to acc's type once. Operands of f64
// multiply and add by fma, those of f32 are rounded to tf32 first (10 bits of
// fraction, ties away from zero) if the precision says so. Integers wrap.
//
// Where errors are followed, a sum may be off by the roundings of any order,
// and of accumulators that truncate; not where all orders are exact. A product
// of fp8 that allows it (max_num_imprecise_acc) may be Hopper's.
//
//===----------------------------------------------------------------------===//

#include "compiler/interpreter/ErrorBounds.h"
#include "compiler/interpreter/TileEvaluator.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>
#include <limits>

#pragma STDC FP_CONTRACT OFF // nothing is fused behind the text

using namespace mlir;
using namespace tqc;
using namespace tqc::tile;

namespace {

/// The extents of a product, with all leading dimensions in one.
struct Extents {
  int64_t batches = 1, m = 1, n = 1, k = 1;

  Extents(const Tile &a, const Tile &b) {
    size_t rank = a.shape.size();
    for (size_t dim = 0; dim + 2 < rank; ++dim)
      batches *= a.shape[dim];
    m = a.shape[rank - 2];
    k = a.shape[rank - 1];
    n = b.shape[rank - 1];
  }
};

/// An operand as numbers.
struct Factor {
  std::vector<double> values;
  std::vector<double> errors; ///< empty if all are zero
  bool isDoubtful = false;

  double error(size_t i) const { return errors.empty() ? 0 : errors[i]; }
};

} // namespace

static Factor factorOf(const Tile &tile, bool asTf32, bool inParts,
                       bool followsErrors) {
  Factor factor;
  factor.values.resize(tile.size());
  factor.isDoubtful = !tile.doubts.empty();
  factor.errors = tile.errors;
  for (size_t i = 0; i < tile.size(); ++i) {
    double exact = tile.number.isFloat()
                       ? tile.real(i)
                       : double(tile.number.asSigned(tile.bits[i]));
    double value = asTf32 ? roundToTf32(exact) : exact;
    factor.values[i] = value;
    if (followsErrors && value != exact && std::isfinite(exact)) {
      // Whether a GPU rounds, cuts off or keeps all digits differs; the last
      // place of what is tiny is far more than a part of it, and times infinity
      // it matters whether it is zero.
      factor.errors.resize(tile.size());
      factor.errors[i] += std::fabs(value) * 0x1p-10 + 0x1p-136;
    }
    // Parts of what is so small are zero: times infinity they are NaN.
    if (followsErrors && inParts && std::fabs(value) < 0x1p-126 && value != 0) {
      factor.errors.resize(tile.size());
      factor.errors[i] += std::fabs(value);
    }
  }
  return factor;
}

namespace {
/// The parts that both numbers of a product are cut into.
struct Parts {
  double leftOut = 0; ///< of a product of two numbers, at most
  int bits = 0;       ///< of a part

  /// Whether nothing is left out: one number is a part, the other is two.
  bool haveAll(double x, double y) const {
    return leftOut == 0 || (fit(x, 1) && fit(y, 2)) || (fit(x, 2) && fit(y, 1));
  }
  bool fit(double x, int count) const {
    return std::fabs(x) <= std::ldexp(lastPlace(x), bits * count);
  }
};
} // namespace

namespace {
/// How a product may be computed: parts of its factors, and places of its sums
/// that may be all that is kept (0: those of their type).
struct Freedom {
  Parts parts;
  int places = 0;
};
} // namespace

/// What a sum of products may be off by.
static double productError(const Factor &a, const Factor &b, size_t atA,
                           size_t atB, int64_t stepB, int64_t k, double acc,
                           double accError, const Number &number,
                           const Freedom &freedom) {
  const Parts &parts = freedom.parts;
  double roundoff =
      freedom.places ? std::ldexp(1.0, -freedom.places) : number.roundoff();
  double magnitudes = std::isfinite(acc) ? std::fabs(acc) : 0;
  double errors = accError;
  bool areFinite = std::isfinite(acc), areWhole = true;
  double quantum = lastPlace(acc);
  for (int64_t i = 0; i < k; ++i) {
    size_t left = atA + size_t(i), right = atB + size_t(i * stepB);
    double x = std::fabs(a.values[left]), y = std::fabs(b.values[right]);
    double ex = a.error(left), ey = b.error(right);
    areFinite &= std::isfinite(x * y);
    areWhole &= parts.haveAll(x, y);
    magnitudes += std::isfinite(x * y) ? x * y : 0;
    errors += (ex ? ex * y : 0) + (ey ? ey * x : 0) + ex * ey;
    quantum = std::min(quantum, lastPlace(x) * lastPlace(y));
  }
  if (errors == 0 && magnitudes == 0)
    return 0;
  if (!(magnitudes + errors < number.largest()))
    return std::numeric_limits<double>::infinity(); // some order overflows
  // An infinity or NaN stays in every order.
  if (!areFinite ||
      (errors == 0 && areWhole && isExactSum(quantum, magnitudes, number) &&
       (!freedom.places || magnitudes * roundoff <= quantum)))
    return 0;
  return errors + magnitudes * parts.leftOut +
         2 * double(k + 1) * roundoff * (magnitudes + errors) +
         double(k) * number.smallestNormal() * number.roundoff();
}

static bool isDoubtful(const Tile &tile, size_t at, int64_t step, int64_t count,
                       Doubt &doubt) {
  if (tile.doubts.empty())
    return false;
  for (int64_t i = 0; i < count; ++i)
    doubt = std::max(doubt, tile.doubt(at + size_t(i * step)));
  return doubt != Doubt::None;
}

static bool multiplyIntegers(TileEvaluator &e, Operation *op, const Tile &a,
                             const Tile &b, const Tile &acc, bool isUnsigned) {
  auto valueOf = [isUnsigned](const Tile &tile, size_t i) {
    return isUnsigned ? int64_t(tile.bits[i])
                      : tile.number.asSigned(tile.bits[i]);
  };
  Extents extents(a, b);
  Tile result = acc;
  for (size_t i = 0; i < result.size(); ++i) {
    int64_t column = int64_t(i) % extents.n, row = int64_t(i) / extents.n;
    int64_t batch = row / extents.m;
    uint64_t sum = acc.bits[i];
    for (int64_t k = 0; k < extents.k; ++k) {
      size_t left = size_t(row * extents.k + k);
      size_t right = size_t((batch * extents.k + k) * extents.n + column);
      sum += uint64_t(valueOf(a, left) * valueOf(b, right));
      result.setDoubt(i, std::max(a.doubt(left), b.doubt(right)), op);
    }
    result.bits[i] = result.number.cut(sum);
  }
  return e.set(op->getResult(0), std::move(result));
}

/// The sums of a row, for all columns at once.
static void sumRow(const Extents &extents, const double *a, const double *b,
                   double *sums, bool fused) {
  for (int64_t k = 0; k < extents.k; ++k) {
    double left = a[k];
    const double *right = b + k * extents.n;
    if (fused)
      for (int64_t j = 0; j < extents.n; ++j)
        sums[j] = std::fma(left, right[j], sums[j]);
    else
      for (int64_t j = 0; j < extents.n; ++j)
        sums[j] += left * right[j];
  }
}

namespace {
/// The operands of a product, whichever op it is.
struct Product {
  Value a, b, acc;
  tq::DotPrecision precision;
  bool isUnsigned = false;
  bool isImprecise = false; ///< Hopper's sums of fp8 will do
  /// That are multiplied; nothing: all.
  std::optional<uint32_t> columns = std::nullopt;
};
} // namespace

/// What Hopper keeps of sums of fp8, behind the point.
static constexpr int kPlacesOfFp8Sums = 13;

static Parts partsOf(tq::DotPrecision precision) {
  switch (precision) {
  case tq::DotPrecision::Tf32x3:
    return {0x1p-20, /*bits=*/11};
  case tq::DotPrecision::Bf16x6:
    return {0x1p-20, /*bits=*/8};
  case tq::DotPrecision::Bf16x3:
    return {0x1p-14, /*bits=*/8};
  case tq::DotPrecision::Tf32:
  case tq::DotPrecision::Ieee:
    return {};
  }
  llvm_unreachable("the switch covers every precision");
}

/// A product and what it is added to may be summed up in one, in any order: its
/// terms are not added up first then.
static bool addToProduct(TileEvaluator &e, Operation *op, unsigned operand) {
  auto dot = op->getOperand(operand).getDefiningOp<tq::DotOp>();
  if (!dot || !dot->hasOneUse() || dot->getBlock() != op->getBlock())
    return true;
  const Tile &acc = e.get(dot.getAcc());
  for (size_t i = 0; i < acc.size(); ++i)
    if (acc.real(i) != 0)
      return true;
  const Tile &a = e.get(dot.getA()), &b = e.get(dot.getB());
  const Tile &other = e.get(op->getOperand(1 - operand));
  Factor left = factorOf(a, false, false, true);
  Factor right = factorOf(b, false, false, true);
  Extents extents(a, b);
  Tile sum = e.get(op->getResult(0));
  for (size_t i = 0; i < sum.size(); ++i) {
    size_t column = i % size_t(extents.n), row = i / size_t(extents.n);
    size_t atA = row * size_t(extents.k);
    size_t atB = row / size_t(extents.m) * size_t(extents.k * extents.n);
    double error =
        productError(left, right, atA, atB + column, extents.n, extents.k,
                     other.real(i), other.error(i), sum.number, Freedom());
    if (std::isfinite(error))
      sum.setError(i, std::max(error, sum.error(i)));
    else
      sum.setDoubt(i, Doubt::Close, op);
  }
  return e.set(op->getResult(0), std::move(sum));
}

static bool multiply(TileEvaluator &e, Operation *op, const Product &product) {
  const Tile &a = e.get(product.a), &b = e.get(product.b);
  const Tile &acc = e.get(product.acc);
  if (!acc.number.isFloat())
    return multiplyIntegers(e, op, a, b, acc, product.isUnsigned);
  Type factorType = product.a.getType();
  if (auto shared = dyn_cast<tqg::SharedType>(factorType))
    factorType = shared.getTile();
  Number factorNumber = TileEvaluator::memoryNumberOf(factorType);
  bool isF32 = factorNumber.width == 32, isF64 = factorNumber.width == 64;
  bool asTf32 = isF32 && product.precision == tq::DotPrecision::Tf32 &&
                !e.launch.settings.float64;
  Freedom freedom;
  if (isF32)
    freedom.parts = partsOf(product.precision);
  if (product.isImprecise && factorNumber.width == 8 && acc.number.width == 32)
    freedom.places = kPlacesOfFp8Sums;
  bool inParts = freedom.parts.leftOut != 0;
  Factor left = factorOf(a, asTf32, inParts, e.followsErrors());
  Factor right = factorOf(b, asTf32, inParts, e.followsErrors());
  Extents extents(a, b);
  Tile result(acc.number, acc.shape);
  std::vector<double> sums(size_t(extents.n));
  for (int64_t row = 0; row < extents.batches * extents.m; ++row) {
    size_t first = size_t(row * extents.n);
    size_t atA = size_t(row * extents.k);
    size_t atB = size_t(row / extents.m * extents.k * extents.n);
    for (size_t j = 0; j < sums.size(); ++j)
      sums[j] = acc.real(first + j);
    sumRow(extents, &left.values[atA], &right.values[atB], sums.data(), isF64);
    for (size_t j = 0; j < sums.size(); ++j) {
      size_t i = first + j;
      if (j >= product.columns.value_or(sums.size())) {
        result.bits[i] = acc.bits[i];
        result.setDoubt(i, acc.doubt(i), op);
        result.setError(i, acc.error(i));
        continue;
      }
      result.bits[i] = result.number.encode(sums[j]);
      Doubt doubt = acc.doubt(i);
      isDoubtful(a, atA, 1, extents.k, doubt);
      isDoubtful(b, atB + j, extents.n, extents.k, doubt);
      result.setDoubt(i, doubt, op);
      if (!e.followsErrors())
        continue;
      double error =
          productError(left, right, atA, atB + j, extents.n, extents.k,
                       acc.real(i), acc.error(i), result.number, freedom);
      if (std::isfinite(error))
        result.setError(i, error);
      else
        result.setDoubt(i, Doubt::Close, op);
    }
  }
  return e.set(op->getResult(0), std::move(result));
}

void tqc::tile::defineProducts(Definitions &d) {
  d.on<tq::DotOp>([](TileEvaluator &e, Operation *op) {
    auto dot = cast<tq::DotOp>(op);
    return multiply(e, op,
                    {dot.getA(), dot.getB(), dot.getAcc(), dot.getPrecision(),
                     /*isUnsigned=*/false, dot.getMaxImprecise() > 0});
  });
  d.on<arith::AddFOp>(
      [add = d.of<arith::AddFOp>()](TileEvaluator &e, Operation *op) {
        if (!add(e, op))
          return false;
        return !e.followsErrors() ||
               (addToProduct(e, op, 0) && addToProduct(e, op, 1));
      });
  // The hardware's f32 products are tf32's.
  d.on<tqg::MmaOp>([](TileEvaluator &e, Operation *op) {
    auto mma = cast<tqg::MmaOp>(op);
    return multiply(e, op,
                    {mma.getA(), mma.getB(), mma.getAcc(),
                     tq::DotPrecision::Tf32, mma.getIsUnsigned()});
  });
  d.on<tqg::WgmmaOp>([](TileEvaluator &e, Operation *op) {
    auto wgmma = cast<tqg::WgmmaOp>(op);
    return multiply(
        e, op,
        {wgmma.getA(), wgmma.getB(), wgmma.getAcc(), tq::DotPrecision::Tf32,
         /*isUnsigned=*/false, /*isImprecise=*/true, wgmma.getColumns()});
  });
}
