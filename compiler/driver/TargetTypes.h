//===- TargetTypes.h - Types that a GPU lacks -------------------*- C++ -*-===//
//
// Can the target compute with the types of a kernel?
//
//     k.tq:5:15: error: `bf16` needs sm_80 or later, but the target is sm_75
//
// LLVM would go on, with instructions that the GPU does not have.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_DRIVER_TARGETTYPES_H
#define TQC_COMPILER_DRIVER_TARGETTYPES_H

#include "mlir/IR/BuiltinOps.h"

namespace tqc {

/// Fails with an error at the first use of a type that the GPU lacks in each
/// kernel, and at the first arithmetic with fp8, which all of them lack.
mlir::LogicalResult checkTargetTypes(mlir::ModuleOp module,
                                     llvm::StringRef arch);

/// Fails with an error at the first op of each kernel whose tile is larger than
/// any that Triton makes.
mlir::LogicalResult checkTileSizes(mlir::ModuleOp module);

} // namespace tqc

#endif // TQC_COMPILER_DRIVER_TARGETTYPES_H
