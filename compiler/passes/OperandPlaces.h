//===- OperandPlaces.h - Where products of wgmma find operands --*- C++ -*-===//
//
// wgmma reads the right operand from shared memory, and the left one from there
// or from registers. A slot of a ring holds what copies brought, if a matrix
// descriptor can say how it lies there; everything else is staged: written into
// panels by the warps, between two barriers. The planner writes the places down
// (`tqg.operands`), and tq-warpgroup-products goes by them.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_OPERANDPLACES_H
#define TQC_COMPILER_PASSES_OPERANDPLACES_H

#include "dialect/tqg/TqgDialect.h"

#include <optional>

namespace tqc {

/// The layout in shared memory that a matrix descriptor can describe, for a
/// tile whose dimension `fastest` is contiguous in global memory; nothing if
/// its rows are shorter than 32 bytes.
std::optional<LinearLayout> panelMemory(llvm::ArrayRef<int64_t> shape,
                                        unsigned fastest, unsigned elementBits);

/// Whether wgmma reads operands of this type in such panels: of 16 bits in any,
/// of others along the depth only.
bool isReadable(const LinearLayout &memory, unsigned elementBits,
                unsigned depth);

/// What an operand is before it is moved into fragments.
mlir::Value beforeMove(mlir::Value operand);

/// The outermost of the loops around a product that an operand does not change
/// in, or the product.
mlir::Operation *unchangedIn(tqg::MmaOp mma, mlir::Value operand);

/// The load whose slot will hold an operand, as loaded or turned: a box load,
/// or one that has `tqg.slots`; null if nothing copies it.
mlir::Operation *copiedLoad(mlir::Value operand);

/// Where a product that is planned for wgmma shall find its operands; the loads
/// that are copied must be known.
tqg::OperandsAttr placeOperands(tqg::MmaOp mma);

/// Bytes for the operands that products of wgmma in `scope` have to be staged.
int64_t stagedBytes(mlir::Operation *scope);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_OPERANDPLACES_H
