//===- DefineShapes.cpp - Where the elements of a tile go -----------------===//
//
// Each op says which element of its source an element of its result is. Tiles
// are in row-major order; an element goes with its doubt and its error.
//
//===----------------------------------------------------------------------===//

#include "compiler/interpreter/TileEvaluator.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tile;

/// Strides of a row-major tile.
static Shape stridesOf(ArrayRef<int64_t> shape) {
  Shape strides(shape.size(), 1);
  for (size_t dim = shape.size(); dim-- > 1;)
    strides[dim - 1] = strides[dim] * shape[dim];
  return strides;
}

/// Element `to` of the result is element `from` of the source.
static void copyElement(Tile &result, size_t to, const Tile &source,
                        size_t from) {
  result.bits[to] = source.bits[from];
  result.setDoubt(to, source.doubt(from), source.doubtful);
  result.setError(to, source.error(from));
}

/// A result whose element at a coordinate is the source's element at the sum of
/// coordinate times step.
static bool moved(TileEvaluator &e, Operation *op, const Tile &source,
                  ArrayRef<int64_t> steps) {
  Tile result = e.emptyTile(op->getResult(0).getType());
  result.roots = source.roots;
  Shape strides = stridesOf(result.shape);
  for (size_t i = 0; i < result.size(); ++i) {
    int64_t from = 0;
    for (size_t dim = 0; dim < strides.size(); ++dim)
      from += int64_t(i) / strides[dim] % result.shape[dim] * steps[dim];
    copyElement(result, i, source, size_t(from));
  }
  return e.set(op->getResult(0), std::move(result));
}

static bool defineRange(TileEvaluator &e, Operation *op) {
  auto range = cast<tq::RangeOp>(op);
  Tile result = e.emptyTile(range.getType());
  for (size_t i = 0; i < result.size(); ++i)
    result.bits[i] = result.number.cut(uint64_t(range.getStart()) + i);
  return e.set(range.getResult(), std::move(result));
}

static bool defineSplat(TileEvaluator &e, Operation *op) {
  Shape steps(TileEvaluator::shapeOf(op->getResult(0).getType()).size(), 0);
  return moved(e, op, e.get(op->getOperand(0)), steps);
}

/// An extent of one goes with every coordinate.
static bool defineBroadcast(TileEvaluator &e, Operation *op) {
  const Tile &source = e.get(op->getOperand(0));
  Shape steps = stridesOf(source.shape);
  for (auto [extent, step] : llvm::zip(source.shape, steps))
    if (extent == 1)
      step = 0;
  return moved(e, op, source, steps);
}

/// The same elements in the same order.
static bool defineReshape(TileEvaluator &e, Operation *op) {
  Tile result = e.get(op->getOperand(0));
  result.shape = TileEvaluator::shapeOf(op->getResult(0).getType());
  return e.set(op->getResult(0), std::move(result));
}

static bool defineTrans(TileEvaluator &e, Operation *op) {
  const Tile &source = e.get(op->getOperand(0));
  Shape strides = stridesOf(source.shape), steps;
  for (int32_t dim : cast<tq::TransOp>(op).getOrder())
    steps.push_back(strides[dim]);
  return moved(e, op, source, steps);
}

static bool defineJoin(TileEvaluator &e, Operation *op) {
  const Tile &lhs = e.get(op->getOperand(0)), &rhs = e.get(op->getOperand(1));
  Tile result = e.emptyTile(op->getResult(0).getType());
  result.roots = lhs.roots | rhs.roots;
  for (size_t i = 0; i < result.size(); ++i)
    copyElement(result, i, i % 2 ? rhs : lhs, i / 2);
  return e.set(op->getResult(0), std::move(result));
}

static bool defineSplit(TileEvaluator &e, Operation *op) {
  const Tile &source = e.get(op->getOperand(0));
  for (size_t side = 0; side < 2; ++side) {
    Tile result = e.emptyTile(op->getResult(side).getType());
    result.roots = source.roots;
    for (size_t i = 0; i < result.size(); ++i)
      copyElement(result, i, source, 2 * i + side);
    e.set(op->getResult(side), std::move(result));
  }
  return true;
}

/// In the order of the operands, which is one of those that the op allows.
static bool defineCat(TileEvaluator &e, Operation *op) {
  const Tile &lhs = e.get(op->getOperand(0)), &rhs = e.get(op->getOperand(1));
  Tile result = e.emptyTile(op->getResult(0).getType());
  result.roots = lhs.roots | rhs.roots;
  for (size_t i = 0; i < lhs.size(); ++i) {
    copyElement(result, i, lhs, i);
    copyElement(result, lhs.size() + i, rhs, i);
  }
  return e.set(op->getResult(0), std::move(result));
}

static bool defineFunnelShift(TileEvaluator &e, Operation *op) {
  auto shift = cast<tqg::FunnelShiftOp>(op);
  const Tile &low = e.get(shift.getLow()), &high = e.get(shift.getHigh());
  const Tile &from = e.get(shift.getFrom());
  Tile result = e.emptyTile(shift.getType());
  result.roots = low.roots | high.roots;
  int64_t width = shift.getWidth();
  int64_t first = from.number.asSigned(from.bits[0]) & (width - 1);
  for (int64_t i = 0; i < int64_t(result.size()); ++i) {
    bool isLow = i % width + first < width;
    copyElement(result, i, isLow ? low : high,
                isLow ? i + first : i + first - width);
  }
  return e.set(shift.getResult(), std::move(result));
}

/// `Gather` reads a tile, or one in shared memory.
template <typename Gather>
static bool defineGather(TileEvaluator &e, Operation *op) {
  auto gather = cast<Gather>(op);
  const Tile &source = e.get(op->getOperand(0)),
             &index = e.get(gather.getIndex());
  Tile result = e.emptyTile(gather.getType());
  result.roots = source.roots;
  unsigned axis = gather.getAxis();
  Shape strides = stridesOf(result.shape), steps = stridesOf(source.shape);
  for (size_t i = 0; i < result.size(); ++i) {
    int64_t picked = index.number.asSigned(index.bits[i]);
    bool isInside = picked >= 0 && picked < source.shape[axis];
    if (!isInside) {
      e.report(findingAt(op, "out-of-bounds",
                         "gathers element " + std::to_string(picked) +
                             " along an axis of " +
                             std::to_string(source.shape[axis])));
      result.setDoubt(i, Doubt::Undefined, op);
      continue;
    }
    int64_t from = 0;
    for (unsigned dim = 0; dim < strides.size(); ++dim) {
      int64_t at = int64_t(i) / strides[dim] % result.shape[dim];
      from += (dim == axis ? picked : at) * steps[dim];
    }
    copyElement(result, i, source, size_t(from));
    result.setDoubt(i, index.doubt(i), index.doubtful);
  }
  return e.set(gather.getResult(), std::move(result));
}

/// Adds what `histogram` counts to the bins of `result`.
template <typename Histogram>
static Tile countInto(TileEvaluator &e, Histogram histogram, Tile result) {
  const Tile &source = e.get(histogram.getSrc());
  const Tile *mask =
      histogram.getMask() ? &e.get(histogram.getMask()) : nullptr;
  for (size_t i = 0; i < source.size(); ++i) {
    if (mask && !mask->bits[i])
      continue;
    int64_t bin = source.number.asSigned(source.bits[i]);
    bool isCounted = bin >= 0 && bin < int64_t(result.size());
    if (isCounted)
      ++result.bits[size_t(bin)];
    if (Doubt doubt = source.doubt(i); doubt != Doubt::None)
      for (size_t other = 0; other < result.size(); ++other)
        result.setDoubt(other, doubt, source.doubtful);
  }
  return result;
}

static bool defineHistogram(TileEvaluator &e, Operation *op) {
  auto histogram = cast<tq::HistogramOp>(op);
  return e.set(histogram.getResult(),
               countInto(e, histogram, e.emptyTile(histogram.getType())));
}

static bool defineCount(TileEvaluator &e, Operation *op) {
  auto count = cast<tqg::SharedCountOp>(op);
  return e.set(count.getStaging(),
               countInto(e, count, e.get(count.getStaging())));
}

void tqc::tile::defineShapes(Definitions &d) {
  d.on<tq::RangeOp>(defineRange);
  d.on<tq::SplatOp>(defineSplat);
  d.on<tq::BroadcastOp>(defineBroadcast);
  d.on<tq::ExpandDimsOp>(defineReshape);
  d.on<tq::ReshapeOp>(defineReshape);
  d.on<tq::TransOp>(defineTrans);
  d.on<tq::JoinOp>(defineJoin);
  d.on<tq::SplitOp>(defineSplit);
  d.on<tq::CatOp>(defineCat);
  d.on<tqg::FunnelShiftOp>(defineFunnelShift);
  d.on<tq::GatherOp>(defineGather<tq::GatherOp>);
  d.on<tqg::SharedGatherOp>(defineGather<tqg::SharedGatherOp>);
  d.on<tq::HistogramOp>(defineHistogram);
  d.on<tqg::SharedCountOp>(defineCount);
}
