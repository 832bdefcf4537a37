//===- LowerShared.h - Accesses of shared memory ----------------*- C++ -*-===//
//
// Addresses in the one array that a kernel has there, and accesses of
// neighbouring elements and of matrices.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_LOWERSHARED_H
#define TQC_COMPILER_CODEGEN_LOWERSHARED_H

#include "compiler/codegen/Registers.h"
#include "dialect/layout/LayoutMoves.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tqc {

struct LoweringContext;

mlir::Value sharedAddress(LoweringContext &cx, mlir::Value staging,
                          mlir::Value byteOffset, int64_t constantOffset = 0);
void storeShared(LoweringContext &cx, mlir::Value address,
                 mlir::ValueRange elements);
Registers loadShared(LoweringContext &cx, mlir::Value address,
                     mlir::Type element, unsigned count);

/// ldmatrix: the 32-bit words of the matrices whose rows begin at `address`
/// (of this lane) plus a constant.
Registers loadMatrixWords(LoweringContext &cx, const MatrixAccess &access,
                          mlir::Value address, int64_t constant);

/// Orders what threads wrote to shared memory before copies that read or fill
/// it.
void fenceAsyncProxy(mlir::ImplicitLocOpBuilder &b);

/// Waits until the first phase of the mbarrier at this number has ended.
void awaitFirstPhase(LoweringContext &cx, mlir::Value barrier);

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_LOWERSHARED_H
