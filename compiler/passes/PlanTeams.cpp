//===- PlanTeams.cpp - How many programs run side by side in a CTA --------===//

#include "compiler/passes/PlanTeams.h"

#include "compiler/analysis/ForcedPlan.h"
#include "compiler/passes/TeamValues.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

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
      if (ofTeam.contains(load.getResult()) && load->getParentOp() != kernel)
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
