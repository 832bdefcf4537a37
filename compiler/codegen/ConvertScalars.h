//===- ConvertScalars.h - The last step to LLVM's dialect -------*- C++ -*-===//
//
// The walk over a kernel (LowerToNvvm.cpp) leaves loops, branches and scalar
// arithmetic as they were. This makes blocks and `llvm` ops of them:
//
//     %c = arith.addi %a, %b : i32     ->     %c = llvm.add %a, %b : i32
//
// All values are scalars by then whose types LLVM has too, so no value changes
// its type: each op is replaced where it stands, in one walk. MLIR's general
// conversion takes ten times as long.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_CONVERTSCALARS_H
#define TQC_COMPILER_CODEGEN_CONVERTSCALARS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace tqc {

/// What LLVM shall do with a loop, on its `scf.for`.
inline constexpr llvm::StringLiteral kLoopAnnotationAttr =
    "llvm.loop_annotation";

/// Errors are at the ops that have no form in LLVM's dialect.
mlir::LogicalResult convertScalars(mlir::LLVM::LLVMFuncOp function);

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_CONVERTSCALARS_H
