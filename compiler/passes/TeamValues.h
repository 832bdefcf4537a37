//===- TeamValues.h - What teams of a CTA do not have in common -*- C++ -*-===//
//
// Teams run programs that are neighbours along the first axis. What depends on
// a program's number there each team has for itself; everything else is the
// same for all teams of a CTA. So is an iteration of a loop of which one team
// runs more than another, for those that come to it.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_TEAMVALUES_H
#define TQC_COMPILER_PASSES_TEAMVALUES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tqc {

/// Where loops end that teams do not run equally often: where each wants, or
/// all where the last one does, as the producer runs them.
enum class LoopEnds { Own, Longest };

/// Values that differ between teams, or are not there for all of them: what is
/// computed from `tqg.team` or, before there is one, from the number of the
/// program along the first axis. To be looked up, not walked.
llvm::DenseSet<mlir::Value> teamValues(mlir::func::FuncOp kernel,
                                       LoopEnds ends = LoopEnds::Own);

/// Values that differ between CTAs of a cluster, or are not there for all of
/// them: what is computed from `tqg.cluster_rank`. To be looked up, not walked.
llvm::DenseSet<mlir::Value> rankValues(mlir::func::FuncOp kernel);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_TEAMVALUES_H
