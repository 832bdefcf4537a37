//===- ForcedPlan.h - What is decided of a plan before ----------*- C++ -*-===//
//
// The planner chooses; `plan=` of a `# tqc:` line or of a tuned choice may
// choose for it for a kernel, and `tqc --plan` for all of them, part by part:
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

/// Adds each of "part=choice,part=choice"; else says what is wrong.
std::string readPlan(llvm::StringRef text, ForcedPlan &plan);

/// The same as text.
std::string planText(const ForcedPlan &plan);

/// Leaves word for the planner at a kernel or a module; nothing for an empty
/// list. Of one part the last choice counts, and a module's before a kernel's.
void recordPlan(mlir::Operation *op, const ForcedPlan &plan);

/// What a part is forced to; empty if the planner chooses.
llvm::StringRef forcedChoice(mlir::Operation *op, PlanPart part);

/// An error at `op`: what was asked for `part` cannot be.
mlir::InFlightDiagnostic refuseForced(mlir::Operation *op, PlanPart part);

} // namespace tqc

#endif // TQC_COMPILER_ANALYSIS_FORCEDPLAN_H
