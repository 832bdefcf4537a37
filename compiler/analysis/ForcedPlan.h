//===- ForcedPlan.h - What the command line decides of a plan ---*- C++ -*-===//
//
// The planner chooses; `tqc --plan` may choose for it, part by part:
//
//     module attributes {tq.plan = {loads = "pointers", products = "mma"}}
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_ANALYSIS_FORCEDPLAN_H
#define TQC_COMPILER_ANALYSIS_FORCEDPLAN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace mlir {
class InFlightDiagnostic;
class Operation;
} // namespace mlir

namespace tqc {

enum class PlanPart : uint8_t {
#define TQ_PLAN_PART(ID, NAME, CHOICES, WHAT) ID,
#include "compiler/analysis/PlanParts.def"
};

struct PlanPartInfo {
  PlanPart id;
  llvm::StringLiteral name;
  llvm::StringLiteral choices; ///< with | between them
  llvm::StringLiteral what;
};

/// All of them, in the order of the table.
llvm::ArrayRef<PlanPartInfo> allPlanParts();

/// Parts and what they are forced to.
using ForcedPlan = std::vector<std::pair<std::string, std::string>>;

/// Adds "part=choice" to the list; else says what is wrong with it.
std::string readPlanPart(llvm::StringRef text, ForcedPlan &plan);

/// Leaves word for the planner; nothing for an empty list.
void recordPlan(mlir::Operation *module, const ForcedPlan &plan);

/// What a part is forced to; empty if the planner chooses.
llvm::StringRef forcedChoice(mlir::Operation *op, PlanPart part);

/// An error at `op`: what was asked for `part` cannot be.
mlir::InFlightDiagnostic refuseForced(mlir::Operation *op, PlanPart part);

} // namespace tqc

#endif // TQC_COMPILER_ANALYSIS_FORCEDPLAN_H
