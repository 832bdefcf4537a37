//===- LayoutRules.cpp - How layouts flow through shape ops ---------------===//

#include "compiler/passes/LayoutRules.h"

#include "dialect/layout/LayoutAlgebra.h"
#include "dialect/layout/LayoutFactories.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tqc;

bool tqc::isElementwise(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  if (isa<arith::ConstantOp>(op))
    return false;
  return dialect == "arith" || dialect == "math" ||
         isa<tq::AddPtrOp, tq::PtrToIntOp, tq::IntToPtrOp, tq::PtrCastOp,
             tq::MulHiOp, tq::FloatCastOp, tq::PreciseOp, tq::ExternOp,
             tq::InlineAsmOp, tq::HintOp, tq::MapOp>(op);
}

LinearLayout tqc::collapseTo(const LinearLayout &layout,
                             ArrayRef<int64_t> shape) {
  LinearLayout result = layout;
  for (auto [dim, extent] : llvm::enumerate(shape))
    if (extent == 1 && layout.shape()[dim] != 1)
      result = expandDim(sliceDim(result, dim), dim);
  return result;
}

static SmallVector<unsigned> inverseOf(ArrayRef<int32_t> order) {
  SmallVector<unsigned> inverse(order.size());
  for (auto [dim, source] : llvm::enumerate(order))
    inverse[source] = dim;
  return inverse;
}

std::optional<LinearLayout> tqc::operandLayout(Operation *op, unsigned index,
                                               const LinearLayout &result) {
  using Answer = std::optional<LinearLayout>;
  if (isElementwise(op))
    return result;
  auto sourceShape = [&]() {
    return cast<RankedTensorType>(op->getOperand(index).getType()).getShape();
  };
  return llvm::TypeSwitch<Operation *, Answer>(op)
      .Case<tq::BroadcastOp>(
          [&](auto) { return collapseTo(result, sourceShape()); })
      .Case<tq::ExpandDimsOp>(
          [&](auto expand) { return sliceDim(result, expand.getAxis()); })
      .Case<tq::TransOp>([&](tq::TransOp trans) {
        return transposeDims(result, inverseOf(trans.getOrder()));
      })
      .Case<tq::ReshapeOp>(
          [&](auto) { return reshapeTo(result, sourceShape()); })
      .Case<tq::JoinOp>([&](auto) { return splitLayout(result); })
      .Case<tqg::FunnelShiftOp>([&](auto) { return result; })
      .Default([](Operation *) { return Answer(); });
}

std::optional<LinearLayout> tqc::resultLayout(Operation *op,
                                              const LinearLayout &source) {
  using Answer = std::optional<LinearLayout>;
  if (isElementwise(op))
    return source;
  return llvm::TypeSwitch<Operation *, Answer>(op)
      .Case<tq::TransOp>([&](tq::TransOp trans) {
        SmallVector<unsigned> order(trans.getOrder());
        return transposeDims(source, order);
      })
      .Case<tq::ReshapeOp>([&](tq::ReshapeOp reshape) {
        return reshapeTo(source, reshape.getType().getShape());
      })
      .Case<tq::JoinOp>([&](auto) { return joinLayout(source); })
      .Case<tq::SplitOp>([&](auto) { return splitLayout(source); })
      .Default([](Operation *) { return Answer(); });
}

/// Spreads lanes, then warps, over a tile of which a thread holds `perThread`
/// neighbours, in the order of dimensions given (fastest first), `mostLanes`
/// along the first; warps in that of `warpOrder`.
static LinearLayout spread(ArrayRef<int64_t> shape,
                           ArrayRef<unsigned> perThread,
                           ArrayRef<unsigned> order,
                           ArrayRef<unsigned> warpOrder, int numWarps,
                           int64_t mostLanes = 32) {
  SmallVector<unsigned> lanes(shape.size(), 1), warps(shape.size(), 1);
  unsigned lanesLeft = 32, warpsLeft = numWarps;
  for (unsigned dim : order) {
    int64_t room = std::max<int64_t>(shape[dim] / perThread[dim], 1);
    if (dim == order.front())
      room = std::min(room, mostLanes);
    lanes[dim] = std::min<int64_t>(lanesLeft, room);
    lanesLeft /= lanes[dim];
  }
  for (unsigned dim : warpOrder) {
    int64_t room = std::max<int64_t>(
        shape[dim] / (int64_t(perThread[dim]) * lanes[dim]), 1);
    warps[dim] = std::min<int64_t>(warpsLeft, room);
    warpsLeft /= warps[dim];
  }
  // What finds no work repeats the last dimension's: replicas.
  lanes[order.back()] *= lanesLeft;
  warps[order.back()] *= warpsLeft;
  return blockedLayout(shape, perThread, lanes, warps, order);
}

LinearLayout tqc::coalescedLayout(ArrayRef<int64_t> shape,
                                  ArrayRef<unsigned> order, unsigned width,
                                  int numWarps, int64_t rowLanes) {
  SmallVector<unsigned> perThread(shape.size(), 1);
  int64_t elements = 1;
  for (int64_t extent : shape)
    elements *= extent;
  // Never so wide that threads go without work.
  int64_t share = std::max<int64_t>(elements / (int64_t(numWarps) * 32), 1);
  unsigned fastest = order.front();
  perThread[fastest] = std::min({int64_t(width), share, shape[fastest]});
  SmallVector<unsigned> warpOrder(order);
  if (rowLanes == 0)
    return spread(shape, perThread, order, warpOrder, numWarps);
  std::rotate(warpOrder.begin(), warpOrder.begin() + 1, warpOrder.end());
  int64_t rows = std::max<int64_t>(elements / shape[fastest] / numWarps, 1);
  int64_t ofRow = std::max({32 / rows, rowLanes, int64_t(1)});
  return spread(shape, perThread, order, warpOrder, numWarps,
                std::min<int64_t>(ofRow, 32));
}

LinearLayout tqc::withRowsApart(const LinearLayout &layout, int64_t step) {
  unsigned low = layout.lowBit(0), first = llvm::Log2_64(step);
  unsigned inLanes = llvm::count_if(
      layout.columns(Hw::Lane), [&](uint32_t place) { return place >> low; });
  if (inLanes + first > layout.outBits(0))
    return layout; // there are fewer rows
  auto moved = [&](unsigned bit) {
    if (bit < inLanes) // lanes have the lowest bits: spread()
      return bit + first;
    return bit - inLanes < first ? bit - inLanes : bit;
  };
  HwColumns columns = layout.allColumns();
  for (auto &ofDim : columns)
    for (uint32_t &place : ofDim)
      if (uint32_t row = place >> low) {
        assert(llvm::isPowerOf2_32(row) && "coalescedLayout made it");
        place = 1u << (low + moved(llvm::Log2_32(row)));
      }
  return LinearLayout::fromColumns(columns, layout.shape());
}

static SmallVector<unsigned> rowMajorOrder(unsigned rank) {
  SmallVector<unsigned> order;
  for (unsigned dim = rank; dim-- > 0;)
    order.push_back(dim);
  return order;
}

LinearLayout tqc::defaultLayout(ArrayRef<int64_t> shape, int numWarps) {
  return coalescedLayout(shape, rowMajorOrder(shape.size()), 1, numWarps);
}

LinearLayout tqc::scanLayout(ArrayRef<int64_t> shape, unsigned axis,
                             int numWarps) {
  SmallVector<unsigned> order = {axis};
  for (unsigned dim : rowMajorOrder(shape.size()))
    if (dim != axis)
      order.push_back(dim);
  // All of a thread's elements lie in one run along the axis, so that lanes
  // and then warps continue where registers end.
  SmallVector<unsigned> perThread(shape.size(), 1);
  perThread[axis] =
      std::max<int64_t>(shape[axis] / (int64_t(numWarps) * 32), 1);
  return spread(shape, perThread, order, order, numWarps);
}
