//===- PlanProducts.h - What multiplies each product ------------*- C++ -*-===//
//
// Three units multiply: fused multiply-adds in each thread take everything;
// `mma.sync` takes pairs of types, and wants fragments; `wgmma` takes 64 rows
// for four warps, and reads the right operand from shared memory. Which one,
// and how the warps lie over the result, decides about layouts, copies and
// roles, so it is decided before them, for each product by itself.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_PLANPRODUCTS_H
#define TQC_COMPILER_PASSES_PLANPRODUCTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tqc {

/// Writes a `#tqg.product` on every `tq.dot` of the kernel that has none, with
/// remarks on the units that do not take it. Fails, with an error, if a unit is
/// forced that cannot take one.
llvm::LogicalResult planProducts(mlir::func::FuncOp kernel, int numWarps);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_PLANPRODUCTS_H
