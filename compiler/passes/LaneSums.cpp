//===- LaneSums.cpp - Add up rows over lanes once, behind a loop ----------===//
//
// See LaneSumsPass in Passes.td for what the pass promises. The loop of flash
// attention carries for each row the sum of its weights:
//
//     l = l * c + sum(p)              p = exp(scores - m), c = exp(m_old - m)
//
// and each sum waits for shuffles between the four lanes that hold a row of a
// matrix instruction's sums, in every iteration. FlashAttention-3 (Shah et al.
// 2024) carries each lane's own part instead:
//
//     L = L * c + (what each lane adds up of p)
//     l = sum(L)                      behind the loop
//
// In tiles: a row of N weights is N / 8 times four lanes with two elements each
// (PTX ISA, "Matrix Fragments for mma.m16n8k16": accumulators), so that sums
// over the first and the last of (N / 8, 4, 2) stay in the lane.
//
// The order of additions changes. No other difference comes of it: weights are
// not negative, so nothing cancels, and c is at most 1, or NaN for the row.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/Optimizations.h"
#include "compiler/passes/Passes.h"
#include "compiler/passes/ProductRules.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

namespace tqc {
#define GEN_PASS_DEF_LANESUMSPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

/// Of accumulators: lanes that share a row, and neighbours that one of them
/// holds.
static constexpr int64_t kLanes = 4, kNeighbours = 2;

namespace {

/// A row's sum as a loop carries it: `next = carried * factor + sum(weights)`.
struct CarriedSum {
  unsigned number; ///< of what the loop carries
  arith::AddFOp next;
  arith::MulFOp scaled; ///< null if there is no factor
  Value factor;
  tq::ReduceOp sum;
};

} // namespace

static bool isExponential(Value value) {
  return isa_and_nonnull<math::ExpOp, math::Exp2Op>(value.getDefiningOp());
}

static bool isMaximumWith(Value value, Value other) {
  Operation *most = value.getDefiningOp();
  return isa_and_nonnull<arith::MaximumFOp, arith::MaxNumFOp>(most) &&
         llvm::is_contained(most->getOperands(), other);
}

/// Whether a value is exp(a - max(a, ...)), or 1 where LazyScaling keeps a: at
/// most 1, or NaN.
static bool isAtMostOne(Value value) {
  if (!isExponential(value))
    return false;
  auto difference =
      value.getDefiningOp()->getOperand(0).getDefiningOp<arith::SubFOp>();
  if (!difference)
    return false;
  Value from = difference.getLhs(), most = difference.getRhs();
  if (auto kept = most.getDefiningOp<arith::SelectOp>();
      kept && kept.getFalseValue() == from)
    most = kept.getTrueValue();
  return isMaximumWith(most, from);
}

/// Whether a value is exponentials, or zeros where there are none.
static bool areWeights(Value value) {
  if (auto select = value.getDefiningOp<arith::SelectOp>())
    return isExponential(select.getTrueValue()) &&
           matchPattern(select.getFalseValue(), m_AnyZeroFloat());
  return isExponential(value);
}

/// Whether a tile has the shape of what a product of the loop gives, whose
/// rows lie in one warp each, and which another product takes.
static bool isOfWeightedProduct(scf::ForOp loop, RankedTensorType tile) {
  return llvm::any_of(loop.getBody()->getOps<tq::DotOp>(), [&](tq::DotOp dot) {
    tqg::ProductAttr plan = tqg::productOf(dot);
    return plan && plan.getUnit() != tqg::MatrixUnit::Fma &&
           plan.getColumns() == 1 &&
           dot.getType().getShape() == tile.getShape() && isChained(dot);
  });
}

/// The one sum over the last dimension that `value` is.
static tq::ReduceOp rowSum(Value value) {
  auto reduce = value.getDefiningOp<tq::ReduceOp>();
  if (!reduce || reduce.getSrcs().size() != 1 || !reduce->hasOneUse())
    return {};
  auto tile = cast<RankedTensorType>(reduce.getSrcs().front().getType());
  Block &combine = reduce.getCombine().front();
  bool isSum = isa<arith::AddFOp>(combine.front()) &&
               combine.front().getNextNode() == combine.getTerminator() &&
               combine.front().getOperands() == combine.getArguments() &&
               combine.getTerminator()->getOperand(0).getDefiningOp() ==
                   &combine.front();
  bool areRows = tile.getRank() == 2 && reduce.getAxis() == 1 &&
                 tile.getElementType().isF32() &&
                 tile.getDimSize(1) >= 2 * kLanes * kNeighbours;
  return isSum && areRows ? reduce : tq::ReduceOp();
}

/// What the loop carries as such a sum, if it does, and why not if it nearly
/// does.
static std::optional<CarriedSum> carriedSum(scf::ForOp loop, unsigned number,
                                            std::string &whyNot) {
  auto next = loop.getYieldedValues()[number].getDefiningOp<arith::AddFOp>();
  if (!next || next->getBlock() != loop.getBody())
    return std::nullopt;
  tq::ReduceOp sum = rowSum(next.getRhs());
  Value carried = next.getLhs();
  if (!sum) {
    sum = rowSum(next.getLhs());
    carried = next.getRhs();
  }
  if (!sum || sum->getBlock() != loop.getBody())
    return std::nullopt;
  Value weights = sum.getSrcs().front();
  if (!isOfWeightedProduct(loop, cast<RankedTensorType>(weights.getType())))
    return std::nullopt;
  CarriedSum found{
      number, next, carried.getDefiningOp<arith::MulFOp>(), {}, sum};
  BlockArgument argument = loop.getRegionIterArg(number);
  if (found.scaled) {
    bool isLeft = found.scaled.getLhs() == argument;
    carried = isLeft ? found.scaled.getLhs() : found.scaled.getRhs();
    found.factor = isLeft ? found.scaled.getRhs() : found.scaled.getLhs();
  }
  if (carried != argument || !argument.hasOneUse() || !next->hasOneUse() ||
      (found.scaled && !found.scaled->hasOneUse()))
    whyNot = "the loop uses its sums of rows";
  else if (!areWeights(weights))
    whyNot = "what a row adds up is no exponentials";
  else if (found.factor && !isAtMostOne(found.factor))
    whyNot = "the factor of a sum is not known to be at most 1";
  return whyNot.empty() ? std::optional(found) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// The sum over `axis`, as another sum does it.
static Value sumOver(ImplicitLocOpBuilder &b, tq::ReduceOp like, Value tile,
                     uint32_t axis) {
  auto type = cast<RankedTensorType>(tile.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + axis);
  Type result = type.clone(shape);
  auto sum = tq::ReduceOp::create(b, result, tile, axis);
  IRMapping mapping;
  like.getCombine().cloneInto(&sum.getCombine(), mapping);
  return sum.getResult(0);
}

/// The tile with another dimension, repeated along it up to `shape`.
static Value spread(ImplicitLocOpBuilder &b, Value tile, uint32_t axis,
                    ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(tile.getType());
  SmallVector<int64_t> expanded(type.getShape());
  expanded.insert(expanded.begin() + axis, 1);
  Value one = tq::ExpandDimsOp::create(b, type.clone(expanded), tile, axis);
  return tq::BroadcastOp::create(b, type.clone(shape), one);
}

/// True where a tile's coordinate along `axis` is 0.
static Value isFirstAlong(ImplicitLocOpBuilder &b, RankedTensorType tile,
                          uint32_t axis) {
  Type numbers = RankedTensorType::get({tile.getDimSize(axis)}, b.getI32Type());
  Value number = tq::RangeOp::create(b, numbers, 0, tile.getDimSize(axis));
  Value zero =
      arith::ConstantOp::create(b, cast<TypedAttr>(b.getZeroAttr(numbers)));
  Value mask = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, number, zero);
  for (uint32_t other = 0; other < tile.getRank(); ++other)
    if (other != axis) {
      SmallVector<int64_t> shape(
          cast<RankedTensorType>(mask.getType()).getShape());
      shape.insert(shape.begin() + other, tile.getDimSize(other));
      mask = spread(b, mask, other, shape);
    }
  return mask;
}

/// The tile with these dimensions inserted: itself at 0 there, and zeros
/// behind.
static Value atFirst(ImplicitLocOpBuilder &b, Value tile,
                     RankedTensorType result, ArrayRef<uint32_t> axes) {
  Value zeros =
      arith::ConstantOp::create(b, cast<TypedAttr>(b.getZeroAttr(result)));
  if (matchPattern(tile, m_AnyZeroFloat()))
    return zeros;
  Value mask;
  for (uint32_t axis : axes) {
    Value isFirst = isFirstAlong(b, result, axis);
    mask = mask ? arith::AndIOp::create(b, mask, isFirst) : isFirst;
    SmallVector<int64_t> shape(
        cast<RankedTensorType>(tile.getType()).getShape());
    shape.insert(shape.begin() + axis, result.getDimSize(axis));
    tile = spread(b, tile, axis, shape);
  }
  return arith::SelectOp::create(b, mask, tile, zeros);
}

/// Whether the product of wgmma that takes the weights has as many columns as
/// they have.
static bool isBesideLongProduct(scf::ForOp loop, RankedTensorType weights) {
  return llvm::any_of(loop.getBody()->getOps<tq::DotOp>(), [&](tq::DotOp dot) {
    tqg::ProductAttr plan = tqg::productOf(dot);
    auto left = cast<RankedTensorType>(dot.getA().getType());
    return plan && plan.getUnit() == tqg::MatrixUnit::Wgmma && isChained(dot) &&
           left.getShape() == weights.getShape() &&
           dot.getType().getDimSize(1) >= weights.getDimSize(1);
  });
}

/// Whether each lane adds up two sums in turn, of its first and of its second
/// neighbours, and not pairs of pairs: beside a long product (RotateLoops says
/// why), and in teams, where it is faster with any (0.99 of FlashAttention-3
/// with 64 dimensions and 16384 keys, 0.86 with pairs).
static bool areInTurn(scf::ForOp loop, RankedTensorType weights) {
  auto kernel = loop->getParentOfType<func::FuncOp>();
  auto plan = kernel ? kernel->getAttrOfType<tqg::PlanAttr>(tqg::kPlanAttr)
                     : tqg::PlanAttr();
  return (plan && plan.getTeams() > 1) || isBesideLongProduct(loop, weights);
}

static void carryLanes(scf::ForOp loop, CarriedSum found) {
  Value weights = found.sum.getSrcs().front();
  auto tile = cast<RankedTensorType>(weights.getType());
  auto lanes = tile.clone({tile.getDimSize(0), kLanes});
  ImplicitLocOpBuilder b(found.next.getLoc(), loop);
  OpOperand &init = loop.getInitsMutable()[found.number];
  init.set(atFirst(b, init.get(), lanes, {1}));
  BlockArgument carried = loop.getRegionIterArg(found.number);
  carried.setType(lanes);

  b.setInsertionPoint(found.next);
  Value scaled = carried;
  if (found.factor)
    scaled = arith::MulFOp::create(
        b, carried, spread(b, found.factor, 1, lanes.getShape()));
  int64_t groups = tile.getDimSize(1) / (kLanes * kNeighbours);
  Value parts = tq::ReshapeOp::create(
      b, tile.clone({tile.getDimSize(0), groups, kLanes, kNeighbours}),
      weights);
  // What was carried is the first to be added: behind the others it would wait
  // for them, and with it the factor for which the next product waits.
  auto addFirst = [&](Value sums, ArrayRef<uint32_t> axes) -> Value {
    auto type = cast<RankedTensorType>(sums.getType());
    auto flags = arith::FastMathFlagsAttr::get(b.getContext(),
                                               arith::FastMathFlags::nsz);
    return arith::AddFOp::create(b, sums, atFirst(b, scaled, type, axes),
                                 flags);
  };
  Value next;
  if (areInTurn(loop, tile)) {
    parts = addFirst(parts, {1, 3});
    Value neighbours = sumOver(b, found.sum, parts, 1);
    neighbours.getDefiningOp()->setAttr(tqg::kInTurnAttr, b.getUnitAttr());
    next = sumOver(b, found.sum, neighbours, 2);
  } else {
    Value pairs = addFirst(sumOver(b, found.sum, parts, 3), {1});
    next = sumOver(b, found.sum, pairs, 1);
  }
  found.next.replaceAllUsesWith(next);
  found.next->erase();
  if (found.scaled)
    found.scaled->erase();

  b.setInsertionPointAfter(loop);
  Value result = loop.getResult(found.number);
  result.setType(lanes);
  Value sums = sumOver(b, found.sum, result, 1);
  result.replaceAllUsesExcept(sums, sums.getDefiningOp());
  found.sum->erase();
}

namespace {

struct LaneSums : tqc::impl::LaneSumsPassBase<LaneSums> {
  void runOnOperation() override {
    auto name = remark::RemarkOpts::name("lane-sums").category("math");
    getOperation().walk([&](scf::ForOp loop) {
      for (unsigned i = 0; i < loop.getNumRegionIterArgs(); ++i) {
        std::string whyNot;
        std::optional<CarriedSum> sum = carriedSum(loop, i, whyNot);
        if (sum && !isEnabled(loop, Optimization::LaneSums))
          whyNot = "`lane-sums` is switched off";
        if (!whyNot.empty()) {
          remark::missed(loop.getLoc(), name) << remark::reason("{0}", whyNot);
        } else if (sum) {
          remark::passed(sum->sum.getLoc(), name)
              << "rows are added up over lanes once, behind the loop";
          carryLanes(loop, *sum);
        }
      }
    });
  }
};

} // namespace
