//===- TeamValues.cpp - What teams of a CTA do not have in common ---------===//

#include "compiler/passes/TeamValues.h"

#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tqc;

namespace {

/// Walks from values to what is computed from them.
class Spreader {
public:
  explicit Spreader(LoopEnds ends) : ends(ends) {}
  void mark(Value value) {
    if (reached.insert(value).second)
      open.push_back(value);
  }
  DenseSet<Value> run();

private:
  void mark(ValueRange values) {
    for (Value value : values)
      mark(value);
  }
  void markWithin(Operation *op);
  void spread(OpOperand &use);
  void spreadYield(OpOperand &use);

  LoopEnds ends;
  DenseSet<Value> reached;
  SmallVector<Value> open;
};

} // namespace

/// What decides whether an op runs decides on all in it.
void Spreader::markWithin(Operation *op) {
  op->walk([&](Operation *inner) {
    mark(inner->getResults());
    for (Region &region : inner->getRegions())
      for (Block &block : region)
        mark(block.getArguments());
  });
}

void Spreader::spreadYield(OpOperand &use) {
  Operation *parent = use.getOwner()->getParentOp();
  unsigned number = use.getOperandNumber();
  if (isa<scf::ConditionOp>(use.getOwner())) {
    if (number == 0)
      return markWithin(parent);
    mark(parent->getRegion(1).getArgument(number - 1));
    mark(parent->getResult(number - 1));
  } else if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    mark(loop.getRegionIterArg(number));
    mark(loop.getResult(number));
  } else if (isa<scf::WhileOp>(parent)) {
    mark(parent->getRegion(0).getArgument(number));
  } else if (isa<scf::IfOp>(parent)) {
    mark(parent->getResult(number));
  }
}

void Spreader::spread(OpOperand &use) {
  Operation *user = use.getOwner();
  unsigned number = use.getOperandNumber();
  if (isa<scf::YieldOp, scf::ConditionOp>(user))
    return spreadYield(use);
  if (auto loop = dyn_cast<scf::ForOp>(user);
      loop && number >= loop.getNumControlOperands()) {
    mark(loop.getTiedLoopRegionIterArg(&use));
    mark(loop.getTiedLoopResult(&use));
    return;
  }
  if (auto loop = dyn_cast<scf::WhileOp>(user))
    return mark(loop.getBeforeArguments()[number]);
  // An iteration is the same for all teams that come to it.
  if (auto loop = dyn_cast<scf::ForOp>(user);
      loop && use.get() == loop.getUpperBound() &&
      use.get() != loop.getLowerBound() && use.get() != loop.getStep())
    return ends == LoopEnds::Longest ? void() : mark(loop.getResults());
  if (isa<scf::ForOp, scf::IfOp>(user))
    return markWithin(user);
  mark(user->getResults());
}

DenseSet<Value> Spreader::run() {
  while (!open.empty())
    for (OpOperand &use : open.pop_back_val().getUses())
      spread(use);
  return std::move(reached);
}

DenseSet<Value> tqc::teamValues(func::FuncOp kernel, LoopEnds ends) {
  Spreader spreader(ends);
  bool hasTeams = false;
  kernel.walk([&](tqg::TeamOp team) {
    spreader.mark(team.getResult());
    hasTeams = true;
  });
  if (!hasTeams)
    kernel.walk([&](tq::ProgramIdOp id) {
      if (id.getAxis() == 0)
        spreader.mark(id.getResult());
    });
  return spreader.run();
}

DenseSet<Value> tqc::rankValues(func::FuncOp kernel) {
  Spreader spreader(LoopEnds::Own);
  kernel.walk(
      [&](tqg::ClusterRankOp rank) { spreader.mark(rank.getResult()); });
  return spreader.run();
}
