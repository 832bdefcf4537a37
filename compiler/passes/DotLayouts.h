//===- DotLayouts.h - Where the operands of a product live ------*- C++ -*-===//

#ifndef TQC_COMPILER_PASSES_DOTLAYOUTS_H
#define TQC_COMPILER_PASSES_DOTLAYOUTS_H

#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

namespace tqc {

/// The layouts of a product, and whether it becomes a matrix instruction.
struct DotLayouts {
  bool useMma;
  LinearLayout a, b, acc;
};

/// Element bits of the matrix instruction that takes a product of its types and
/// extents, or 0 and the reason.
unsigned mmaElementBits(tq::DotOp dot, std::string &whyNot);
/// Whether both operands are fp8, of one type or of two.
bool isFp8Product(tq::DotOp dot);
/// Whether a matrix instruction would take tf32 or bf16 parts of a product of
/// fp32.
bool takesPartsOfFp32(tq::DotOp dot, bool isTf32);

/// Picks `mma.sync` where its types and extents fit, else plain FMAs in which a
/// thread holds whole rows of a and columns of b. `whyNot` says why no matrix
/// instruction was taken.
DotLayouts chooseDotLayouts(tq::DotOp dot, int numWarps, std::string &whyNot);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_DOTLAYOUTS_H
