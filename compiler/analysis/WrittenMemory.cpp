//===- WrittenMemory.cpp - What a store may change ------------------------===//

#include "compiler/analysis/WrittenMemory.h"

#include "compiler/analysis/ValueWalk.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tqc;

/// What a pointer is made of that is a pointer itself; false if that is not
/// known.
static bool addSources(Value pointer, SmallVectorImpl<Value> &next) {
  if (auto argument = dyn_cast<BlockArgument>(pointer)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || argument == loop.getInductionVar())
      return false;
    next.push_back(loop.getTiedLoopInit(argument)->get());
    next.push_back(loop.getTiedLoopYieldedValue(argument)->get());
    return true;
  }
  Operation *op = pointer.getDefiningOp();
  unsigned number = cast<OpResult>(pointer).getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    next.push_back(loop.getRegionIterArg(number));
  else if (auto branch = dyn_cast<scf::IfOp>(op))
    next.append({branch.thenYield().getOperand(number),
                 branch.elseYield().getOperand(number)});
  else if (isa<tq::AddPtrOp, tq::SplatOp, tq::BroadcastOp, tq::HintOp,
               tq::ExpandDimsOp, tq::TransOp, tq::ReshapeOp>(op))
    next.push_back(op->getOperand(0));
  else
    return false;
  return true;
}

BlockArgument tqc::argumentOf(Value pointer) {
  BlockArgument found;
  bool isUnknown =
      findFrom(pointer, [&](Value value, SmallVectorImpl<Value> &next) {
        auto argument = dyn_cast<BlockArgument>(value);
        bool isOfKernel =
            argument && isa<func::FuncOp>(argument.getOwner()->getParentOp());
        if (!isOfKernel)
          return !addSources(value, next);
        bool isOther = found && found != argument;
        found = argument;
        return isOther;
      });
  return isUnknown ? BlockArgument() : found;
}

static bool mayOverlap(Value written, Value read) {
  BlockArgument to = argumentOf(written), from = argumentOf(read);
  if (!to || !from || to == from)
    return true;
  auto kernel = cast<func::FuncOp>(to.getOwner()->getParentOp());
  return !kernel.getArgAttr(to.getArgNumber(), tq::kRestrictAttr) &&
         !kernel.getArgAttr(from.getArgNumber(), tq::kRestrictAttr);
}

bool tqc::mayOverlap(ValueRange written, Value read) {
  return llvm::any_of(
      written, [&](Value pointer) { return ::mayOverlap(pointer, read); });
}
