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

/// Of a product that is planned so: fragments of `mma.sync`, which are those of
/// wgmma too, or, for fused multiply-adds, whole rows of a and columns of b in
/// each thread.
DotLayouts dotLayouts(tq::DotOp dot, tqg::ProductAttr product, int numWarps);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_DOTLAYOUTS_H
