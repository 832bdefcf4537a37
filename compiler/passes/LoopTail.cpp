//===- LoopTail.cpp - What one product of a loop needs alone --------------===//

#include "compiler/passes/LoopTail.h"

#include "compiler/analysis/Optimizations.h"
#include "compiler/passes/LayoutRules.h"
#include "compiler/passes/OperandPlaces.h"
#include "compiler/passes/RingReaders.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

bool LoopTail::addSums(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() != loop.getBody() || (sums && sums != argument))
      return false;
    sums = argument;
    return true;
  }
  Operation *op = value.getDefiningOp();
  if (op->getBlock() != loop.getBody() || !isElementwise(op) ||
      !isMemoryEffectFree(op))
    return false;
  bool leads = false;
  for (Value operand : op->getOperands())
    leads |=
        !leads && isa<RankedTensorType>(operand.getType()) && addSums(operand);
  if (leads)
    scaling.insert(op);
  return leads;
}

bool LoopTail::gives(Value value) const {
  Operation *op = value.getDefiningOp();
  return op ? owns(op) : sums && value == sums;
}

//===----------------------------------------------------------------------===//
// The decision
//===----------------------------------------------------------------------===//

static bool isNeededBefore(Operation *op, Operation *other) {
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    Operation *top = op->getBlock()->findAncestorOpInBlock(*user);
    return top && top->isBeforeInBlock(other);
  });
}

/// Whether the head needs what the tail gives.
static bool isHeadFree(scf::ForOp loop, const LoopTail &tail, Value nextSums) {
  return !loop.getBody()
              ->walk([&](Operation *op) {
                Operation *top = loop.getBody()->findAncestorOpInBlock(*op);
                if (tail.owns(top))
                  return WalkResult::advance();
                for (Value operand : op->getOperands())
                  if (tail.gives(operand) && operand != nextSums)
                    return WalkResult::interrupt();
                return WalkResult::advance();
              })
              .wasInterrupted();
}

/// Why a loop's second product cannot run beside the next first one, or an
/// empty text.
static std::string whyNotRotated(scf::ForOp loop) {
  if (!isEnabled(loop, Optimization::Rotation))
    return "`rotation` is switched off";
  if (loop.getUnsignedCmp())
    return "its bounds are unsigned";
  auto products = llvm::to_vector(llvm::make_filter_range(
      loop.getBody()->getOps<MmaOp>(), isForWarpgroups));
  if (products.size() != 2)
    return "its products are not two of wgmma";
  MmaOp first = products[0], second = products[1];
  if (!second->hasOneUse() || !isNeededBefore(first, second))
    return "its products are waited for elsewhere";
  auto slotOf = [](MmaOp mma) {
    return dyn_cast_or_null<BoxLoadOp>(copiedLoad(mma.getB()));
  };
  BoxLoadOp firstBox = slotOf(first), secondBox = slotOf(second);
  bool areInSlots = llvm::all_of(products, [](MmaOp mma) {
    return placeOperands(mma).getRight() == OperandPlace::Slot;
  });
  if (!areInSlots || !firstBox || !secondBox || firstBox == secondBox ||
      ringReadersOf(secondBox).size() != 1 || !second.getB().hasOneUse() ||
      placeOperands(second).getLeft() != OperandPlace::Registers)
    return "its products have no slots of their own";
  LoopTail tail(loop);
  if (!tail.addSums(second.getAcc()))
    return "the sums of its second product are not carried";
  if (loop.getTiedLoopYieldedValue(tail.carriedSums())->get() !=
      second.getResult())
    return "the sums of its second product are changed behind it";
  tail.add(second);
  if (!isHeadFree(loop, tail, second.getResult()))
    return "the first product's part of an iteration needs the second one's";
  return {};
}

void tqc::planRotation(Operation *kernel) {
  kernel->walk([&](scf::ForOp loop) {
    auto ofWarpgroups =
        llvm::count_if(loop.getBody()->getOps<MmaOp>(),
                       [](MmaOp mma) { return isForWarpgroups(mma); });
    if (ofWarpgroups < 2)
      return;
    auto name = remark::RemarkOpts::name("rotated").category("pipeline");
    std::string why = whyNotRotated(loop);
    if (!why.empty()) {
      remark::missed(loop.getLoc(), name) << remark::reason("{0}", why);
      return;
    }
    loop->setAttr(kRotatedAttr, UnitAttr::get(loop.getContext()));
    remark::passed(loop.getLoc(), name)
        << "the second product of an iteration runs beside the next one's "
           "first product";
  });
}
