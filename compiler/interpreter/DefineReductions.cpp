//===- DefineReductions.cpp - Combining along an axis, mapping elements ----===//
//
// A reduction combines the first half of the axis with the second half, then
// again, until one is left. A scan combines from the first element (with
// `reverse` from the last) to the last. Both run the region on whole slices at
// once: it is made of element-wise ops. A region with branches runs on one
// element after the other.
//
// No order is promised. Where errors are followed, a sum of floats may be off
// by what another order would give, unless all orders give the same.
//
//===----------------------------------------------------------------------===//

#include "compiler/interpreter/ErrorBounds.h"
#include "compiler/interpreter/TileEvaluator.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace tqc;
using namespace tqc::tile;

namespace {

/// The tiles of a reduction or scan, cut into slices along the axis.
class Slices {
public:
  Slices(TileEvaluator &evaluator, Operation *op, unsigned axis)
      : evaluator(evaluator), op(op), region(op->getRegion(0)) {
    const Tile &first = evaluator.get(op->getOperand(0));
    length = size_t(first.shape[axis]);
    for (size_t dim = 0; dim < first.shape.size(); ++dim) {
      (dim < axis ? outer : inner) *=
          dim == axis ? 1 : size_t(first.shape[dim]);
      if (dim != axis)
        restShape.push_back(first.shape[dim]);
    }
  }

  size_t count() const { return length; }

  /// `number` slices of each operand from `first` on, one behind the other.
  SmallVector<TileRef> get(size_t first, size_t number = 1) const {
    SmallVector<TileRef> run;
    for (Value operand : op->getOperands()) {
      const Tile &source = evaluator.get(operand);
      size_t rest = outer * inner;
      Tile part(source.number, {int64_t(number * rest)});
      for (size_t i = 0; i < part.size(); ++i)
        copy(part, i, source, placeOf(first + i / rest, i % rest));
      run.push_back(std::make_shared<const Tile>(std::move(part)));
    }
    return run;
  }

  /// The first or second half of tiles.
  static SmallVector<TileRef> half(ArrayRef<TileRef> tiles, bool second) {
    SmallVector<TileRef> halves;
    for (const TileRef &tile : tiles) {
      size_t count = tile->size() / 2;
      Tile part(tile->number, {int64_t(count)});
      for (size_t i = 0; i < count; ++i)
        copy(part, i, *tile, second ? count + i : i);
      halves.push_back(std::make_shared<const Tile>(std::move(part)));
    }
    return halves;
  }

  /// Tiles as a result of the op has them: a scalar, or the shape without the
  /// axis.
  TileRef shaped(const TileRef &tile) const {
    Tile result = *tile;
    result.shape = restShape;
    return std::make_shared<const Tile>(std::move(result));
  }

  /// Element `i` of slice `index` in a whole tile.
  size_t placeOf(size_t index, size_t i) const {
    return (i / inner * length + index) * inner + i % inner;
  }

  static void copy(Tile &to, size_t at, const Tile &from, size_t i) {
    to.bits[at] = from.bits[i];
    to.setDoubt(at, from.doubt(i), from.doubtful);
    to.setError(at, from.error(i));
    to.roots |= from.roots;
  }

  /// Runs the region on two slices; nothing if the launch stopped.
  std::optional<SmallVector<TileRef>> combine(ArrayRef<TileRef> left,
                                              ArrayRef<TileRef> right) {
    Block &body = region.front();
    bool hasBranches = llvm::any_of(
        body, [](Operation &inside) { return inside.getNumRegions() > 0; });
    if (hasBranches && left[0]->size() > 1)
      return combineEach(left, right);
    for (size_t k = 0; k < left.size(); ++k) {
      evaluator.set(body.getArgument(k), left[k]);
      evaluator.set(body.getArgument(left.size() + k), right[k]);
    }
    if (!evaluator.runBlock(body))
      return std::nullopt;
    SmallVector<TileRef> results;
    for (Value value : body.getTerminator()->getOperands())
      results.push_back(whole(evaluator.ref(value), left[0]->size()));
    return results;
  }

private:
  /// A scalar, a constant say, is the same in all elements.
  static TileRef whole(TileRef tile, size_t size) {
    if (!tile->shape.empty())
      return tile;
    Tile result(tile->number, {int64_t(size)});
    for (size_t i = 0; i < size; ++i)
      copy(result, i, *tile, 0);
    return std::make_shared<const Tile>(std::move(result));
  }

  std::optional<SmallVector<TileRef>> combineEach(ArrayRef<TileRef> left,
                                                  ArrayRef<TileRef> right) {
    Block &body = region.front();
    SmallVector<Tile> results;
    for (const TileRef &tile : left)
      results.push_back(Tile(tile->number, tile->shape));
    for (size_t i = 0; i < left[0]->size(); ++i) {
      for (auto [side, tiles] :
           {std::pair(size_t(0), left), std::pair(left.size(), right)})
        for (size_t k = 0; k < tiles.size(); ++k) {
          Tile one(tiles[k]->number, {});
          copy(one, 0, *tiles[k], i);
          evaluator.set(body.getArgument(side + k), std::move(one));
        }
      if (!evaluator.runBlock(body))
        return std::nullopt;
      for (auto [result, value] :
           llvm::zip(results, body.getTerminator()->getOperands()))
        copy(result, i, evaluator.get(value), 0);
    }
    SmallVector<TileRef> refs;
    for (Tile &result : results)
      refs.push_back(std::make_shared<const Tile>(std::move(result)));
    return refs;
  }

  TileEvaluator &evaluator;
  Operation *op;
  Region &region;
  Shape restShape;
  size_t length = 1, outer = 1, inner = 1;
};

} // namespace

//===----------------------------------------------------------------------===//
// What another order would change
//===----------------------------------------------------------------------===//

namespace {
enum class OrderMatters : uint8_t { Not, Sum, Much };
} // namespace

/// Whether the order changes the float results of a region: not if it only
/// compares and picks.
static OrderMatters orderMatters(Block &body) {
  auto matters = OrderMatters::Not;
  for (Operation &op : body.without_terminator()) {
    bool isFloat = llvm::any_of(op.getResultTypes(),
                                [](Type type) { return isa<FloatType>(type); });
    if (isa<arith::AddFOp>(op))
      matters = std::max(matters, OrderMatters::Sum);
    else if (isFloat &&
             !isa<arith::SelectOp, arith::MaxNumFOp, arith::MinNumFOp,
                  arith::MaximumFOp, arith::MinimumFOp, arith::ConstantOp>(op))
      matters = OrderMatters::Much;
  }
  return matters;
}

/// What element `i` of a result may be off by, being combined of `places` of
/// the operand.
static double orderError(const Tile &source, ArrayRef<size_t> places,
                         double result, const Number &number,
                         OrderMatters matters) {
  double magnitudes = 0, errors = 0;
  bool areFinite = true;
  double quantum = std::numeric_limits<double>::infinity();
  for (size_t place : places) {
    double value = source.real(place);
    areFinite &= std::isfinite(value);
    magnitudes += std::isfinite(value) ? std::fabs(value) : 0;
    errors += source.error(place);
    quantum = std::min(quantum, lastPlace(value));
  }
  if (errors == 0 && magnitudes == 0)
    return 0;
  if (!(magnitudes + errors < number.largest()))
    return std::numeric_limits<double>::infinity(); // some order overflows
  if (!areFinite)
    return 0; // an infinity or NaN among the operands stays in every order
  double count = double(places.size());
  if (matters == OrderMatters::Much)
    return errors * 2 + 8 * count * number.roundoff() *
                            std::max(std::fabs(result), magnitudes / count);
  if (errors == 0 && isExactSum(quantum, magnitudes, number))
    return 0;
  return errors + 2 * count * number.roundoff() * (magnitudes + errors);
}

/// Replaces the errors of a combined result by those of any order. `places`
/// gives what element `i` was combined of.
template <typename Places>
static TileRef withOrderErrors(TileEvaluator &e, Operation *op,
                               unsigned operand, TileRef result,
                               OrderMatters matters, Places places) {
  const Tile &source = e.get(op->getOperand(operand));
  if (!e.followsErrors() || matters == OrderMatters::Not ||
      !result->number.isFloat())
    return result;
  Tile changed = *result;
  changed.errors.clear();
  for (size_t i = 0; i < changed.size(); ++i) {
    double error =
        orderError(source, places(i), changed.real(i), changed.number, matters);
    if (std::isfinite(error))
      changed.setError(i, error);
    else
      changed.setDoubt(i, Doubt::Close, op);
  }
  return std::make_shared<const Tile>(std::move(changed));
}

//===----------------------------------------------------------------------===//
// Reductions and scans
//===----------------------------------------------------------------------===//

static bool defineReduce(TileEvaluator &e, Operation *op) {
  auto reduce = cast<tq::ReduceOp>(op);
  Slices slices(e, op, reduce.getAxis());
  SmallVector<TileRef> run = slices.get(0, slices.count());
  for (size_t left = slices.count(); left > 1; left /= 2) {
    auto both = slices.combine(Slices::half(run, /*second=*/false),
                               Slices::half(run, /*second=*/true));
    if (!both)
      return false;
    run = std::move(*both);
  }
  OrderMatters matters = orderMatters(reduce.getCombine().front());
  for (auto [k, value] : llvm::enumerate(op->getResults()))
    e.set(value, withOrderErrors(e, op, unsigned(k), slices.shaped(run[k]),
                                 matters, [&](size_t i) {
                                   SmallVector<size_t> places;
                                   for (size_t n = 0; n < slices.count(); ++n)
                                     places.push_back(slices.placeOf(n, i));
                                   return places;
                                 }));
  return true;
}

static bool defineScan(TileEvaluator &e, Operation *op) {
  auto scan = cast<tq::ScanOp>(op);
  Slices slices(e, op, scan.getAxis());
  OrderMatters matters = orderMatters(scan.getCombine().front());
  SmallVector<Tile> results;
  for (Value result : op->getResults())
    results.push_back(e.emptyTile(result.getType()));
  SmallVector<TileRef> running;
  auto placeAt = [&](size_t step) {
    return scan.getReverse() ? slices.count() - 1 - step : step;
  };
  for (size_t step = 0; step < slices.count(); ++step) {
    SmallVector<TileRef> next = slices.get(placeAt(step));
    if (step > 0) {
      auto both = slices.combine(running, next);
      if (!both)
        return false;
      next = std::move(*both);
    }
    running = next;
    for (auto [k, result] : llvm::enumerate(results)) {
      TileRef told = withOrderErrors(
          e, op, unsigned(k), running[k], matters, [&](size_t i) {
            SmallVector<size_t> places;
            for (size_t n = 0; n <= step; ++n)
              places.push_back(slices.placeOf(placeAt(n), i));
            return places;
          });
      for (size_t i = 0; i < told->size(); ++i)
        Slices::copy(result, slices.placeOf(placeAt(step), i), *told, i);
    }
  }
  for (auto [value, result] : llvm::zip(op->getResults(), results))
    e.set(value, std::move(result));
  return true;
}

/// Element by element: where groups of them go together, it is the layout that
/// says which.
static bool defineMap(TileEvaluator &e, Operation *op) {
  auto map = cast<tq::MapOp>(op);
  if (map.getPack() != 1)
    return e.refuse(op, "which elements a thread maps together is no matter of "
                        "the tile");
  Block &body = map.getBody().front();
  SmallVector<Tile> results;
  for (Value result : op->getResults())
    results.push_back(e.emptyTile(result.getType()));
  for (size_t i = 0; i < e.get(op->getOperand(0)).size(); ++i) {
    for (auto [operand, argument] :
         llvm::zip_equal(op->getOperands(), body.getArguments())) {
      const Tile &source = e.get(operand);
      Tile element(source.number, {});
      Slices::copy(element, 0, source, i);
      e.set(argument, std::move(element));
    }
    if (!e.runBlock(body))
      return false;
    for (auto [result, value] :
         llvm::zip_equal(results, body.getTerminator()->getOperands()))
      Slices::copy(result, i, e.get(value), 0);
  }
  for (auto [value, result] : llvm::zip_equal(op->getResults(), results))
    e.set(value, std::move(result));
  return true;
}

void tqc::tile::defineReductions(Definitions &d) {
  d.on<tq::MapOp>(defineMap);
  d.on<tq::ReduceOp>(defineReduce);
  d.on<tq::ScanOp>(defineScan);
}
