//===- AheadSlice.cpp - What a load needs to run ahead --------------------===//

#include "compiler/passes/AheadSlice.h"

#include "compiler/analysis/WrittenMemory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tqc;

static constexpr const char *kWritesMemory =
    "the loop writes memory that a copy ahead of it might have to see";

AheadSlice::AheadSlice(scf::ForOp loop) : loop(loop) {
  if (loop.getUnsignedCmp()) {
    none = "the loop's bounds are unsigned";
    return;
  }
  loop.getBody()->walk([&](Operation *op) {
    if (auto store = dyn_cast<tq::StoreOp>(op)) {
      written.push_back(store.getPtr());
    } else if (auto load = dyn_cast<tq::LoadOp>(op)) {
      if (load.isVolatileAccess())
        none = "a volatile load in the loop may wait for what a copy ahead of "
               "it would not see";
    } else if (!isMemoryEffectFree(op) &&
               !isa<tq::AssumeOp, tq::AssertOp, tq::SideEffectOp>(op) &&
               !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>()) {
      none = kWritesMemory;
    }
    return none.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
}

bool tqc::isPartialDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op) &&
         !isSpeculatable(op);
}

/// A load that gives the same ahead of its iteration, as of an index to gather.
bool AheadSlice::canLoadAhead(Operation *op) {
  auto load = dyn_cast<tq::LoadOp>(op);
  return load && !load.isVolatileAccess() &&
         !mayOverlap(written, load.getPtr());
}

/// Adds what `value` is computed from; false if that is not known before the
/// iteration runs.
bool AheadSlice::addValue(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() != loop.getBody() ||
        argument == loop.getInductionVar() || !arguments.insert(argument))
      return true;
    return addValue(loop.getTiedLoopYieldedValue(argument)->get());
  }
  Operation *op = value.getDefiningOp();
  if (op->getBlock() != loop.getBody() || ops.contains(op))
    return true;
  if (!canLoadAhead(op) &&
      (!isMemoryEffectFree(op) || op->getNumRegions() != 0 ||
       !(isSpeculatable(op) || isPartialDivision(op))))
    return false;
  ops.insert(op);
  return llvm::all_of(op->getOperands(), [&](Value v) { return addValue(v); });
}

std::string AheadSlice::add(tq::LoadOp load) {
  if (!none.empty())
    return none;
  if (mayOverlap(written, load.getPtr()))
    return kWritesMemory;
  auto before = ops;
  auto argumentsBefore = arguments;
  if (addValue(load.getPtr()) && (!load.getMask() || addValue(load.getMask())))
    return {};
  ops = before;
  arguments = argumentsBefore;
  return "its addresses are not known ahead of the iteration";
}
