//===- ProductRules.h - Which instruction may take a product ----*- C++ -*-===//
//
// What types, extents, the target and switches allow. The planner asks, and
// writes down what it chose (`#tqg.product`); nobody asks again.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_PRODUCTRULES_H
#define TQC_COMPILER_PASSES_PRODUCTRULES_H

#include "dialect/tq/TqDialect.h"

#include <string>

namespace tqc {

class AxisAnalysis;

/// Element bits of the `mma.sync` that takes a product of its types and
/// extents, or 0 and the reason.
unsigned mmaElementBits(tq::DotOp dot, std::string &whyNot);
/// Whether both operands are fp8, of one type or of two.
bool isFp8Product(tq::DotOp dot);
/// Whether a matrix instruction would take tf32 or bf16 parts of a product of
/// fp32.
bool takesPartsOfFp32(tq::DotOp dot, bool isTf32);
/// Why wgmma may not compute this product with all of `numWarps` warps along M;
/// empty if it may. `isTurned` asks for the product with its operands, turned,
/// on the other sides.
std::string whyNotWarpgroups(tq::DotOp dot, int numWarps,
                             bool isTurned = false);
/// Whether a tile comes from memory in which it lies along dimension `dim`.
bool liesAlong(mlir::Value operand, unsigned dim, const AxisAnalysis &axis);
/// In a chain of products (attention) all warps go along M: then the first
/// result's fragments are the second's left operand, register by register, and
/// whole rows lie in one warp, so that reductions along them need no exchange.
bool isChained(tq::DotOp dot);
/// Whether wgmma reads operands of this product that lie along rows or columns
/// too, not only along the depth: those of 16 bits.
bool isReadAcrossDepth(tq::DotOp dot);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_PRODUCTRULES_H
