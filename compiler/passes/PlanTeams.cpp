//===- PlanTeams.cpp - How many programs run side by side in a CTA --------===//

#include "compiler/passes/PlanTeams.h"

#include "compiler/analysis/ForcedPlan.h"
#include "compiler/analysis/ValueWalk.h"
#include "compiler/passes/TeamValues.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

/// Whether a loop or a branch computes, for each team by itself, where a box
/// starts: the producer has ops for each team, but loops for all.
static bool hasTeamLoops(BoxLoadOp load, const DenseSet<Value> &ofTeam) {
  return llvm::any_of(load.getStarts(), [&](Value start) {
    return findFrom(start, [&](Value value, SmallVectorImpl<Value> &next) {
      Operation *op = value.getDefiningOp();
      if (!op || !ofTeam.contains(value))
        return false;
      llvm::append_range(next, op->getOperands());
      return op->getNumRegions() != 0;
    });
  });
}

int32_t tqc::wantedTeams(func::FuncOp kernel) {
  int32_t teams = 1;
  StringRef forced = forcedChoice(kernel, PlanPart::Teams);
  return forced.getAsInteger(10, teams) ? 1 : teams;
}

std::string tqc::whyNotTeams(func::FuncOp kernel, int numWarps) {
  if (numWarps != 4)
    return "a team is four warps, but a program has " +
           std::to_string(numWarps);
  DenseSet<Value> ofTeam = teamValues(kernel);
  std::string why;
  kernel.walk([&](Operation *op) {
    if (auto load = dyn_cast<BoxLoadOp>(op)) {
      if (ofTeam.contains(load.getResult()) &&
          (load->getParentOp() != kernel || hasTeamLoops(load, ofTeam)))
        why = "programs of a row read different boxes in a loop or a branch";
    } else if (isa<tq::LoadOp, tq::StoreOp>(op)) {
      why = "not all that it reads and writes are boxes";
    } else if (op != kernel && !isMemoryEffectFree(op) &&
               !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
               !isa<BoxStoreOp, tq::AssumeOp, func::ReturnOp>(op)) {
      why = "what it does once a program might be done for a team without one";
    }
  });
  return why;
}
