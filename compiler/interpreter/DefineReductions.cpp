//===- DefineReductions.cpp - Combining along an axis, mapping elements ---===//
//
// A reduction combines the first half of the axis with the second half, then
// again, until one is left. A scan combines from the first element (with
// `reverse` from the last) to the last. Both run the region on whole slices at
// once: it is made of element-wise ops. A region with branches runs on one
// element after the other.
//
// Between warps both go in steps: each part of the axis for itself, then what
// the parts come to. Which elements are a part of a reduction is not promised;
// here the reduction stops when as many slices are left as there are parts.
//
// No order is promised. Where errors are followed, a sum of floats may be off
// by what another order would give, unless all orders give the same.
//
//===----------------------------------------------------------------------===//

#include "compiler/interpreter/ErrorBounds.h"
#include "compiler/interpreter/TileEvaluator.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

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
  Slices(TileEvaluator &evaluator, Operation *op, ValueRange operands,
         unsigned axis)
      : evaluator(evaluator), operands(operands), region(op->getRegion(0)) {
    const Tile &first = evaluator.get(operands.front());
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
    for (Value operand : operands) {
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
  /// axis; of several parts a row for each.
  TileRef shaped(const TileRef &tile, size_t parts) const {
    Tile result = *tile;
    result.shape = restShape;
    if (parts > 1)
      result.shape.insert(result.shape.begin(), int64_t(parts));
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
  SmallVector<Value> operands;
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

/// Combines slices until `parts` of them are left.
static bool reduceTo(TileEvaluator &e, Operation *op, unsigned axis,
                     size_t parts) {
  Slices slices(e, op, op->getOperands(), axis);
  SmallVector<TileRef> run = slices.get(0, slices.count());
  for (size_t left = slices.count(); left > parts; left /= 2) {
    auto both = slices.combine(Slices::half(run, /*second=*/false),
                               Slices::half(run, /*second=*/true));
    if (!both)
      return false;
    run = std::move(*both);
  }
  OrderMatters matters = orderMatters(op->getRegion(0).front());
  size_t rest = run.front()->size() / parts;
  auto places = [&](size_t i) {
    SmallVector<size_t> list;
    for (size_t n = i / rest; n < slices.count(); n += parts)
      list.push_back(slices.placeOf(n, i % rest));
    return list;
  };
  for (auto [k, value] : llvm::enumerate(op->getResults()))
    e.set(value,
          withOrderErrors(e, op, unsigned(k), slices.shaped(run[k], parts),
                          matters, places));
  return true;
}

static bool defineReduce(TileEvaluator &e, Operation *op) {
  return reduceTo(e, op, cast<tq::ReduceOp>(op).getAxis(), /*parts=*/1);
}

static bool defineWarpReduce(TileEvaluator &e, Operation *op) {
  auto reduce = cast<tqg::WarpReduceOp>(op);
  auto rows = cast<RankedTensorType>(reduce.getResult(0).getType());
  return reduceTo(e, op, reduce.getAxis(), size_t(rows.getDimSize(0)));
}

/// A scan that begins anew with each part of the axis.
static bool scanParts(TileEvaluator &e, Operation *op, unsigned axis,
                      bool reverse, size_t parts) {
  Slices slices(e, op, op->getOperands(), axis);
  OrderMatters matters = orderMatters(op->getRegion(0).front());
  SmallVector<Tile> results;
  for (Value result : op->getResults())
    results.push_back(e.emptyTile(result.getType()));
  SmallVector<TileRef> running;
  size_t length = slices.count() / parts;
  auto placeAt = [&](size_t step) {
    return reverse ? slices.count() - 1 - step : step;
  };
  for (size_t step = 0; step < slices.count(); ++step) {
    SmallVector<TileRef> next = slices.get(placeAt(step));
    if (step % length > 0) {
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
            for (size_t n = step / length * length; n <= step; ++n)
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

static bool defineScan(TileEvaluator &e, Operation *op) {
  auto scan = cast<tq::ScanOp>(op);
  return scanParts(e, op, scan.getAxis(), scan.getReverse(), /*parts=*/1);
}

static bool defineWarpScan(TileEvaluator &e, Operation *op) {
  auto scan = cast<tqg::WarpScanOp>(op);
  return scanParts(e, op, scan.getAxis(), scan.getReverse(), scan.getParts());
}

/// Row p of the staging is the last slice of part p.
static bool defineTotalStore(TileEvaluator &e, Operation *op) {
  auto store = cast<tqg::TotalStoreOp>(op);
  const Tile &source = e.get(store.getSrc());
  Tile totals = e.emptyTile(store.getStaging().getType().getTile());
  totals.roots = source.roots;
  auto length = size_t(source.shape[store.getAxis()]);
  auto parts = size_t(totals.shape[0]);
  size_t inner = 1;
  for (size_t dim = store.getAxis() + 1; dim < source.shape.size(); ++dim)
    inner *= size_t(source.shape[dim]);
  size_t rest = totals.size() / parts;
  for (size_t i = 0; i < totals.size(); ++i) {
    size_t part = i / rest, line = i % rest;
    size_t at =
        length / parts * (part + !store.getReverse()) - !store.getReverse();
    Slices::copy(totals, i, source,
                 (line / inner * length + at) * inner + line % inner);
  }
  return e.set(store.getStaging(), std::move(totals));
}

/// What came before each part goes into all of its elements.
static bool defineScanCarry(TileEvaluator &e, Operation *op) {
  auto carry = cast<tqg::ScanCarryOp>(op);
  Slices slices(e, op, carry.getSrcs(), carry.getAxis());
  Slices totals(e, op, carry.getTotals(), /*axis=*/0);
  size_t parts = totals.count(), length = slices.count() / parts;
  SmallVector<Tile> results;
  for (Value source : carry.getSrcs())
    results.push_back(e.get(source));
  SmallVector<TileRef> before;
  for (size_t step = 1; step < parts; ++step) {
    auto partAt = [&](size_t n) {
      return carry.getReverse() ? parts - 1 - n : n;
    };
    SmallVector<TileRef> last = totals.get(partAt(step - 1));
    std::optional<SmallVector<TileRef>> sum = last;
    if (!before.empty())
      sum = totals.combine(before, last);
    if (!sum)
      return false;
    before = std::move(*sum);
    for (size_t n = 0; n < length; ++n) {
      size_t at = partAt(step) * length + n;
      auto both = slices.combine(before, slices.get(at));
      if (!both)
        return false;
      for (auto [result, tile] : llvm::zip_equal(results, *both))
        for (size_t i = 0; i < tile->size(); ++i)
          Slices::copy(result, slices.placeOf(at, i), *tile, i);
    }
  }
  for (auto [value, result] : llvm::zip_equal(op->getResults(), results))
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
  d.on<tqg::WarpReduceOp>(defineWarpReduce);
  d.on<tqg::WarpScanOp>(defineWarpScan);
  d.on<tqg::TotalStoreOp>(defineTotalStore);
  d.on<tqg::ScanCarryOp>(defineScanCarry);
}
