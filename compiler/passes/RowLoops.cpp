//===- RowLoops.cpp - Loops over the tiles of a row -----------------------===//

#include "compiler/passes/RowLoops.h"

#include "compiler/analysis/LengthBound.h"
#include "compiler/passes/LayoutRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tqc;

/// What a number is, for elements outside of the row.
using Outside = std::optional<double>;

static bool isInteger(Value value, int64_t wanted) {
  std::optional<double> constant = splatConstant(value);
  return constant && *constant == double(wanted);
}

Value tqc::rowBase(Value pointer, Value cols) {
  auto add = pointer.getDefiningOp<tq::AddPtrOp>();
  if (!add || add.getOffset() != cols || add.getUnsignedOffset())
    return {};
  auto splat = add.getPtr().getDefiningOp<tq::SplatOp>();
  return splat ? splat.getSrc() : Value();
}

static Value colsOf(scf::ForOp loop, int64_t block) {
  for (auto sum : loop.getBody()->getOps<arith::AddIOp>())
    for (auto [first, second] : {std::pair(sum.getLhs(), sum.getRhs()),
                                 {sum.getRhs(), sum.getLhs()}}) {
      auto splat = first.getDefiningOp<tq::SplatOp>();
      auto range = second.getDefiningOp<tq::RangeOp>();
      if (splat && range && splat.getSrc() == loop.getInductionVar() &&
          range.getStart() == 0 && range.getEnd() == uint64_t(block))
        return sum;
    }
  return {};
}

//===----------------------------------------------------------------------===//
// Which loops go over a row
//===----------------------------------------------------------------------===//

/// Whether `op` does the same for each element, wherever it lies in a tile, but
/// for `cols`.
static bool isOfElements(Operation &op, Value cols) {
  // Parts of a tile, of which a loop carries what they combine to
  // (ReduceBehindLoops), are of no place either.
  if (auto reduce = dyn_cast<tq::ReduceOp>(op))
    return reduce.getSrcs().size() == 1 &&
           reduce.getSrcs().front().getDefiningOp<tq::ReshapeOp>() &&
           isa<RankedTensorType>(reduce->getResultTypes().front());
  if (isa<tq::ReshapeOp>(op))
    return llvm::all_of(op.getUsers(), llvm::IsaPred<tq::ReduceOp>);
  bool isKnown =
      isElementwise(&op) || isa<arith::ConstantOp, tq::SplatOp, tq::RangeOp,
                                tq::LoadOp, tq::StoreOp, scf::YieldOp>(op);
  if (!isKnown || (op.getResults() == ValueRange(cols)))
    return isKnown;
  return llvm::all_of(op.getOperands(), [&](Value operand) {
    Operation *from = operand.getDefiningOp();
    if (!isa<RankedTensorType>(operand.getType()))
      return true;
    if (from && from->getBlock() == op.getBlock())
      return !isa<tq::RangeOp>(from);
    auto argument = dyn_cast<BlockArgument>(operand);
    bool isCarried = argument && argument.getOwner() == op.getBlock();
    return isCarried || splatConstant(operand) ||
           isa_and_nonnull<tq::SplatOp>(from);
  });
}

Value tqc::limitOf(arith::CmpIOp mask) {
  auto splat = mask.getRhs().getDefiningOp<tq::SplatOp>();
  return splat ? splat.getSrc() : Value();
}

/// Whether `number` is `most`, or the lesser of it and others.
static bool isAtMost(Value number, Value most) {
  if (number == most)
    return true;
  auto least = number ? number.getDefiningOp<arith::MinSIOp>() : nullptr;
  return least &&
         (isAtMost(least.getLhs(), most) || isAtMost(least.getRhs(), most));
}

/// Whether nobody but `cols` knows where a tile begins.
static bool isForColsOnly(Value index, Value cols) {
  return llvm::all_of(index.getUsers(), [&](Operation *user) {
    return isa<tq::SplatOp>(user) &&
           llvm::all_of(user->getUsers(), [&](Operation *sum) {
             return sum == cols.getDefiningOp();
           });
  });
}

std::optional<RowLoop> tqc::rowLoop(scf::ForOp loop) {
  std::optional<double> step = splatConstant(loop.getStep());
  if (!step || *step <= 0 || !isInteger(loop.getLowerBound(), 0) ||
      loop.getUnsignedCmp() || !loop.getInductionVar().getType().isInteger(32))
    return std::nullopt;
  RowLoop found{loop, colsOf(loop, int64_t(*step)), {}, {}, {}};
  if (!found.cols || !isForColsOnly(loop.getInductionVar(), found.cols))
    return std::nullopt;
  for (auto compare : loop.getBody()->getOps<arith::CmpIOp>())
    if (compare.getPredicate() == arith::CmpIPredicate::slt &&
        compare.getLhs() == found.cols &&
        isAtMost(limitOf(compare), loop.getUpperBound()) &&
        loop.isDefinedOutsideOfLoop(limitOf(compare)))
      found.masks.push_back(compare);
  auto isMask = [&](Value mask) {
    return mask && llvm::any_of(found.masks, [&](arith::CmpIOp compare) {
             return compare.getResult() == mask;
           });
  };
  for (Operation &op : *loop.getBody()) {
    if (!isOfElements(op, found.cols))
      return std::nullopt;
    if (auto load = dyn_cast<tq::LoadOp>(op)) {
      if (!isMask(load.getMask()) || load.isVolatileAccess() ||
          load.getCache() != tq::CacheModifier::None)
        return std::nullopt;
      found.loads.push_back(load);
    }
    if (auto store = dyn_cast<tq::StoreOp>(op)) {
      if (!isMask(store.getMask()))
        return std::nullopt;
      found.stores.push_back(store);
    }
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Elements outside of the row
//===----------------------------------------------------------------------===//

namespace {

/// Follows what loops make of elements outside of the row.
class OutsideOfRow {
public:
  explicit OutsideOfRow(ArrayRef<RowLoop> loops, Value row)
      : loops(loops), row(row) {}

  /// Whether what `loop` carries does not change by such elements, whichever
  /// place of a tile they take, and nobody sees that place behind it.
  bool isNeutral(const RowLoop &loop) const;

private:
  Outside valueOutside(const RowLoop &loop, Value value) const;
  Outside castOutside(const RowLoop &loop, Operation *op) const;
  bool isNeutralIn(Operation *combine, Outside value) const;
  bool isElement(const RowLoop &loop, Value value) const;
  bool isLargest(Value number) const;

  ArrayRef<RowLoop> loops;
  Value row;
};

} // namespace

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool OutsideOfRow::isNeutralIn(Operation *combine, Outside value) const {
  if (!value)
    return false;
  if (isa<arith::AddFOp, arith::AddIOp>(combine))
    return *value == 0;
  if (isa<arith::MaxNumFOp, arith::MaximumFOp>(combine))
    return *value == -kInfinity;
  return isa<arith::MinNumFOp, arith::MinimumFOp>(combine) &&
         *value == kInfinity;
}

/// The one op that combines two numbers; null if there are more.
static Operation *combinerOf(tq::ReduceOp reduce) {
  Block &block = reduce.getCombine().front();
  Operation *only = &block.front();
  bool isOnly = reduce.getSrcs().size() == 1 &&
                only->getNextNode() == block.getTerminator();
  return isOnly ? only : nullptr;
}

/// An element of the row, in whatever type.
bool OutsideOfRow::isElement(const RowLoop &loop, Value value) const {
  while (auto wider = value.getDefiningOp<arith::ExtFOp>())
    value = wider.getIn();
  auto load = value.getDefiningOp<tq::LoadOp>();
  return load && rowBase(load.getPtr(), loop.cols) == row;
}

/// Whether a number is the largest element of the row: if it is -inf, all of
/// them are, or are NaN, and a difference to it is NaN for each.
bool OutsideOfRow::isLargest(Value number) const {
  Operation *op = number.getDefiningOp();
  if (isa_and_nonnull<arith::MaxNumFOp, arith::MaximumFOp>(op))
    return isLargest(op->getOperand(0)) || isLargest(op->getOperand(1));
  auto reduce = dyn_cast_if_present<tq::ReduceOp>(op);
  Operation *combine = reduce ? combinerOf(reduce) : nullptr;
  if (!isa_and_nonnull<arith::MaxNumFOp, arith::MaximumFOp>(combine))
    return false;
  auto result = dyn_cast<OpResult>(reduce.getSrcs().front());
  auto from = result ? dyn_cast<scf::ForOp>(result.getOwner()) : scf::ForOp();
  const auto *found =
      llvm::find_if(loops, [&](const RowLoop &it) { return it.loop == from; });
  if (!from || found == loops.end())
    return false;
  Operation *next =
      from.getYieldedValues()[result.getResultNumber()].getDefiningOp();
  if (!isa_and_nonnull<arith::MaxNumFOp, arith::MaximumFOp>(next))
    return false;
  return llvm::any_of(next->getOperands(), [&](Value value) {
    if (auto chunks = value.getDefiningOp<tq::ReduceOp>())
      if (auto shape = chunks.getSrcs().front().getDefiningOp<tq::ReshapeOp>())
        value = shape.getSrc();
    return isElement(*found, value);
  });
}

Outside OutsideOfRow::castOutside(const RowLoop &loop, Operation *op) const {
  Outside in = valueOutside(loop, op->getOperand(0));
  bool isKept = in && (*in == 0 || std::isinf(*in));
  return isKept ? in : std::nullopt;
}

Outside OutsideOfRow::valueOutside(const RowLoop &loop, Value value) const {
  if (Outside constant = splatConstant(value))
    return constant;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != loop.body())
    return std::nullopt;
  auto operand = [&](unsigned i) {
    return valueOutside(loop, op->getOperand(i));
  };
  if (auto load = dyn_cast<tq::LoadOp>(op))
    return load.getOther() ? splatConstant(load.getOther()) : std::nullopt;
  if (isa<arith::ExtFOp, arith::TruncFOp, arith::ExtSIOp, arith::ExtUIOp,
          arith::SIToFPOp, arith::UIToFPOp>(op))
    return castOutside(loop, op);
  if (isa<tq::ReshapeOp>(op))
    return operand(0);
  if (auto reduce = dyn_cast<tq::ReduceOp>(op)) {
    Operation *combine = combinerOf(reduce);
    Outside in = operand(0);
    return combine && isNeutralIn(combine, in) ? in : std::nullopt;
  }
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return llvm::any_of(loop.masks,
                        [&](arith::CmpIOp mask) {
                          return mask.getResult() == select.getCondition();
                        })
               ? valueOutside(loop, select.getFalseValue())
               : std::nullopt;
  if (isa<math::ExpOp, math::Exp2Op>(op))
    return operand(0) == -kInfinity ? Outside(0) : std::nullopt;
  if (isa<arith::MulFOp>(op)) {
    Outside left = operand(0), right = operand(1);
    return left && right ? Outside(*left * *right) : std::nullopt;
  }
  if (isa<arith::SubFOp>(op)) {
    auto number = op->getOperand(1).getDefiningOp<tq::SplatOp>();
    bool isBelow = number && isLargest(number.getSrc()) &&
                   isElement(loop, op->getOperand(0)) &&
                   operand(0) == -kInfinity;
    return isBelow ? Outside(-kInfinity) : std::nullopt;
  }
  return std::nullopt;
}

bool OutsideOfRow::isNeutral(const RowLoop &loop) const {
  scf::ForOp op = loop.loop;
  for (auto [carried, next, result] : llvm::zip(
           op.getRegionIterArgs(), op.getYieldedValues(), op.getResults())) {
    Operation *combine = next.getDefiningOp();
    if (!combine || combine->getBlock() != op.getBody() ||
        !carried.hasOneUse() || !next.hasOneUse() ||
        !isa<RankedTensorType>(result.getType()))
      return false;
    if (!llvm::is_contained(combine->getOperands(), carried))
      return false;
    Value value = combine->getOperand(combine->getOperand(0) == carried);
    if (!isNeutralIn(combine, valueOutside(loop, value)))
      return false;
    for (Operation *user : result.getUsers()) {
      auto reduce = dyn_cast<tq::ReduceOp>(user);
      Operation *same = reduce ? combinerOf(reduce) : nullptr;
      if (!same || same->getName() != combine->getName())
        return false;
    }
  }
  return true;
}

bool tqc::ignoresOutside(const RowLoop &loop, ArrayRef<RowLoop> loops,
                         Value row) {
  return OutsideOfRow(loops, row).isNeutral(loop);
}
