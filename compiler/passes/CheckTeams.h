//===- CheckTeams.h - What roles need of a kernel with teams ----*- C++ -*-===//

#ifndef TQC_COMPILER_PASSES_CHECKTEAMS_H
#define TQC_COMPILER_PASSES_CHECKTEAMS_H

#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tqc {

/// Refuses, with an error, a kernel with several teams that is not as the
/// planner promises: IR may be written by hand.
llvm::LogicalResult checkTeams(mlir::func::FuncOp kernel, tqg::PlanAttr plan);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_CHECKTEAMS_H
