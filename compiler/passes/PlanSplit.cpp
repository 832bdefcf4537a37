//===- PlanSplit.cpp - Whether CTAs share the products of a program -------===//

#include "compiler/passes/PlanSplit.h"

#include "compiler/analysis/Optimizations.h"
#include "compiler/analysis/Target.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace tqc;

/// CTAs of a cluster that every GPU with clusters can run.
static constexpr int32_t kMostCtas = 8;

/// What `value` adds to, if it is such a sum.
static Value addedTo(Value value, BlockArgument carried) {
  if (auto dot = value.getDefiningOp<tq::DotOp>())
    return dot.getAcc();
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(op))
    return {};
  // Of the two operands the one that goes back to what is carried.
  Value left = op->getOperand(0), right = op->getOperand(1);
  bool isLeft = left == carried || left.getDefiningOp<tq::DotOp>();
  return isLeft ? left : right;
}

/// Whether a carried value is a sum of products, to which each iteration adds
/// without looking at it.
static bool isCarriedSum(scf::ForOp loop, unsigned number) {
  BlockArgument carried = loop.getRegionIterArg(number);
  auto tile = dyn_cast<RankedTensorType>(carried.getType());
  if (!tile || !tile.getElementType().isIntOrFloat() ||
      tile.getElementTypeBitWidth() != 32 ||
      tile.getNumElements() < 4 * kMostCtas)
    return false;
  Value value = loop.getYieldedValues()[number];
  bool hasProduct = false;
  while (value != carried) {
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != loop.getBody() || !value.hasOneUse())
      return false;
    hasProduct |= isa<tq::DotOp>(op);
    value = addedTo(value, carried);
    if (!value)
      return false;
  }
  return hasProduct && carried.hasOneUse();
}

Value tqc::carriedStep(scf::ForOp loop, unsigned number) {
  Operation *op = loop.getYieldedValues()[number].getDefiningOp();
  if (!isa_and_nonnull<arith::AddIOp, tq::AddPtrOp>(op) ||
      op->getOperand(0) != loop.getRegionIterArg(number) ||
      !loop.isDefinedOutsideOfLoop(op->getOperand(1)))
    return {};
  return op->getOperand(1);
}

/// Whether doing it in every CTA is doing it once.
static bool mayRepeat(Operation *op) {
  if (auto load = dyn_cast<tq::LoadOp>(op))
    return !load.isVolatileAccess();
  return isMemoryEffectFree(op) || isa<tq::AssumeOp, tq::AssertOp>(op) ||
         op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
}

/// The loop that CTAs may share, or null and `whyNot`.
static scf::ForOp findSplitLoop(func::FuncOp kernel, std::string &whyNot) {
  scf::ForOp found;
  kernel.walk([&](tq::DotOp dot) {
    auto loop = dyn_cast<scf::ForOp>(dot->getParentOp());
    if (!loop || loop->getParentOp() != kernel)
      whyNot = "a product is not in a loop of the kernel itself";
    else if (found && found != loop)
      whyNot = "several loops have products";
    found = loop;
  });
  if (!found && whyNot.empty())
    whyNot = "no loop has products";
  if (!whyNot.empty())
    return {};
  int64_t room = targetOf(kernel).sharedBytes;
  for (unsigned i = 0; i < found.getNumRegionIterArgs(); ++i)
    if (isCarriedSum(found, i) &&
        cast<RankedTensorType>(found.getResult(i).getType()).getNumElements() >
            room / 4)
      whyNot = "shared memory, in which CTAs add up what they have, does not "
               "hold a sum";
  if (found.getUnsignedCmp())
    whyNot = "the loop's bounds are unsigned";
  for (unsigned i = 0; i < found.getNumRegionIterArgs(); ++i)
    if (!isCarriedSum(found, i) && !carriedStep(found, i))
      whyNot = "the loop hands on more than sums of products";
  for (Operation &op : *found->getBlock()) {
    if (op.walk([](Operation *inner) {
            return mayRepeat(inner) ? WalkResult::advance()
                                    : WalkResult::interrupt();
          }).wasInterrupted())
      whyNot = "the kernel does something before the sums are there that must "
               "be done once";
    if (&op == found)
      break;
  }
  return whyNot.empty() ? found : scf::ForOp();
}

int32_t tqc::planSplit(func::FuncOp kernel, int32_t wanted) {
  if (wanted <= 1)
    return 1;
  std::string whyNot;
  if (!targetOf(kernel).hasClusters())
    whyNot = "clusters need sm_90";
  else if (!isEnabled(kernel, Optimization::SplitProducts))
    whyNot = "`split-products` is switched off";
  else if (wanted > kMostCtas)
    whyNot = "a program is shared by at most " + std::to_string(kMostCtas);
  else if (scf::ForOp loop = findSplitLoop(kernel, whyNot)) {
    SmallVector<bool> sums;
    for (unsigned i = 0; i < loop.getNumRegionIterArgs(); ++i)
      sums.push_back(isCarriedSum(loop, i));
    loop->setAttr(tqg::kSplitAttr,
                  DenseBoolArrayAttr::get(kernel.getContext(), sums));
    return wanted;
  }
  remark::missed(kernel.getLoc(),
                 remark::RemarkOpts::name("dropped").category("hint"))
      << remark::reason("`num_ctas` is {0}, but {1}", wanted, whyNot);
  return 1;
}
