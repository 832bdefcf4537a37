//===- LowerMath.h - Which ops of math need no algorithm --------*- C++ -*-===//
//
// math.floor is one instruction of PTX, math.sin is not.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_LOWERMATH_H
#define TQC_COMPILER_CODEGEN_LOWERMATH_H

#include "mlir/IR/Operation.h"

namespace tqc {

/// Whether LLVM has PTX for an op of math; `lowerMath` computes the others.
bool isInstructionOfPtx(mlir::Operation &op);

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_LOWERMATH_H
