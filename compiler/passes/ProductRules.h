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

/// Element bits of the `mma.sync` that takes a product of its types and
/// extents, or 0 and the reason.
unsigned mmaElementBits(tq::DotOp dot, std::string &whyNot);
/// Whether both operands are fp8, of one type or of two.
bool isFp8Product(tq::DotOp dot);
/// Whether a matrix instruction would take tf32 or bf16 parts of a product of
/// fp32.
bool takesPartsOfFp32(tq::DotOp dot, bool isTf32);
/// Why wgmma may not compute this product with all of `numWarps` warps along M;
/// empty if it may.
std::string whyNotWarpgroups(tq::DotOp dot, int numWarps);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_PRODUCTRULES_H
