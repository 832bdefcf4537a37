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

/// Picks `mma.sync` where its types and extents fit, else plain FMAs in which a
/// thread holds whole rows of a and columns of b. `whyNot` says why no matrix
/// instruction was taken.
DotLayouts chooseDotLayouts(tq::DotOp dot, int numWarps, std::string &whyNot);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_DOTLAYOUTS_H
