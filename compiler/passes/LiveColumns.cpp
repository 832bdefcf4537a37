//===- LiveColumns.cpp - Parts of a product that count --------------------===//

#include "compiler/passes/LiveColumns.h"

#include "compiler/analysis/LengthBound.h"
#include "compiler/analysis/Signs.h"
#include "compiler/analysis/ValueWalk.h"
#include "compiler/passes/LayoutRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tqc;

/// The element along dimension `dim` of a tile of two from which on `mask` is
/// false wherever the tile begins: `range(0, 256)[None, :] < 160`, and
/// something else. The numbers lack dimension `isAcross` of the tile, if that
/// is known from around the mask.
static std::optional<int64_t>
endOfLanes(Value mask, unsigned dim, int64_t extent,
           std::optional<unsigned> isAcross = std::nullopt) {
  auto withoutShape = [&](Value tile) {
    while (Operation *op = tile.getDefiningOp()) {
      if (auto expand = dyn_cast<tq::ExpandDimsOp>(op))
        isAcross = expand.getAxis();
      else if (!isa<tq::BroadcastOp>(op))
        break;
      tile = op->getOperand(0);
    }
    return tile;
  };
  mask = withoutShape(mask);
  if (auto both = mask.getDefiningOp<arith::AndIOp>()) {
    auto left = endOfLanes(both.getLhs(), dim, extent, isAcross);
    auto right = endOfLanes(both.getRhs(), dim, extent, isAcross);
    return left && right ? std::min(*left, *right) : left ? left : right;
  }
  auto less = mask.getDefiningOp<arith::CmpIOp>();
  if (!less || less.getPredicate() != arith::CmpIPredicate::slt)
    return std::nullopt;
  auto lanes = withoutShape(less.getLhs()).getDefiningOp<tq::RangeOp>();
  std::optional<double> end = splatConstant(less.getRhs());
  if (!lanes || lanes.getStart() != 0 || lanes.getEnd() != uint64_t(extent) ||
      isAcross != 1 - dim || !end || *end < 0)
    return std::nullopt; // one lane, say, for all columns
  return int64_t(*end);
}

/// The column from which on `store` writes nothing, in no program.
static std::optional<int64_t> endOfColumns(tq::StoreOp store,
                                           BoxAnalysis &boxes) {
  std::string whyNot;
  auto tile = dyn_cast<RankedTensorType>(store.getValue().getType());
  if (!tile || tile.getRank() != 2)
    return std::nullopt;
  if (store.getMask())
    if (auto end = endOfLanes(store.getMask(), 1, tile.getDimSize(1)))
      return end;
  std::optional<BoxAccess> box =
      boxes.boxOf(store.getPtr(), store.getMask(), whyNot);
  if (!box)
    return std::nullopt;
  for (const BoxDim &dim : box->dims) {
    if (dim.tileDim != 1 || mayBeNegative(dim.start))
      continue;
    Value length = dim.extent.argument;
    return length ? lengthBound(store->getParentOfType<func::FuncOp>(), length)
                  : dim.extent.constant;
  }
  return std::nullopt;
}

/// Where a tile goes on to from one of its uses, in the same columns; nothing
/// if that is not known. What a loop carries is in its next iteration and
/// behind it.
static SmallVector<Value> nextTiles(OpOperand &use) {
  Operation *user = use.getOwner();
  auto carried = [](scf::ForOp loop, OpResult result) -> SmallVector<Value> {
    return {result, loop.getTiedLoopRegionIterArg(result)};
  };
  if (auto dot = dyn_cast<tq::DotOp>(user); dot && &use == &dot.getAccMutable())
    return {dot.getResult()};
  // What an asm statement does to several elements at once nobody knows.
  if (isElementwise(user) && user->getNumResults() == 1 &&
      isMemoryEffectFree(user) && !isa<tq::InlineAsmOp, tq::MapOp>(user))
    return {user->getResult(0)};
  if (auto loop = dyn_cast<scf::ForOp>(user))
    return carried(loop, loop.getTiedLoopResult(&use));
  auto loop = dyn_cast<scf::ForOp>(user->getParentOp());
  if (loop && isa<scf::YieldOp>(user))
    return carried(loop, loop->getResult(use.getOperandNumber()));
  return {};
}

std::optional<int32_t> tqc::liveColumns(tq::DotOp dot, BoxAnalysis &boxes) {
  int64_t live = 0, columns = dot.getType().getShape().back();
  bool isLost =
      findFrom(dot.getResult(), [&](Value tile, SmallVectorImpl<Value> &next) {
        for (OpOperand &use : tile.getUses()) {
          auto store = dyn_cast<tq::StoreOp>(use.getOwner());
          if (store && &use == &store.getValueMutable()) {
            auto end = endOfColumns(store, boxes);
            live = std::max(live, end.value_or(columns));
            continue;
          }
          SmallVector<Value> more = nextTiles(use);
          if (more.empty())
            return true;
          next.append(more);
        }
        return live >= columns;
      });
  live = llvm::alignTo(std::max<int64_t>(live, 1), 16);
  if (isLost || live >= columns)
    return std::nullopt;
  return static_cast<int32_t>(live);
}

/// The element along dimension `dim` from which on a tile is zero: what the
/// mask of a load leaves out is filled with zeros.
static std::optional<int64_t> endOfNumbers(Value tile, unsigned dim) {
  Operation *op = tile.getDefiningOp();
  if (auto trans = dyn_cast_or_null<tq::TransOp>(op))
    return endOfNumbers(trans.getSrc(), trans.getOrder()[dim]);
  auto load = dyn_cast_or_null<tq::LoadOp>(op);
  if (!load || !load.getMask() || !load.getOther() ||
      !(matchPattern(load.getOther(), m_AnyZeroFloat()) ||
        matchPattern(load.getOther(), m_Zero())))
    return std::nullopt;
  auto type = cast<RankedTensorType>(tile.getType());
  return endOfLanes(load.getMask(), dim, type.getDimSize(dim));
}

std::optional<int32_t> tqc::liveDepth(tq::DotOp dot) {
  auto left = cast<RankedTensorType>(dot.getA().getType());
  if (left.getRank() != 2)
    return std::nullopt;
  auto ofA = endOfNumbers(dot.getA(), 1), ofB = endOfNumbers(dot.getB(), 0);
  if (!ofA || !ofB)
    return std::nullopt;
  int64_t step = 256 / left.getElementTypeBitWidth(); // 32 bytes
  int64_t live = llvm::alignTo(std::max<int64_t>({*ofA, *ofB, 1}),
                               static_cast<uint64_t>(step));
  if (live >= left.getDimSize(1))
    return std::nullopt;
  return static_cast<int32_t>(live);
}
