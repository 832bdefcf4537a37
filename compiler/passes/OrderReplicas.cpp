//===- OrderReplicas.cpp - Loads by all warps, stores by one --------------===//
//
// See OrderReplicasPass in Passes.td for what the pass promises.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/SharedScratch.h"
#include "compiler/passes/Passes.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

namespace tqc {
#define GEN_PASS_DEF_ORDERREPLICASPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

namespace {

/// What happened since all warps last met.
struct Since {
  bool loads = false;  ///< all warps loaded what one could store
  bool stores = false; ///< one stored what all could load

  void join(const Since &other) {
    loads |= other.loads;
    stores |= other.stores;
  }
};

struct OrderReplicas : tqc::impl::OrderReplicasPassBase<OrderReplicas> {
  void runOnOperation() override;

private:
  Since walk(Block &block, Since since, bool isUniform);
  Since visit(Operation &op, Since since, bool isUniform);
  Since visitLoop(scf::ForOp loop, Since since, bool isUniform);
  void meet(Operation &before, Since &since);

  int numWarps = 1;
};

} // namespace

/// Whether several warps hold the same elements of it.
static bool isReplicated(Type type) {
  const LinearLayout *layout = tqg::tryLayoutOf(type);
  return !layout || layout->freeMask(Hw::Warp) != 0;
}

/// Whether all warps compute the same from it: from arguments, constants and
/// programs' numbers alone. What is loaded may change between two warps' loads.
static bool isSameInAllWarps(Value root) {
  SetVector<Value> values;
  values.insert(root);
  for (size_t i = 0; i < values.size(); ++i) {
    Operation *op = values[i].getDefiningOp();
    if (!op) {
      auto argument = cast<BlockArgument>(values[i]);
      Operation *parent = argument.getOwner()->getParentOp();
      auto loop = dyn_cast<scf::ForOp>(parent);
      bool isCount = loop && argument.getArgNumber() == 0;
      if (!isCount && !isa<func::FuncOp>(parent))
        return false;
      continue; // a loop's own bounds were looked at where it began
    }
    if (!isMemoryEffectFree(op) || op->getNumRegions() != 0)
      return false;
    values.insert(op->operand_begin(), op->operand_end());
  }
  return true;
}

void OrderReplicas::meet(Operation &before, Since &since) {
  OpBuilder builder(&before);
  tq::BarrierOp::create(builder, before.getLoc());
  since = {};
}

Since OrderReplicas::visitLoop(scf::ForOp loop, Since since, bool isUniform) {
  isUniform = isUniform && isSameInAllWarps(loop.getLowerBound()) &&
              isSameInAllWarps(loop.getUpperBound()) &&
              isSameInAllWarps(loop.getStep());
  // What comes before an op is also what the iteration before did behind it.
  Since start = since;
  loop.getBody()->walk([&](Operation *op) {
    if (auto load = dyn_cast<tq::LoadOp>(op))
      start.loads |= isReplicated(load.getType());
    else if (auto store = dyn_cast<tq::StoreOp>(op))
      start.stores |= isReplicated(store.getPtr().getType());
    else if (isa<tq::AtomicRmwOp, tq::AtomicCasOp>(op))
      start.stores = true;
  });
  Since end = walk(*loop.getBody(), start, isUniform);
  end.join(since);
  return end;
}

Since OrderReplicas::visit(Operation &op, Since since, bool isUniform) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return visitLoop(loop, since, isUniform);
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    bool same = isUniform && isSameInAllWarps(branch.getCondition());
    Since after = walk(branch.getThenRegion().front(), since, same);
    if (branch.getElseRegion().empty())
      after.join(since);
    else
      after.join(walk(branch.getElseRegion().front(), since, same));
    return after;
  }
  if (isa<scf::WhileOp, tqg::RoleOp>(op)) { // each warp for itself
    for (Region &region : op.getRegions())
      since.join(walk(region.front(), since, /*isUniform=*/false));
    return since;
  }
  if (isa<tq::BarrierOp>(op))
    return {};
  if (auto load = dyn_cast<tq::LoadOp>(op)) {
    if (!isReplicated(load.getType()))
      return since;
    if (since.stores && isUniform)
      meet(op, since);
    since.loads = true;
  } else if (auto store = dyn_cast<tq::StoreOp>(op)) {
    if (!isReplicated(store.getPtr().getType()))
      return since;
    if (since.loads && isUniform)
      meet(op, since);
    since.stores = true;
  } else if (isa<tq::AtomicRmwOp, tq::AtomicCasOp>(op)) {
    if (since.loads && isUniform && isReplicated(op.getOperand(0).getType()))
      meet(op, since);
    since.stores |= isReplicated(op.getOperand(0).getType());
  }
  // What exchanges by way of shared memory has a barrier of its own.
  if (scratchBytes(&op, numWarps) > 0)
    return {};
  return since;
}

Since OrderReplicas::walk(Block &block, Since since, bool isUniform) {
  for (Operation &op : llvm::make_early_inc_range(block))
    since = visit(op, since, isUniform);
  return since;
}

void OrderReplicas::runOnOperation() {
  auto plan = getOperation()->getAttrOfType<tqg::PlanAttr>(tqg::kPlanAttr);
  if (!plan || plan.getWarps() == 1)
    return;
  numWarps = plan.getWarps();
  walk(getOperation().getBody().front(), {}, /*isUniform=*/true);
}
