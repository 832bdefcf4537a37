//===- TakeTurns.h - Two teams that multiply in turns -----------*- C++ -*-===//

#ifndef TQC_COMPILER_PASSES_TAKETURNS_H
#define TQC_COMPILER_PASSES_TAKETURNS_H

#include "dialect/tqg/TqgDialect.h"

namespace tqc {

/// Gives each of two teams every second program of the loop over programs in
/// `consumers`, and the slots of its programs; what they wait for each other at
/// is made in front of `begin`.
void takeTurns(mlir::Operation *begin, mlir::Block &consumers,
               tqg::PlanAttr plan);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_TAKETURNS_H
