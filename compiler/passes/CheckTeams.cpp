//===- CheckTeams.cpp - What roles need of a kernel with teams ------------===//
//
// Boxes are read in the loop over programs or in a loop directly in it, whose
// end every team can compute for the others. Where teams take turns, programs
// are counted by a loop that carries nothing, and multiply something.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/CheckTeams.h"

#include "compiler/analysis/ValueWalk.h"
#include "compiler/passes/TeamValues.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

/// Whether ops without regions, and without effects, compute `number` from what
/// all teams have in common and from the number of the team.
static bool isComputable(Value number, const DenseSet<Value> &ofTeam) {
  return !findFrom(number, [&](Value value, SmallVectorImpl<Value> &next) {
    Operation *op = value.getDefiningOp();
    if (!ofTeam.contains(value))
      return false;
    if (!op || op->getNumRegions() != 0 || !isPure(op))
      return true;
    llvm::append_range(next, op->getOperands());
    return false;
  });
}

/// Whether a number in the loop over programs is the same for all of them.
static bool isSameForAll(Value number, scf::ForOp programs) {
  return !findFrom(number, [&](Value value, SmallVectorImpl<Value> &next) {
    if (!programs->isAncestor(value.getParentRegion()->getParentOp()))
      return false;
    Operation *op = value.getDefiningOp();
    if (!op || op->getNumRegions() != 0 || !isPure(op))
      return true;
    llvm::append_range(next, op->getOperands());
    return false;
  });
}

/// Why a load may not be where it is; empty if it may.
static StringRef whyNotHere(BoxLoadOp load, PlanAttr plan,
                            const DenseSet<Value> &ofTeam) {
  Operation *around = load->getParentOp();
  auto loop = dyn_cast<scf::ForOp>(around);
  if (loop && !loop->hasAttr(kProgramLoopAttr))
    around = loop->getParentOp();
  else
    loop = {};
  if (!around->hasAttr(kProgramLoopAttr))
    return "is neither in the loop over programs nor in a loop of it";
  if (loop && plan.getNeighbours() > 1 &&
      !isComputable(loop.getUpperBound(), ofTeam))
    return "is in a loop whose end one team cannot compute for another";
  if (loop && plan.getNeighbours() > 1 && ofTeam.contains(load.getResult()) &&
      ofTeam.contains(loop.getUpperBound()))
    return "is a program's own, in a loop that programs run differently often";
  auto programs = dyn_cast<scf::ForOp>(around);
  if (plan.getTurns() && (!programs || programs.getNumRegionIterArgs() != 0))
    return "is of programs that cannot be taken in turns";
  auto interrupt = [](MmaOp) { return WalkResult::interrupt(); };
  if (plan.getTurns() && !programs->walk(interrupt).wasInterrupted())
    return "is of programs that take turns, but multiply nothing";
  if (plan.getTurns() && loop &&
      !llvm::all_of(ValueRange{loop.getLowerBound(), loop.getUpperBound(),
                               loop.getStep()},
                    [&](Value bound) { return isSameForAll(bound, programs); }))
    return "is in a loop that programs may run different numbers of times";
  return {};
}

LogicalResult tqc::checkTeams(func::FuncOp kernel, PlanAttr plan) {
  if (plan.getTeams() == 1)
    return success();
  DenseSet<Value> ofTeam = teamValues(kernel); // looked up, not walked
  LogicalResult isGood = success();
  kernel.walk([&](BoxLoadOp load) {
    StringRef why = whyNotHere(load, plan, ofTeam);
    if (!why.empty())
      isGood = load.emitOpError()
               << why << ", but the plan has " << plan.getTeams() << " teams";
  });
  return isGood;
}
