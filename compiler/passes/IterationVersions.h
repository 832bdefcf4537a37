//===- IterationVersions.h - Iterations for both ways of a branch -*- C++
//-*-===//

#ifndef TQC_COMPILER_PASSES_ITERATIONVERSIONS_H
#define TQC_COMPILER_PASSES_ITERATIONVERSIONS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tqc {

/// On a loop: `tq-version-iterations` has to split its iterations.
inline constexpr llvm::StringLiteral kVersionedAttr = "tqg.versioned";

/// Decides which loops of products get a body for each way of a branch, and
/// marks them; a remark for each loop in question. Rotation must be planned.
void planIterationVersions(mlir::Operation *kernel);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_ITERATIONVERSIONS_H
